/**
 * Caches the page's shell, so that the app opens offline. Navigations use the network if there is one, so a new worker can take over
 * immediately. Responses of the exchange are never cached.
 */
interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The part of the service worker's global scope used here. TypeScript cannot load the WebWorker library beside DOM. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

/** Inserted by the build (`client/build/service-worker.mjs`). The version is a digest of the files. */
declare const SHELL: { version: string; files: readonly string[] };

const PAGE = '/index.html';
const worker = globalThis as unknown as WorkerScope;
const { version, files } = SHELL;
const cacheName = `shell-${version}`;

worker.addEventListener('install', (event) => event.waitUntil(cacheShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/exchange/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => cachedFile(PAGE)));
  else if (files.includes(pathname)) event.respondWith(cachedFile(pathname).catch(() => fetch(request)));
});

async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Names of assets contain a hash; other files must bypass the HTTP cache.
  await cache.addAll(
    files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })),
  );
  await worker.skipWaiting();
}

/** Deletes all other caches of this origin: they belong to earlier workers. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function cachedFile(file: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(file, { ignoreVary: true })) ?? Promise.reject(new Error(`${file} is not kept`));
}
