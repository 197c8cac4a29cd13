/** Prices of a user's orders in the book of a market. */
interface OrderLike {
  market: string;
  phase: string;
  side: 'buy' | 'sell';
  price: string | null;
}

export interface Resting {
  side: 'buy' | 'sell';
  price: string;
}

export function restingIn(orders: readonly OrderLike[], market: string): readonly Resting[] {
  return orders.flatMap(({ market: orderMarket, phase, side, price }) =>
    orderMarket === market && phase === 'resting' && price !== null ? [{ side, price }] : [],
  );
}
