/** The markets a user has starred, in the order they were: kept with the account. */
import { useMemo } from 'react';
import { keep, keptText, useKeptText } from '../../shared/lib/storage/kept';

const KEY = 'favourites';
/** More stars than any exchange has markets, and few enough to be kept as one choice. */
const FAVOURITES_MAX = 400;

export function useFavourites(): readonly string[] {
  const [text] = useKeptText(KEY);
  return useMemo(() => favouritesIn(text), [text]);
}

/** Stars a market, or takes its star away. */
export function toggleFavourite(market: string): void {
  const known = favouritesIn(keptText(KEY));
  const next = known.includes(market) ? known.filter((name) => name !== market) : [...known, market];
  keep(KEY, JSON.stringify(next.slice(-FAVOURITES_MAX)));
}

/** What is kept, which anybody may have written; anything else in its place counts as nothing. */
export function favouritesIn(text: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}
