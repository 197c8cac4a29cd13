/** What one side of a fill pays: a part of what it receives, or a fixed amount once an order. */
import { chargeOn } from '../../../shared/rules/spot/charges';
import { rateOf, type Market } from '../market/market';
import type { OrderSide } from '../market/order';

/** The terms that fees are by. */
export interface FeeTerms {
  readonly makerFeesPpb: readonly number[];
  readonly takerFeesPpb: readonly number[];
  readonly makerFeesFixed?: readonly bigint[] | undefined;
  readonly takerFeesFixed?: readonly bigint[] | undefined;
}

export interface Charged {
  side: OrderSide;
  makes: boolean;
  level: number;
  /** Nothing of the order was filled before. */
  isFirst: boolean;
  /** Units of what this side receives, which it pays in. */
  received: bigint;
  /** Ticks. */
  price: number;
}

/**
 * A part is rounded up. A fixed amount is of quote and paid at the first fill; a buyer, who receives base, pays as much of it
 * as the amount buys at the price of the fill, rounded up. Never more than what is received.
 */
export function chargeOf(
  { basePerLot, quotePerTickLot }: Readonly<Pick<Market, 'basePerLot' | 'quotePerTickLot'>>,
  terms: FeeTerms,
  { side, makes, level, isFirst, received, price }: Charged,
): bigint {
  const fixed = fixedOf(makes ? terms.makerFeesFixed : terms.takerFeesFixed, level);
  if (fixed !== 0n && !isFirst) return 0n;
  const filled = { side, received, baseUnits: basePerLot, quoteUnits: BigInt(price) * quotePerTickLot };
  return chargeOn(filled, rateOf(makes ? terms.makerFeesPpb : terms.takerFeesPpb, level), fixed);
}

/** The last one serves every higher level; 0 where the level's fee is a part. */
export function fixedOf(amounts: readonly bigint[] | undefined, level: number): bigint {
  if (amounts === undefined || amounts.length === 0) return 0n;
  return amounts[Math.min(level, amounts.length - 1)];
}
