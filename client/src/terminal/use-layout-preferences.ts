import { useMemo } from 'react';
import { usePreferenceText } from '../kit/lib/storage/preferences';
import { parseLayoutPreferences, type LayoutPreferences } from './layout';

/** The user's panel layout, stored between visits. */
export function useLayoutPreferences(
  key: string,
): [LayoutPreferences, (change: (preferences: LayoutPreferences) => LayoutPreferences) => void] {
  const [stored, keep] = usePreferenceText(key);
  const preferences = useMemo(() => parseLayoutPreferences(stored), [stored]);
  return [preferences, (change) => keep(JSON.stringify(change(preferences)))];
}
