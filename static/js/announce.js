// What is said is heard, too: a screen reader reads what changes, not what a page came with.
// What is not saved yet is said above the keys of its form.
{
  const AFTER_LOADING = 300;
  const line = document.querySelector(".notice");
  const status = document.querySelector(".status[role=status]");

  document.addEventListener("notice", ({ target, detail }) => {
    (target.querySelector(".dock") ?? document.querySelector(".dock"))?.prepend(line);
    setTimeout(() => { line.textContent = detail.map((about) => line.dataset[about]).join(" "); });
  });

  if (status?.hasChildNodes()) {
    setTimeout(() => status.replaceChildren(...status.cloneNode(true).childNodes), AFTER_LOADING);
  }
}
