import { useCallback, useSyncExternalStore } from 'react';

/** Where a table of many columns has no room. */
const NARROW = '(max-width: 48rem)';

/** Whether a media query holds, now and after every change. */
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

/** For lists that are another list on a phone, not a narrower one. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}
