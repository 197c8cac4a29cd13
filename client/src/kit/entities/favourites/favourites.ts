/** The user's favourite markets in the order added, stored with the account. */
import { useMemo } from 'react';
import { setPreference, preferenceText, usePreferenceText } from '../../lib/storage/preferences';

const KEY = 'favourites';
/** Exceeds the number of markets, and fits into one stored choice. */
const FAVOURITES_MAX = 400;

export function useFavourites(): readonly string[] {
  const [text] = usePreferenceText(KEY);
  return useMemo(() => favouritesIn(text), [text]);
}

/** Adds or removes a favourite. */
export function toggleFavourite(market: string): void {
  const current = favouritesIn(preferenceText(KEY));
  const next = current.includes(market) ? current.filter((name) => name !== market) : [...current, market];
  setPreference(KEY, JSON.stringify(next.slice(-FAVOURITES_MAX)));
}

/** Parses stored favourites. Storage is untrusted; invalid text gives an empty list. */
export function favouritesIn(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}
