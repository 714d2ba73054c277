// Caches styles, scripts and the offline page, never a page with matches.
const SCOPE = {{ scope|tojson }};
const CACHE = `${SCOPE} {{ release }}`;
const OFFLINE = {{ offline|tojson }};
const SHELL = {{ shell|tojson }};
const MATCH = /\/matches\/[^/]+$/;
// A match whose server is this slow goes on from what is on the phone.
const PATIENCE = 4000;

const fill = async () => {
  const cache = await caches.open(CACHE);
  // Without cookies, so that no cached page has anyone's data. If one file is missing, the old
  // release stays.
  await cache.addAll(SHELL.map((address) => new Request(address, { credentials: "omit" })));
  await skipWaiting();
};

const deleteOld = async () => {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${SCOPE} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
};

const cached = (address) => caches.match(address, { cacheName: CACHE, ignoreVary: true });

const load = async (event) => {
  const page = (await event.preloadResponse) ?? (await fetch(event.request));
  // A proxy whose server does not answer.
  if (page.status >= 500 && !page.headers.has("X-Scorekeeper")) throw new Error(page.status);
  return page;
};
const giveUp = () => new Promise((_, reject) => { setTimeout(reject, PATIENCE); });

const open = async (event, page) => {
  try {
    const isMatch = MATCH.test(new URL(event.request.url).pathname);
    return await Promise.race(isMatch ? [page, giveUp()] : [page]);
  } catch {
    return (await cached(OFFLINE)) ?? page;
  }
};

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(deleteOld()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    const page = load(event);
    event.waitUntil(page.catch(() => {}));
    event.respondWith(open(event, page));
  } else if (SHELL.some((address) => request.url === new URL(address, location).href)) {
    event.respondWith(cached(request.url).then((found) => found ?? fetch(request)));
  }
});
