/**
 * The app beside the page: a worker that keeps the shell for when there is no network, and word of a newer version. Pages
 * come from the network whenever there is one, so only a page that has stood open for long can be old; whether it is, the
 * server's own page says: it names the script that it starts with.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners';
import { whenIdle } from './hooks/when-idle';

const WORKER_PATH = '/sw.js';
const QUESTION_MS_MIN = 10 * 60_000;

/** Whether `page`, the HTML as it is served now, starts with the script at `ownAddress`. */
export function startsWith(page: string, ownAddress: string): boolean {
  const name = ownAddress.split(/[?#]/)[0].split('/').at(-1) ?? '';
  return page.includes(`/${name}"`);
}

let own: string | null = null;
let askedAt = 0;
/** Said once, outside of React; whoever looks later still sees it. */
let isKnown = false;
const listeners = createListeners();

/** From now on the script at `ownAddress` is what runs here, and is asked after from time to time. */
export function followVersions(ownAddress: string): void {
  own = ownAddress;
  askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt >= QUESTION_MS_MIN) void askForVersion();
  });
  void keepWorker(() => void askForVersion());
}

/** Whether the server serves another version than the one that runs: asked when there is a reason to believe so. */
export async function askForVersion(): Promise<void> {
  if (isKnown || own === null) return;
  askedAt = Date.now();
  const page = await servedPage();
  if (page === null || startsWith(page, own)) return;
  isKnown = true;
  listeners.tell();
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isKnown);
}

/** The page as the server has it now, past every cache; null when there is no saying. */
async function servedPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** The worker replaces itself; a new one in charge is a reason to ask. */
async function keepWorker(onReplaced: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // What the first page needs comes first: a worker loads the whole shell.
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  await new Promise<void>((done) => whenIdle(done));
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', onReplaced);
  try {
    await serviceWorker.register(WORKER_PATH);
  } catch {
    // Private windows and plain HTTP have no workers; the page works without.
  }
}
