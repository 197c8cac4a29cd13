/** The judgement of a liquidation once more, from its inputs, by the rules that the exchange goes by. Decimals in, decimals out. */
import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/wire';
import { bankruptcyPrice } from '../../../../../../shared/products/perpetual/rules/bankruptcy';
import { markOf } from '../../../../../../shared/products/perpetual/rules/mark';
import { profitAt, valueAt } from '../../../../../../shared/products/perpetual/rules/position';
import { requirementAt } from '../../../../../../shared/products/perpetual/rules/requirement';
import { decimalOf, scaleOf, unitsOf } from '../../../../../../shared/rules/units';
import type { OutcomeTerms } from '../../../../entities/contract/outcomes';
import { compare, exact } from '../../../../shared/lib/numbers/exact';

/** What may be changed to see what it would have changed. */
export const INPUTS = ['p1', 'p2', 'last', 'cost', 'collateral'] as const;
export type Input = (typeof INPUTS)[number];
export type Inputs = Readonly<Record<Input, string>>;

/** What a position stands at when it is judged. */
export interface Standing {
  value: string;
  unrealised: string;
  /** Collateral with what is won or lost. */
  cover: string;
  requirement: string;
  isLiquidated: boolean;
}

export interface Judged extends Standing {
  mark: string;
  /** Null where closing pays at every price. */
  bankruptcy: string | null;
}

export function inputsOf({ inputs: { p1, p2, last, cost, collateral } }: LiquidationDetail): Inputs {
  return { p1, p2, last, cost, collateral };
}

/** The name of the third price: the last trade by rule 1, which had no bound, and the average of the last minute by rule 2. */
export function lastOf({ inputs: { bound } }: LiquidationDetail) {
  return bound === null ? 'contracts.last' : 'contracts.paid';
}

/** Null where an input is no price of the market, or no amount. */
export function judged(detail: LiquidationDetail, inputs: Inputs, terms: OutcomeTerms): Judged | null {
  const prices = [inputs.p1, inputs.p2, inputs.last].map((price) => ticksOf(price, terms.tick));
  const { index, bound } = detail.inputs;
  const wide = bound === null ? null : ticksIn(bound, terms);
  const [cost, collateral] = [inputs.cost, inputs.collateral].map((amount) => amountOf(amount, terms.scale));
  const [p1, p2, last] = prices;
  if (p1 === null || p2 === null || last === null || cost === null || collateral === null) return null;
  const mark = markOf({ p1, p2, last, index: ticksIn(index, terms) }, wide);
  const position = positionOf(detail, cost, terms);
  const bankruptcy = bankruptcyPrice(position, collateral, detail.inputs.closeFeePpb);
  return {
    ...standingAt(detail, { cost, collateral, mark }, terms),
    mark: priceOf(mark, terms.tick),
    bankruptcy: bankruptcy === null ? null : priceOf(bankruptcy, terms.tick),
  };
}

/** Whether what comes out is what the exchange has recorded, to the unit. */
export function isAsRecorded({ mark, inputs }: LiquidationDetail, again: Judged): boolean {
  const pairs = [
    [again.mark, mark],
    [again.unrealised, inputs.unrealised],
    [again.requirement, inputs.requirement],
  ];
  return again.isLiquidated && pairs.every(([one, other]) => compare(one, other) === 0);
}

/** The position as it was when it was found, at any mark (a price of the market); under the tier that it was judged by. */
export function standingAtPrice(detail: LiquidationDetail, price: string, terms: OutcomeTerms): Standing | null {
  const mark = ticksOf(price, terms.tick);
  if (mark === null) return null;
  const [cost, collateral] = [detail.inputs.cost, detail.inputs.collateral].map((of) => exact(of, terms.scale));
  return standingAt(detail, { cost, collateral, mark }, terms);
}

interface Judging {
  /** Units. */
  cost: bigint;
  collateral: bigint;
  /** Ticks. */
  mark: number;
}

function standingAt(detail: LiquidationDetail, { cost, collateral, mark }: Judging, terms: OutcomeTerms): Standing {
  const { tierRatePpb, tierAmount, closeFeePpb } = detail.inputs;
  const position = positionOf(detail, cost, terms);
  const value = valueAt(position, mark);
  const tier = { floor: 0n, cap: value, leverageMax: 1, ratePpb: tierRatePpb, amount: exact(tierAmount, terms.scale) };
  const requirement = requirementAt({ tiers: [tier], closePpb: closeFeePpb }, position, mark);
  const profit = profitAt(position, mark);
  const cover = collateral + profit;
  const amount = (units: bigint) => decimalOf(units, terms.scale);
  return {
    value: amount(value),
    unrealised: amount(profit),
    cover: amount(cover),
    requirement: amount(requirement),
    isLiquidated: cover <= requirement,
  };
}

function positionOf({ side, inputs: { lots } }: LiquidationDetail, cost: bigint, { perTickLot }: OutcomeTerms) {
  return { side, perTick: BigInt(lots) * perTickLot, cost };
}

function priceOf(ticks: number, tick: string): string {
  const scale = scaleOf(tick);
  return decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}

/** A price that the exchange has sent, in ticks: it always lies on the tick. */
function ticksIn(price: string, { tick }: OutcomeTerms): number {
  const scale = scaleOf(tick);
  return Number(exact(price, scale) / exact(tick, scale));
}

function ticksOf(price: string, tick: string): number | null {
  const scale = scaleOf(tick);
  const units = unitsOf(price, scale);
  const step = exact(tick, scale);
  return typeof units === 'bigint' && units > 0n && units % step === 0n ? Number(units / step) : null;
}

function amountOf(amount: string, scale: number): bigint | null {
  const isNegative = amount.startsWith('-');
  const units = unitsOf(isNegative ? amount.slice(1) : amount, scale);
  return typeof units === 'bigint' ? (isNegative ? -units : units) : null;
}
