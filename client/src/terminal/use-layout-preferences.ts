import { useMemo } from 'react';
import { usePreferenceText } from '../kit/lib/storage/preferences';
import { parseLayoutPreferences, type LayoutPreferences } from './layout';

/** The user's panel layout, stored between visits. */
export function useLayoutPreferences(
  key: string,
): [LayoutPreferences, (change: (wishes: LayoutPreferences) => LayoutPreferences) => void] {
  const [kept, keep] = usePreferenceText(key);
  const wishes = useMemo(() => parseLayoutPreferences(kept), [kept]);
  return [wishes, (change) => keep(JSON.stringify(change(wishes)))];
}
