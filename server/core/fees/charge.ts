/** The fee of one side of a fill: a part of what it receives, or of the fixed amount that its order owes. */
import { chargeOn } from '../../../shared/rules/charges';
import { rateOf, type Market } from '../market/market';
import type { FixedFee, OrderSide } from '../market/order';
import { termsAt } from '../market/terms';
import type { MarketView } from '../state';

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
  /** The order as it stands after the fills before. */
  order: Payer;
  /** Units of what this side receives, which it pays in. */
  received: bigint;
  /** Ticks. */
  price: number;
}

/** The facts of an order that its fee depends on. */
export interface Payer {
  readonly filledQuantity: number;
  readonly fixedFee: FixedFee | null;
}

export interface Charge {
  /** Units of what is received. */
  fee: bigint;
  /** The fixed amount that the order owes from this fill on, units of quote: of the fill that says how much it is. */
  owes?: bigint | undefined;
}

/**
 * A part is rounded up. A fixed amount is of quote, and owed by the order: as much as the first fill for which the market has
 * one says, by its role and level. Each fill pays what is left of it and never more than it receives; a buyer, who receives base,
 * pays as much base as that buys at the price of the fill, rounded up. Orders by the first rule pay at their first fill alone.
 */
export function chargeOf(
  { basePerLot, quotePerTickLot }: Readonly<Pick<Market, 'basePerLot' | 'quotePerTickLot'>>,
  terms: FeeTerms,
  { side, makes, level, order: { filledQuantity, fixedFee }, received, price }: Charged,
): Charge {
  const fixed = fixedOf(makes ? terms.makerFeesFixed : terms.takerFeesFixed, level);
  const known = fixedFee?.left ?? null;
  const filled = { side, received, baseUnits: basePerLot, quoteUnits: BigInt(price) * quotePerTickLot };
  if (known === null && fixed === 0n) {
    return { fee: chargeOn(filled, rateOf(makes ? terms.makerFeesPpb : terms.takerFeesPpb, level), 0n) };
  }
  const isPaid = fixedFee === null ? filledQuantity > 0 : known === 0n;
  const fee = isPaid ? 0n : chargeOn(filled, 0, known ?? fixed);
  return { fee, owes: fixedFee !== null && known === null ? fixed : undefined };
}

/** The fixed fee that is left after a fill, which pays at most its own notional. */
export function afterFill(fixedFee: FixedFee | null, owes: bigint | undefined, notional: bigint): FixedFee | null {
  const left = owes ?? fixedFee?.left ?? 0n;
  return left === 0n ? fixedFee : { left: left > notional ? left - notional : 0n };
}

/** What an order owes when it is placed by this rule, or comes to it by an amendment: nothing yet by rule 2; by rule 1 nothing is kept. */
export function fixedFeeOf(rule: 2 | undefined): FixedFee | null {
  return rule === 2 ? { left: null } : null;
}

/**
 * The rule that an order names when it is placed, or amended to another price or more lots: 2 where its market has fixed fees or
 * has announced some, else none.
 */
export function feeRuleAt(market: MarketView, at: number): 2 | undefined {
  const isAnnounced = market.pending.some(({ from, terms }) => from > at && hasFixedFees(terms));
  return isAnnounced || hasFixedFees(termsAt(market, at)) ? 2 : undefined;
}

export function hasFixedFees({ makerFeesFixed, takerFeesFixed }: Readonly<Partial<FeeTerms>>): boolean {
  return fixedOf(makerFeesFixed, 0) > 0n || fixedOf(takerFeesFixed, 0) > 0n;
}

/** The last one serves every higher level; 0 where the level's fee is a part. */
export function fixedOf(amounts: readonly bigint[] | undefined, level: number): bigint {
  if (amounts === undefined || amounts.length === 0) return 0n;
  return amounts[Math.min(level, amounts.length - 1)];
}
