/** Which announcements were read in this browser: their ids, kept in storage and shared by its tabs. */
import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'notices.seen';
/** Older ones have left the first page, where the bell counts. */
const SEEN_MAX = 500;

const listeners = new Set<() => void>();
let seen: ReadonlySet<string> = kept();

/** The set after reading `ids`; the same one when they were all known. */
export function withSeen(known: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.every((id) => known.has(id))) return known;
  return new Set([...new Set([...known, ...ids])].slice(-SEEN_MAX));
}

/** What storage holds, which anybody may have written. */
export function seenIn(text: string | null): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function markSeen(ids: readonly string[]): void {
  const next = withSeen(seen, ids);
  if (next === seen) return;
  seen = next;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...seen]));
  } catch {
    // Storage may be forbidden; what was read then holds until the page is left.
  }
  tell();
}

export function useSeenNotices(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => seen);
}

function kept(): ReadonlySet<string> {
  try {
    return seenIn(localStorage.getItem(STORAGE_KEY));
  } catch {
    // As above.
    return new Set();
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onOtherTab);
  };
}

function onOtherTab({ key, newValue }: StorageEvent): void {
  // A null key: everything was cleared.
  if (key !== STORAGE_KEY && key !== null) return;
  seen = seenIn(newValue);
  tell();
}
