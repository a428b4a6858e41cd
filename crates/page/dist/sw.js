/* The service worker: keeps the shell of the page, so that it opens without the network. Games come from the server. */

/* The names of the built files; `vite.config.ts` puts them here. */
const FILES = ["./","assets/Home-DzwShJz9.js","assets/en-base-pkU5l7Dr.js","assets/page-CnCZ_pTE.js","assets/shared-CXqS7Z9b.js"];
const NAME = "quixotry-e83cf4cbd967";

/* Other sites below the same host have caches of their own. */
const BASE = new URL("./", location).pathname;
const CACHE = NAME + BASE;
/** Whether a cache belongs to an older version of this page; the oldest ones are named without the path. */
const isOlder = (name) => name !== CACHE && ["", BASE].includes(name.replace(/^quixotry-[0-9a-f]+/, ""));

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const forgetOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOlder).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (path.startsWith("assets/")) event.respondWith(fromCache(request));
  else if (request.mode === "navigate" && !/^(api|admin)(\/|$)/.test(path))
    event.respondWith(fetch(request).catch(() => caches.match("./")));
});

/** A file whose name changes with its content: once loaded, it is kept. */
async function fromCache(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/* A notice leads to its game: in the tab that is open, or in a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const show = async () => {
    const [tab] = await self.clients.matchAll({ type: "window" });
    if (!tab) return self.clients.openWindow(event.notification.data);
    await tab.focus();
    return tab.navigate(event.notification.data);
  };
  event.waitUntil(show());
});
