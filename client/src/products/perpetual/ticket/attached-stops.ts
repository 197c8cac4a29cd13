/**
 * Take-profit and stop-loss attached to an opening order, typed as a price, as a percentage of its margin, or as a
 * profit or loss.
 */
import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import { scaleOf } from '../../../../../shared/rules/units';
import type { MarketRecord } from '../../../../../shared/wire/product';
import {
  compare,
  differenceOf,
  isAbove,
  isMultiple,
  productOf,
  quotientOf,
  sumOf,
} from '../../../kit/lib/numbers/exact';

export const STOPS_BY = ['price', 'rate', 'profit'] as const;
export type StopsBy = (typeof STOPS_BY)[number];
export const STOP_NAMES = ['takeProfit', 'stopLoss'] as const;
export type StopName = (typeof STOP_NAMES)[number];

export interface StopTerms {
  market: Pick<MarketRecord, 'tick' | 'priceLowest' | 'priceHighest'>;
  side: PositionSide;
  leverage: number;
  stopsBy: StopsBy;
  /** Expected opening price; null if unknown. */
  entry: string | null;
  /** In the base asset; null if nothing is typed. */
  quantity: string | null;
  /**
   * The two triggers lie on either side of this price: the order's limit, else the latest price of the kind they
   * watch.
   */
  from: string | null;
}

const DIGITS = 18;

/**
 * Trigger price for a typed figure: the price itself, a percentage of the initial margin, or an amount of profit or
 * loss. Rounded to the tick so that the profit is not less and the loss not greater. Null if the entry price or
 * quantity is unknown, or no trigger above 0 results.
 */
export function triggerOf(name: StopName, figure: string, terms: StopTerms): string | null {
  const { market, side, leverage, stopsBy, entry, quantity } = terms;
  if (stopsBy === 'price') return figure;
  if (entry === null) return null;
  if (stopsBy === 'profit' && (quantity === null || !isAbove(quantity, '0'))) return null;
  const distance =
    stopsBy === 'rate'
      ? quotientOf(productOf(entry, figure), productOf('100', String(leverage)), DIGITS)
      : quotientOf(figure, quantity ?? '1', DIGITS);
  const price = isUpward(name, side) ? sumOf([entry, distance]) : differenceOf(entry, distance);
  if (!isAbove(price, '0')) return null;
  const roundedDown = productOf(quotientOf(price, market.tick, 0), market.tick);
  // Rounding up favours a long, rounding down a short.
  const trigger =
    side === 'short' || compare(roundedDown, price) === 0 ? roundedDown : sumOf([roundedDown, market.tick]);
  return isAbove(trigger, '0') ? quotientOf(trigger, '1', scaleOf(market.tick)) : null;
}

/** Whether the trigger lies above the price. */
function isUpward(name: StopName, side: PositionSide): boolean {
  return (name === 'takeProfit') === (side === 'long');
}

export type StopFault =
  'stop.zero' | 'price.off.tick' | 'trigger.out.of.range' | 'take.profit.wrong.side' | 'stop.loss.wrong.side';

/** Returns the fault of a typed figure, as far as known; else null. */
export function stopFault(name: StopName, figure: string, terms: StopTerms): StopFault | null {
  const { market, side, stopsBy, from } = terms;
  if (!isAbove(figure, '0')) return 'stop.zero';
  const trigger = triggerOf(name, figure, terms);
  if (trigger === null)
    return stopsBy === 'price' || terms.entry === null || terms.quantity === null ? null : 'trigger.out.of.range';
  if (!isMultiple(trigger, market.tick)) return 'price.off.tick';
  if (compare(trigger, market.priceLowest) < 0 || compare(trigger, market.priceHighest) > 0)
    return 'trigger.out.of.range';
  if (from === null) return null;
  const isOnItsSide = isUpward(name, side) ? isAbove(trigger, from) : isAbove(from, trigger);
  if (isOnItsSide) return null;
  return name === 'takeProfit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side';
}

/** Whether liquidation comes before the stop-loss, or at the same price. */
export function isBeyondLiquidation(stop: string, side: PositionSide, liquidation: string | null): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? compare(stop, liquidation) <= 0 : compare(stop, liquidation) >= 0;
}
