// A link is given on by the share sheet of the phone; where there is none by its clipboard, over plain http in the old
// way; else the field with the link is marked, to be copied by hand. What is no link goes to the clipboard alone.
{
  const SAID = 2500;

  const copy = async (field) => {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.select();
      return document.execCommand("copy");
    }
  };

  const share = async (field) => {
    try {
      await navigator.share({ title: document.title, url: field.value });
      return true;
    } catch (error) {
      return error.name === "AbortError";
    }
  };

  for (const key of document.querySelectorAll("[data-share], [data-copy]")) {
    const { share: shared, copy: copied } = key.dataset;
    const field = document.getElementById(shared ?? copied);
    const line = key.querySelector("[data-copied]");
    const label = line.textContent;
    key.hidden = false;
    key.addEventListener("click", async () => {
      if (shared && await share(field) || !await copy(field)) return;
      line.textContent = line.dataset.copied;
      setTimeout(() => { line.textContent = label; }, SAID);
    });
  }
}
