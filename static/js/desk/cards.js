// A card that was tapped is on the table with the next page. Until then, no other card takes its place.
{
  const BUSY = 8000;
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (submitter?.name !== "cards") return;
    if (form.hasAttribute("aria-busy")) {
      event.preventDefault();
      submitter.dispatchEvent(new Event("ignored", { bubbles: true }));
    }
    form.setAttribute("aria-busy", "true");
    setTimeout(() => form.removeAttribute("aria-busy"), BUSY);
  });
}
