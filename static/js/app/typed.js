// Loads the store where something is typed, and where this phone has stored something before.
const load = () => import(document.getElementById("notice").dataset.store).catch(() => {});
const loadToKeep = () =>
  document.querySelector("[data-keep], [data-shell], [data-skeletons]") && load();

document.addEventListener("view", loadToKeep);
if (!loadToKeep()) {
  window.indexedDB?.databases?.().then((known) => known.length && load(), () => {});
}
