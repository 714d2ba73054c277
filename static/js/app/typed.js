// Loads the store where something is typed, and where this phone has stored something before.
{
  const load = () => import(document.getElementById("notice").dataset.store).catch(() => {});
  if (document.querySelector("[data-keep], [data-offline]")) load();
  else window.indexedDB?.databases?.().then((known) => known.length && load(), () => {});
}
