// Caches styles, scripts and the offline page, never a page with matches.
const SCOPE = {{ scope|tojson }};
const CACHE = `${SCOPE} {{ release }}`;
const OFFLINE = {{ offline|tojson }};
const SHELL = {{ shell|tojson }};

const fill = async () => {
  const cache = await caches.open(CACHE);
  // Without cookies, so that no cached page has anyone's data.
  await cache.addAll(SHELL.map((address) => new Request(address, { credentials: "omit" })));
  await skipWaiting();
};

const deleteOld = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(`${SCOPE} `) && name !== CACHE).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
};

const cached = (address) => caches.match(address, { cacheName: CACHE, ignoreVary: true });

const open = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await cached(OFFLINE)) ?? Response.error();
  }
};

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(deleteOld()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(open(event));
  else if (SHELL.some((address) => request.url === new URL(address, location).href)) {
    event.respondWith(cached(request.url).then((found) => found ?? fetch(request)));
  }
});
