// A card that was tapped is on the table with the next page; until then, other cards wait.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (submitter?.name !== "cards") return;
  if (form.hasAttribute("aria-busy")) {
    event.preventDefault();
    submitter.dispatchEvent(new Event("ignored"));
  }
  form.setAttribute("aria-busy", "true");
});
