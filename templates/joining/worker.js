// What pages look like is kept, and the page that says there is no network. No page with anybody's matches ever is.
const PLACE = {{ place|tojson }};
const KEPT = `${PLACE} {{ kept }}`;
const OUTSIDE = {{ outside|tojson }};
const SHELL = {{ shell|tojson }};

const keep = async () => {
  const cache = await caches.open(KEPT);
  // Without cookies nobody is known, so nothing of anybody is in it.
  await cache.addAll(SHELL.map((address) => new Request(address, { credentials: "omit" })));
  await skipWaiting();
};

const forget = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(`${PLACE} `) && name !== KEPT).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
};

const kept = (address) => caches.match(address, { cacheName: KEPT, ignoreVary: true });

const open = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await kept(OUTSIDE)) ?? Response.error();
  }
};

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(open(event));
  else if (SHELL.some((address) => request.url === new URL(address, location).href)) {
    event.respondWith(kept(request.url).then((found) => found ?? fetch(request)));
  }
});
