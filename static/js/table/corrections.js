// A correction: the number that was tapped in the place of a wrong one shows at once what it moves.
{
  for (const form of document.querySelectorAll("form[data-module=fixes]")) {
    form.addEventListener("change", ({ target }) => {
      if (target.name.startsWith("bid_") && "tricks" in target.dataset) form.requestSubmit();
    });
  }
}

// The reason of a change goes along when what is changed is chosen once more.
{
  const reason = document.querySelector("form[method=post] input[name=reason]");
  for (const form of reason ? document.querySelectorAll("form[method=get]") : []) {
    form.addEventListener("formdata", ({ formData }) => formData.set("reason", reason.value));
  }
}
