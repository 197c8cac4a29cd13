/** Where a user's orders stand in the book of a market. */
interface Standing {
  market: string;
  phase: string;
  side: 'buy' | 'sell';
  price: string | null;
}

export interface Resting {
  side: 'buy' | 'sell';
  price: string;
}

export function restingIn(orders: readonly Standing[], market: string): readonly Resting[] {
  return orders.flatMap(({ market: of, phase, side, price }) =>
    of === market && phase === 'resting' && price !== null ? [{ side, price }] : [],
  );
}
