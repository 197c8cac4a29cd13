/** Announcements read in this browser: ids in storage, shared between tabs. */
import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'notices.seen';
/** The bell counts only the first page; older ids have left it. */
const SEEN_MAX = 500;

const listeners = new Set<() => void>();
let seenIds: ReadonlySet<string> = readSeenIds();

/** The set after reading `ids`. Returns the same set if all were known. */
export function withSeen(currentIds: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.every((id) => currentIds.has(id))) return currentIds;
  return new Set([...new Set([...currentIds, ...ids])].slice(-SEEN_MAX));
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
  const next = withSeen(seenIds, ids);
  if (next === seenIds) return;
  seenIds = next;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...seenIds]));
  } catch {
    // Storage may be blocked. Then ids are kept until the page is closed.
  }
  notifyListeners();
}

export function useSeenNotices(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => seenIds);
}

function readSeenIds(): ReadonlySet<string> {
  try {
    return seenIn(localStorage.getItem(STORAGE_KEY));
  } catch {
    // Storage may be blocked.
    return new Set();
  }
}

function notifyListeners(): void {
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
  seenIds = seenIn(newValue);
  notifyListeners();
}
