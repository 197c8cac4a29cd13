/**
 * Keeps the page's shell, so that the app opens without a network. Pages come from the network whenever there is one, so a new
 * worker may take over at once. Answers of the exchange are never kept.
 */
interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The global scope of a service worker, as far as it is used: TypeScript cannot load its library beside that of pages. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

/** Written here by the build (`client/build/service-worker.mjs`): the version is a digest of the files. */
declare const SHELL: { version: string; files: readonly string[] };

const PAGE = '/index.html';
const worker = globalThis as unknown as WorkerScope;
const { version, files } = SHELL;
const cacheName = `shell-${version}`;

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/exchange/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (files.includes(pathname)) event.respondWith(kept(pathname).catch(() => fetch(request)));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Assets have a hash in their name; the other files must not come from the HTTP cache.
  await cache.addAll(
    files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })),
  );
  await worker.skipWaiting();
}

/** Every other cache of this origin is an earlier worker's. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(file: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(file, { ignoreVary: true })) ?? Promise.reject(new Error(`${file} is not kept`));
}
