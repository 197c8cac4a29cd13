/**
 * The hold of an opening order, by the order cost of public exchanges. It is margin, opening fee, closing fee at the order's own bankruptcy
 * price, and the immediate loss when buying above the mark or selling below it.
 */
import { ceilOf, feeOf, PPB } from '../../../rules/arithmetic/rounding';
import { signOf, type PositionSide } from './position';

export interface OpeningOrder {
  side: PositionSide;
  /** Units per tick for all its lots. */
  perTick: bigint;
  /** Its limit, or the price of a fill, in ticks. */
  price: number;
  /** A whole number from 1. */
  leverage: number;
  /** The owner's taker rate, parts per billion. */
  takerPpb: number;
  /** The market's highest taker rate, parts per billion. */
  closePpb: number;
  /** The mark at the time of the calculation, in ticks. */
  mark: number;
}

/** Units, each at least 0. */
export interface OrderCost {
  /** Value ÷ leverage, rounded up. */
  margin: bigint;
  /** Opening fee, rounded up. */
  fee: bigint;
  /** Closing fee at the order's bankruptcy price, rounded up. */
  reserve: bigint;
  /** Immediate loss against the mark; exact. */
  loss: bigint;
  total: bigint;
}

export function orderCost(order: OpeningOrder): OrderCost {
  const { side, perTick, price, takerPpb, closePpb, mark } = order;
  const value = perTick * BigInt(price);
  const leverage = BigInt(order.leverage);
  const margin = ceilOf(value, leverage);
  const fee = feeOf(value, takerPpb);
  // The bankruptcy price of an order is price × (1 ∓ 1 ÷ leverage). The division by the leverage comes last, so that
  // only one rounding happens.
  const reserve = ceilOf(value * (leverage - signOf(side)) * BigInt(closePpb), leverage * PPB);
  const priceDistance = signOf(side) * BigInt(price - mark);
  const loss = priceDistance > 0n ? perTick * priceDistance : 0n;
  return { margin, fee, reserve, loss, total: margin + fee + reserve + loss };
}

/** Collateral of an isolated position after a fill of this cost: everything except the opening fee. */
export function collateralOf({ margin, reserve, loss }: OrderCost): bigint {
  return margin + reserve + loss;
}

/** Value ÷ leverage, rounded up: the initial margin of a position of this value (units). */
export function initialMargin(value: bigint, leverage: number): bigint {
  return ceilOf(value, BigInt(leverage));
}
