// Keeps the program's own files and pictures, nothing else: never a page, never an answer of the API.
// The build writes its own name here, so that a new version of the site is a new worker.
const cacheName = 'tuneport-files-dev';
const kept = /^\/(assets\/|favicon|icon-)/;

self.addEventListener('install', () => {});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || !kept.test(url.pathname)) return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(cacheName);
      const known = await cache.match(request);
      if (known) return known;
      const answer = await fetch(request);
      if (answer.ok && answer.type === 'basic' && !answer.headers.has('x-whoami')) {
        event.waitUntil(cache.put(request, answer.clone()));
      }
      return answer;
    })(),
  );
});
