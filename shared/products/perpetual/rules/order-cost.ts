/**
 * What an opening order holds, as public exchanges reckon an order's cost: margin, the fee for opening, the fee for closing at the
 * order's own bankruptcy price, and what the position would have lost at once, being bought above the mark or sold below it.
 */
import { ceilOf, feeOf, PPB } from '../../../rules/rounding';
import { signOf, type PositionSide } from './position';

export interface OpeningOrder {
  side: PositionSide;
  /** Units for one tick of all its lots. */
  perTick: bigint;
  /** Its limit, or the price of a fill: ticks. */
  price: number;
  /** Whole times, from 1. */
  leverage: number;
  /** The owner's taker rate, parts per billion. */
  takerPpb: number;
  /** The market's highest taker rate, parts per billion. */
  closePpb: number;
  /** The mark when it is costed: ticks. */
  mark: number;
}

/** Units, each at least 0. */
export interface OrderCost {
  /** Value ÷ leverage, up. */
  margin: bigint;
  /** For opening, up. */
  fee: bigint;
  /** For closing at the order's bankruptcy price, up. */
  reserve: bigint;
  /** Lost at once against the mark; exact. */
  loss: bigint;
  total: bigint;
}

export function orderCost(order: OpeningOrder): OrderCost {
  const { side, perTick, price, takerPpb, closePpb, mark } = order;
  const value = perTick * BigInt(price);
  const leverage = BigInt(order.leverage);
  const margin = ceilOf(value, leverage);
  const fee = feeOf(value, takerPpb);
  // The bankruptcy price of an order is price × (1 ∓ 1 ÷ leverage): the leverage stays a divisor to the end.
  const reserve = ceilOf(value * (leverage - signOf(side)) * BigInt(closePpb), leverage * PPB);
  const away = signOf(side) * BigInt(price - mark);
  const loss = away > 0n ? perTick * away : 0n;
  return { margin, fee, reserve, loss, total: margin + fee + reserve + loss };
}

/** What becomes the collateral of an isolated position at a fill of this cost: all but the fee for opening. */
export function collateralOf({ margin, reserve, loss }: OrderCost): bigint {
  return margin + reserve + loss;
}

/** Value ÷ leverage, up: the margin that a position of this value (units) begins with. */
export function initialMargin(value: bigint, leverage: number): bigint {
  return ceilOf(value, BigInt(leverage));
}
