/** The browser's offer to install the page as an app: made early, once, and kept until somebody asks for it. */
import { useSyncExternalStore } from 'react';

/** Chromium's event; other browsers leave installing to their own menus. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

export type InstallState =
  /** The browser has not offered it, so only its menus can do it. */
  'manual' | 'offered' | 'installed';

const listeners = new Set<() => void>();
let offer: InstallEvent | null = null;
let isInstalled = false;

/** From the start of the page: the offer comes before a page that could show it has been loaded. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Ours is the button; the browser's own banner stays away.
    event.preventDefault();
    offer = event as InstallEvent;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    isInstalled = true;
    tell();
  });
}

export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, currentState);
}

/** Asks the browser to ask; an offer is good for one question. */
export async function install(): Promise<void> {
  const asked = offer;
  if (!asked) return;
  offer = null;
  await asked.prompt();
  tell();
}

function currentState(): InstallState {
  if (isInstalled || window.matchMedia('(display-mode: standalone)').matches) return 'installed';
  return offer ? 'offered' : 'manual';
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
