/**
 * Texts in browser storage, shared by all tabs. If storage is forbidden or full, a text lasts until the page closes. Listeners receive
 * every change, including another tab's.
 */

const listeners = new Set<() => void>();
/** Texts that storage rejected. */
const fallbackTexts = new Map<string, string>();

export function readText(place: string): string | null {
  const cached = fallbackTexts.get(place);
  if (cached !== undefined) return cached;
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Notifies no listener: a caller that writes several keys notifies once. */
export function writeText(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
    fallbackTexts.delete(place);
  } catch {
    fallbackTexts.set(place, text);
  }
}

/** All stored keys. */
export function storedKeys(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...fallbackTexts.keys()])];
  } catch {
    return [...fallbackTexts.keys()];
  }
}

export function notifyStorageListeners(): void {
  for (const listener of listeners) listener();
}

export function listenToStorage(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onOtherTab);
  };
}

function onOtherTab({ key }: StorageEvent): void {
  // A null key means that storage was cleared.
  if (key === null) fallbackTexts.clear();
  else fallbackTexts.delete(key);
  notifyStorageListeners();
}
