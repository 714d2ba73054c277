// The reason of a change goes along when what is changed is chosen once more.
{
  const reason = document.querySelector("form[method=post] input[name=reason]");
  for (const form of reason ? document.querySelectorAll("form[method=get]") : []) {
    form.addEventListener("formdata", ({ formData }) => formData.set("reason", reason.value));
  }
}
