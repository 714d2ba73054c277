// Shares a link through the phone's share sheet, else copies it, as it does text. Over plain http,
// execCommand copies.
import { onView } from "../common/view.js";

const SHOWN_FOR = 2500;

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

onView(() => {
  for (const key of document.querySelectorAll("[data-share], [data-copy]")) {
    const { share: shared, copy: copied } = key.dataset;
    const field = document.getElementById(shared ?? copied);
    const line = key.querySelector("[data-copied]");
    const label = line.textContent;
    key.hidden = false;
    key.addEventListener("click", async () => {
      if ((shared && (await share(field))) || !(await copy(field))) return;
      line.textContent = line.dataset.copied;
      setTimeout(() => { line.textContent = label; }, SHOWN_FOR);
    });
  }
});
