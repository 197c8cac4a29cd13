/**
 * The service worker, which caches the app shell for offline use, and detection of a newer version. Pages come from the network when possible,
 * so only a page open for long can be outdated. The served page tells: it names its start script.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners';
import { whenIdle } from './hooks/when-idle';

const WORKER_PATH = '/sw.js';
const QUESTION_MS_MIN = 10 * 60_000;

/** True if `page`, the HTML served now, starts with the script at `ownAddress`. */
export function loadsEntry(page: string, ownAddress: string): boolean {
  const name = ownAddress.split(/[?#]/)[0].split('/').at(-1) ?? '';
  return page.includes(`/${name}"`);
}

let entryAddress: string | null = null;
let askedAt = 0;
/** State outside of React: components mounted later see it too. */
let isKnown = false;
const listeners = createListeners();

/** Registers `ownAddress` as the running script and checks for newer versions from time to time. */
export function followVersions(ownAddress: string): void {
  entryAddress = ownAddress;
  askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt >= QUESTION_MS_MIN) void checkVersion();
  });
  void registerWorker(() => void checkVersion());
}

/** Checks whether the server serves another version. */
export async function checkVersion(): Promise<void> {
  if (isKnown || entryAddress === null) return;
  askedAt = Date.now();
  const page = await fetchPage();
  if (page === null || loadsEntry(page, entryAddress)) return;
  isKnown = true;
  listeners.notify();
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isKnown);
}

/** Page served now, bypassing caches; null on failure. */
async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** The worker updates itself; a new controller triggers a version check. */
async function registerWorker(onReplaced: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Waits for the first page to load, since a worker loads the whole shell.
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => whenIdle(resolve));
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', onReplaced);
  try {
    await serviceWorker.register(WORKER_PATH);
  } catch {
    // Private windows and insecure pages have no workers; the page works without.
  }
}
