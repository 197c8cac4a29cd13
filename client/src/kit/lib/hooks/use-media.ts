import { useCallback, useSyncExternalStore } from 'react';

/** Maximum width without room for a table of many columns. */
const NARROW = '(max-width: 48rem)';

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** For lists with a different layout on a phone. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
