/** Caches the whole page: after one visit it opens without a network. The server, or the build of the static site,
 * fills in the name and the file list below.
 *
 * A new edition is fetched while the old one is in use. It takes over when the page asks it to, or once no tab shows
 * the page.
 */
const NAME = "ludotheque EDITION";
const FILES = ["FILES"];
const HASHED = /^\/(assets|games)\//;

async function fill() {
  const cache = await caches.open(NAME);
  // Files with a hash in their name are copied from the previous edition or the HTTP cache; the others are fetched.
  const missing = [];
  for (const file of FILES) {
    const kept = HASHED.test(file) ? await caches.match(file) : undefined;
    if (kept) await cache.put(file, kept);
    else missing.push(new Request(file, HASHED.test(file) ? {} : { cache: "reload" }));
  }
  await cache.addAll(missing);
  await cache.add(new Request("/", { cache: "reload", headers: { accept: "text/html" } }));
}

async function forgetOthers() {
  for (const name of await caches.keys())
    if (name.startsWith("ludotheque ") && name !== NAME) await caches.delete(name);
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const { pathname } = new URL(request.url);
  const kept = await cache.match(request.mode === "navigate" ? "/" : pathname);
  return kept ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", ({ data }) => {
  if (data === "begin") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || /^\/(api\/|healthz|readyz|metrics)/.test(pathname)) return;
  event.respondWith(answer(event.request));
});
