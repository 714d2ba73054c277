// A form is sent once, however often it is tapped. Its buttons stay as they are, so that the one
// pressed is still sent along; it can be sent again after coming back, or when no answer came.
{
  const open = (form) => form.removeAttribute("aria-busy");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      return;
    }
    form.setAttribute("aria-busy", "true");
    setTimeout(open, 8000, form);
  });

  window.addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(open));
}
