// Keys that only fill in a form are answered by the server as ever; here the answer takes the place
// of the form without a new page, so that nothing jumps.
{
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const key = event.submitter;
    if (form.dataset.module !== "in-place" || !key?.formNoValidate) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const sent = new FormData(form, key);
    try {
      const answer = await fetch(key.getAttribute("formaction") || form.action, { method: "POST", body: new URLSearchParams(sent) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("form[data-module=in-place]");
      if (!fresh) throw new Error("no form");
      const open = [...form.querySelectorAll("details")].map((more) => more.open);
      form.replaceWith(fresh);
      [...fresh.querySelectorAll("details")].forEach((more, place) => { more.open ||= open[place]; });
    } catch {
      form.dataset.module = "";
      form.requestSubmit(key);
    }
  }, true);
}
