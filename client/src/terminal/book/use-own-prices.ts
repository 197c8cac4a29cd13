import { useMemo } from 'react';
import { groupOf, type BookSide } from '../../kit/entities/book/ladder';

/** The user's own resting orders in a book. */
export interface Resting {
  side: 'buy' | 'sell';
  price: string;
}

/** Prices of the rows that contain own orders, rounded to the price step. */
export function useOwnPrices(resting: readonly Resting[], step: string): Record<BookSide, ReadonlySet<string>> {
  return useMemo(() => {
    const ownPrices = { bids: new Set<string>(), asks: new Set<string>() };
    for (const { side: orderSide, price } of resting) {
      const side = orderSide === 'buy' ? 'bids' : 'asks';
      ownPrices[side].add(groupOf(price, side, step));
    }
    return ownPrices;
  }, [resting, step]);
}
