// A corrected number shows at once what changes.
document.addEventListener("change", ({ target }) => {
  const form = target.closest("form[data-module=fixes]");
  if (form && target.name.startsWith("bid_") && "tricks" in target.dataset) form.requestSubmit();
});

// Choosing something else to change keeps the reason.
document.addEventListener("formdata", ({ target, formData }) => {
  const reason = document.querySelector("form[method=post] input[name=reason]");
  if (reason && target.method === "get") formData.set("reason", reason.value);
});
