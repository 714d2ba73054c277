// A correction: a number tapped in place of a wrong one shows at once what changes.
{
  for (const form of document.querySelectorAll("form[data-module=fixes]")) {
    form.addEventListener("change", ({ target }) => {
      if (target.name.startsWith("bid_") && "tricks" in target.dataset) form.requestSubmit();
    });
  }
}

// Keep the reason of a change when something else to change is chosen.
{
  const reason = document.querySelector("form[method=post] input[name=reason]");
  for (const form of reason ? document.querySelectorAll("form[method=get]") : []) {
    form.addEventListener("formdata", ({ formData }) => formData.set("reason", reason.value));
  }
}
