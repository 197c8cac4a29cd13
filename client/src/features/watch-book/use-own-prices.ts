import { useMemo } from 'react';
import { groupOf, type BookSide } from '../../entities/book/ladder';

/** What of the user's own rests in a book. */
export interface Resting {
  side: 'buy' | 'sell';
  price: string;
}

/** The rows in which it stands. */
export function useOwnPrices(resting: readonly Resting[], step: string): Record<BookSide, ReadonlySet<string>> {
  return useMemo(() => {
    const own = { bids: new Set<string>(), asks: new Set<string>() };
    for (const { side: bought, price } of resting) {
      const side = bought === 'buy' ? 'bids' : 'asks';
      own[side].add(groupOf(price, side, step));
    }
    return own;
  }, [resting, step]);
}
