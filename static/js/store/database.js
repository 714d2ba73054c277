// Keeps values on this phone in IndexedDB, on the disk at once: the browser may die right after a
// tap. Where IndexedDB is missing or never answers, promises fail, and nothing is kept.
export const ROOT = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;
// When a phone that keeps the history next asks for what is new; not there if it keeps none.
export const DUE = `history${ROOT}`;
// The milliseconds that it then waits: ten minutes.
export const PAUSE = 6e5;
export const STORES = ["typed", "matches", "outbox", "books"];
const VERSION = 3;
const PATIENCE = 4000;

let database;
let isNew = false;

export const isFirstVisit = () => isNew;

const open = () => {
  database = new Promise((resolve, reject) => {
    const request = indexedDB.open(`scorekeeper${ROOT}`, VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      isNew = !oldVersion;
      const { objectStoreNames: known } = request.result;
      const missing = STORES.filter((name) => !known.contains(name));
      for (const name of missing) request.result.createObjectStore(name);
    };
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

const attempt = async (names, mode, use) => {
  const transaction = (await database).transaction(names, mode, { durability: "strict" });
  const request = use(...names.map((name) => transaction.objectStore(name)));
  // Without waiting for the page, which may be left right now. What is read may come later.
  if (mode === "readwrite" && !request.onsuccess) transaction.commit?.();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
};

// Browsers close the database of a page that was long in the background; then it is opened again.
const run = (...request) => Promise.race([
  attempt(...request).catch(() => {
    open();
    return attempt(...request);
  }),
  new Promise((_, reject) => { setTimeout(reject, PATIENCE); }),
]);

// Resolves once it is on the disk.
export const write = (name, key, value) => run(
  [name], "readwrite", (store) => store.put(value, key),
);

export const read = (name, key) => run([name], "readonly", (store) => store.get(key));

export const list = async (name) => {
  const [keys, values] = await Promise.all(["getAllKeys", "getAll"].map(
    (all) => run([name], "readonly", (store) => store[all]()),
  ));
  return keys.map((key, index) => [key, values[index]]);
};

export const remove = (name, key) => run([name], "readwrite", (store) => store.delete(key));

// Replaces a value by what `next` makes of it, nothing to delete it, and forgets a form: all of it
// or nothing. `next` may run twice. Resolves to the new value once it is on the disk.
export const change = async (name, key, next, form = "") => {
  let value;
  await run([name, "typed"], "readwrite", (store, typed) => {
    const request = store.get(key);
    request.onsuccess = () => {
      value = next(request.result);
      if (value) store.put(value, key);
      else store.delete(key);
      typed.delete(form);
    };
    return request;
  });
  return value;
};
