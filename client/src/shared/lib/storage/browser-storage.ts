/**
 * Texts that the browser keeps for all its tabs. Where storage is forbidden, or full, a text holds until the page is left. Whoever
 * listens hears of every change, another tab's as well.
 */

const listeners = new Set<() => void>();
/** What storage did not take. */
const memory = new Map<string, string>();

export function readText(place: string): string | null {
  const held = memory.get(place);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Tells nobody: whoever writes several tells once. */
export function writeText(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
    memory.delete(place);
  } catch {
    memory.set(place, text);
  }
}

/** Under which something is kept. */
export function placesKept(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...memory.keys()])];
  } catch {
    return [...memory.keys()];
  }
}

export function tellOfStorage(): void {
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
  // A null key: everything was cleared.
  if (key === null) memory.clear();
  else memory.delete(key);
  tellOfStorage();
}
