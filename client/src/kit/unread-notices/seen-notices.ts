/** Announcements read in this browser: ids in storage, shared between tabs. */
import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'notices.seen';
/** The bell counts only the first page; older ids have left it. */
const SEEN_MAX = 500;

const listeners = new Set<() => void>();
let seen: ReadonlySet<string> = kept();

/** The set after reading `ids`. Returns the same set if all were known. */
export function withSeen(known: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.every((id) => known.has(id))) return known;
  return new Set([...new Set([...known, ...ids])].slice(-SEEN_MAX));
}

/** Parses stored ids. Storage is untrusted, so the text is validated. */
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
    // Storage may be blocked. Then ids are kept until the page is closed.
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
    // Storage may be blocked.
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
  // A null key means all storage was cleared.
  if (key !== STORAGE_KEY && key !== null) return;
  seen = seenIn(newValue);
  tell();
}
