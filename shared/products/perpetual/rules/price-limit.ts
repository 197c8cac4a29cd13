/** How far from the mark, and from the market, an order may be priced: ticks. */
import { PPB } from '../../../rules/arithmetic/rounding';
import type { PositionSide } from './position';

/** New markets have a narrower limit for this time. */
export const OPENING_MS = 600_000;

export interface LimitTerms {
  /** Parts per billion of the mark. */
  limitPpb: number;
  /** The limit in the first ten minutes. */
  openingLimitPpb: number;
}

/** The limit in force: the narrower one until ten minutes after the market opened. */
export function limitPpbAt({ limitPpb, openingLimitPpb }: LimitTerms, openedAt: number, at: number): number {
  return at - openedAt < OPENING_MS ? openingLimitPpb : limitPpb;
}

/** The highest tick not above mark × (1 + limit). No order buys above it. */
export function highestBuy(mark: number, limitPpb: number): number {
  return Number((BigInt(mark) * (PPB + BigInt(limitPpb))) / PPB);
}

/** The lowest tick not below mark × (1 − limit), and at least one. No order sells below it. */
export function lowestSell(mark: number, limitPpb: number): number {
  return Math.max(1, mark - Number((BigInt(mark) * BigInt(limitPpb)) / PPB));
}

/**
 * An opening order that rests in the book must be on its own side of the market. A long is not above the higher of the
 * last price and the best ask, a short not below the lower of the last price and the best bid. `opposite` is that best
 * price, null if that side is empty.
 */
export function isPendingPriceAllowed(
  side: PositionSide,
  price: number,
  last: number,
  opposite: number | null,
): boolean {
  return side === 'long' ? price <= Math.max(last, opposite ?? last) : price >= Math.min(last, opposite ?? last);
}
