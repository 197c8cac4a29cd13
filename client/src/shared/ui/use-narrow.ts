import { useSyncExternalStore } from 'react';

/** The width of a phone, as the style sheets have it. */
const QUERY = '(max-width: 43rem)';

/** For lists that are another list on a phone, not a narrower one. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

function isNarrow(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia(QUERY).matches;
}

function subscribe(onChange: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined;
  const query = window.matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
