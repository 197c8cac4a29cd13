/** Keeps the browser's offer to install the page as an app until the user accepts it. Browsers make the offer once, early. */
import { useSyncExternalStore } from 'react';

/** Chromium's event. Other browsers only install from their menus. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

export type InstallState =
  /** `manual`: the browser made no offer, so only its menu can install the app. */
  'manual' | 'offered' | 'installed';

const listeners = new Set<() => void>();
let offer: InstallEvent | null = null;
let isInstalled = false;

/** Called at startup, because the offer arrives before any page that shows it has loaded. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own banner: the app has its own button.
    event.preventDefault();
    offer = event as InstallEvent;
    notifyListeners();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    isInstalled = true;
    notifyListeners();
  });
}

export function useInstallState(): InstallState {
  return useSyncExternalStore(subscribe, currentState);
}

/** Shows the browser's prompt. Each offer can prompt once. */
export async function install(): Promise<void> {
  const currentOffer = offer;
  if (!currentOffer) return;
  offer = null;
  await currentOffer.prompt();
  notifyListeners();
}

function currentState(): InstallState {
  if (isInstalled || window.matchMedia('(display-mode: standalone)').matches) return 'installed';
  return offer ? 'offered' : 'manual';
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
