// Keeps values on this phone in IndexedDB, on the disk at once: the browser may die right after a tap. Where IndexedDB
// is missing, promises fail, and everything works without being kept.
const ROOT = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;
const VERSION = 1;

let database;
const open = () => {
  database = new Promise((resolve, reject) => {
    const request = indexedDB.open(`scorekeeper${ROOT}`, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore("typed");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      // A newer release in another tab may change the stores.
      result.onversionchange = () => result.close();
      resolve(result);
    };
  });
  database.catch(() => {});
};
open();

// Opens one object store in a transaction of its own; returns what `use` requests.
const attempt = async (name, mode, use) => {
  const transaction = (await database).transaction(name, mode, { durability: "strict" });
  const request = use(transaction.objectStore(name));
  // Without waiting for the page, which may be left right now.
  transaction.commit?.();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
};

// Browsers close the database of a page that was long in the background; then it is opened again.
const run = (...request) => attempt(...request).catch(() => {
  open();
  return attempt(...request);
});

// Entries of earlier releases are in localStorage.
const moved = (async () => {
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith("keep:"))) {
    const value = JSON.parse(localStorage.getItem(name));
    await run("typed", "readwrite", (store) => store.put(value, name.slice("keep:".length)));
    localStorage.removeItem(name);
  }
})().catch(() => {});

export const read = async (name, key) => {
  await moved;
  return run(name, "readonly", (store) => store.get(key));
};

// Returns all pairs of a key and its value.
export const list = async (name) => {
  await moved;
  const [keys, values] = await Promise.all(["getAllKeys", "getAll"].map((all) => run(name, "readonly", (store) => store[all]())));
  return keys.map((key, index) => [key, values[index]]);
};

// Resolves once it is on the disk.
export const write = (name, key, value) => run(name, "readwrite", (store) => store.put(value, key));

export const remove = (name, key) => run(name, "readwrite", (store) => store.delete(key));
