/** A take-profit and a stop-loss that an opening order brings along: typed as a price, as a rate of its margin or as what is won or lost. */
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
} from '../../../shared/lib/numbers/exact';

export const STOPS_BY = ['price', 'rate', 'profit'] as const;
export type StopsBy = (typeof STOPS_BY)[number];
export const STOP_NAMES = ['takeProfit', 'stopLoss'] as const;
export type StopName = (typeof STOP_NAMES)[number];

export interface StopTerms {
  market: Pick<MarketRecord, 'tick' | 'priceLowest' | 'priceHighest'>;
  side: PositionSide;
  leverage: number;
  by: StopsBy;
  /** What the order opens at; null where nothing says so. */
  entry: string | null;
  /** Of the coin; null where nothing is typed. */
  quantity: string | null;
  /** What must lie between both: the limit of the order, else the latest price of the kind that they look at. */
  from: string | null;
}

const DIGITS = 18;

/** The trigger that a figure stands for: rounded so that no less is won and no more is lost. Null where nothing prices it, or none is above 0. */
export function triggerOf(name: StopName, figure: string, terms: StopTerms): string | null {
  const { market, side, leverage, by, entry, quantity } = terms;
  if (by === 'price') return figure;
  if (entry === null) return null;
  if (by === 'profit' && (quantity === null || !isAbove(quantity, '0'))) return null;
  const away =
    by === 'rate'
      ? quotientOf(productOf(entry, figure), productOf('100', String(leverage)), DIGITS)
      : quotientOf(figure, quantity ?? '1', DIGITS);
  const price = isUpward(name, side) ? sumOf([entry, away]) : differenceOf(entry, away);
  if (!isAbove(price, '0')) return null;
  const down = productOf(quotientOf(price, market.tick, 0), market.tick);
  // A long wins with each tick up, a short with each one down.
  const trigger = side === 'short' || compare(down, price) === 0 ? down : sumOf([down, market.tick]);
  return isAbove(trigger, '0') ? quotientOf(trigger, '1', scaleOf(market.tick)) : null;
}

/** On which side of the price it lies: where there is more of what it is for. */
function isUpward(name: StopName, side: PositionSide): boolean {
  return (name === 'takeProfit') === (side === 'long');
}

export type StopFault =
  'stop.zero' | 'price.off.tick' | 'trigger.out.of.range' | 'take.profit.wrong.side' | 'stop.loss.wrong.side';

/** What is wrong with a figure; null where nothing is, as far as is known. */
export function stopFault(name: StopName, figure: string, terms: StopTerms): StopFault | null {
  const { market, side, by, from } = terms;
  if (!isAbove(figure, '0')) return 'stop.zero';
  const trigger = triggerOf(name, figure, terms);
  if (trigger === null)
    return by === 'price' || terms.entry === null || terms.quantity === null ? null : 'trigger.out.of.range';
  if (!isMultiple(trigger, market.tick)) return 'price.off.tick';
  if (compare(trigger, market.priceLowest) < 0 || compare(trigger, market.priceHighest) > 0)
    return 'trigger.out.of.range';
  if (from === null) return null;
  const isOnItsSide = isUpward(name, side) ? isAbove(trigger, from) : isAbove(from, trigger);
  if (isOnItsSide) return null;
  return name === 'takeProfit' ? 'take.profit.wrong.side' : 'stop.loss.wrong.side';
}

/** Whether the position is liquidated before, or where, its stop-loss is reached. */
export function isBeyondLiquidation(stop: string, side: PositionSide, liquidation: string | null): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? compare(stop, liquidation) <= 0 : compare(stop, liquidation) >= 0;
}
