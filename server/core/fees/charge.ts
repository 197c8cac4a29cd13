/** The fee of one side of a fill: a part of the received amount, or the fixed amount of its order. */
import { feeOnFill } from '../../../shared/rules/arithmetic/charges';
import { rateOf, type Market } from '../market/market';
import type { FixedFee, OrderSide } from '../market/order';
import { termsAt } from '../market/scheduled-terms';
import type { MarketView } from '../state';

/** Terms that determine fees. */
export interface FeeTerms {
  readonly makerFeesPpb: readonly number[];
  readonly takerFeesPpb: readonly number[];
  readonly makerFeesFixed?: readonly bigint[] | undefined;
  readonly takerFeesFixed?: readonly bigint[] | undefined;
}

export interface ChargedFill {
  side: OrderSide;
  makes: boolean;
  level: number;
  /** The order after the preceding fills. */
  order: Payer;
  /** Units received by this side, which also pays its fee from them. */
  received: bigint;
  /** Ticks. */
  price: number;
}

/** The order's facts that determine its fee. */
export interface Payer {
  readonly filledQuantity: number;
  readonly fixedFee: FixedFee | null;
}

export interface Charge {
  /** Units of the received asset. */
  fee: bigint;
  /** The order's fixed fee from this fill on, units of quote; only in the fill that sets it. */
  owes?: bigint | undefined;
}

/**
 * A proportional fee is rounded up. A fixed fee is in quote, per order: the first fill for which the market has one sets it by role and
 * level. Each fill pays the remaining fee, but never more than it receives. A buyer, who receives base, pays the base that the fee buys at
 * the price of the fill, rounded up. Orders under the first rule pay at their first fill only.
 */
export function chargeOf(
  { basePerLot, quotePerTickLot }: Readonly<Pick<Market, 'basePerLot' | 'quotePerTickLot'>>,
  terms: FeeTerms,
  { side, makes, level, order: { filledQuantity, fixedFee }, received, price }: ChargedFill,
): Charge {
  const fixed = fixedAmountAt(makes ? terms.makerFeesFixed : terms.takerFeesFixed, level);
  const remaining = fixedFee?.left ?? null;
  const filled = { side, received, baseUnits: basePerLot, quoteUnits: BigInt(price) * quotePerTickLot };
  if (remaining === null && fixed === 0n) {
    return { fee: feeOnFill(filled, rateOf(makes ? terms.makerFeesPpb : terms.takerFeesPpb, level), 0n) };
  }
  const isPaid = fixedFee === null ? filledQuantity > 0 : remaining === 0n;
  const fee = isPaid ? 0n : feeOnFill(filled, 0, remaining ?? fixed);
  return { fee, owes: fixedFee !== null && remaining === null ? fixed : undefined };
}

/** The remaining fixed fee after a fill; a fill pays at most its own notional. */
export function fixedFeeAfterFill(
  fixedFee: FixedFee | null,
  owes: bigint | undefined,
  notional: bigint,
): FixedFee | null {
  const remaining = owes ?? fixedFee?.left ?? 0n;
  return remaining === 0n ? fixedFee : { left: remaining > notional ? remaining - notional : 0n };
}

/** Initial fee state of an order placed under this rule or amended to it. Under rule 2 the fee is not known yet; rule 1 needs no state. */
export function fixedFeeOf(rule: 2 | undefined): FixedFee | null {
  return rule === 2 ? { left: null } : null;
}

/**
 * The fee rule that an order records when it is placed, or amended to another price or more lots: 2 if its market has
 * or has announced fixed fees, else none.
 */
export function feeRuleAt(market: MarketView, at: number): 2 | undefined {
  const isAnnounced = market.pending.some(({ from, terms }) => from > at && hasFixedFees(terms));
  return isAnnounced || hasFixedFees(termsAt(market, at)) ? 2 : undefined;
}

export function hasFixedFees({ makerFeesFixed, takerFeesFixed }: Readonly<Partial<FeeTerms>>): boolean {
  return fixedAmountAt(makerFeesFixed, 0) > 0n || fixedAmountAt(takerFeesFixed, 0) > 0n;
}

/** The last amount serves all higher levels; 0 if the level's fee is proportional. */
export function fixedAmountAt(amounts: readonly bigint[] | undefined, level: number): bigint {
  if (amounts === undefined || amounts.length === 0) return 0n;
  return amounts[Math.min(level, amounts.length - 1)];
}
