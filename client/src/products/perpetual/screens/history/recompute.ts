/** Recomputes a liquidation from its inputs with the exchange's own rules. Takes and returns decimals. */
import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/liquidations';
import { bankruptcyPrice } from '../../../../../../shared/products/perpetual/rules/bankruptcy';
import { markOf } from '../../../../../../shared/products/perpetual/rules/mark';
import { profitAt, valueAt } from '../../../../../../shared/products/perpetual/rules/position';
import { maintenanceMarginAt } from '../../../../../../shared/products/perpetual/rules/maintenance-margin';
import { decimalOf, scaleOf, unitsOf } from '../../../../../../shared/rules/units';
import type { OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { compare, exact } from '../../../../kit/lib/numbers/exact';

/** Inputs that the user can change. */
export const INPUTS = ['p1', 'p2', 'last', 'cost', 'collateral'] as const;
export type Input = (typeof INPUTS)[number];
export type Inputs = Readonly<Record<Input, string>>;

/** State of a position at a given mark. */
export interface Standing {
  value: string;
  unrealised: string;
  /** Collateral plus unrealised profit or loss. */
  cover: string;
  requirement: string;
  isLiquidated: boolean;
}

export interface Recomputed extends Standing {
  mark: string;
  /** Null if closing leaves something at every price. */
  bankruptcy: string | null;
}

export function inputsOf({ inputs: { p1, p2, last, cost, collateral } }: LiquidationDetail): Inputs {
  return { p1, p2, last, cost, collateral };
}

/**
 * Label of the third price: the last trade by the first mark rule, which had no bound, or the last minute's average by
 * the second.
 */
export function lastPriceLabelOf({ inputs: { bound } }: LiquidationDetail) {
  return bound === null ? 'contracts.last' : 'contracts.paid';
}

/** Null if an input is not a valid price of the market or not a valid amount. */
export function recompute(detail: LiquidationDetail, inputs: Inputs, terms: OutcomeTerms): Recomputed | null {
  const prices = [inputs.p1, inputs.p2, inputs.last].map((price) => ticksOf(price, terms.tick));
  const { index, bound } = detail.inputs;
  const boundTicks = bound === null ? null : ticksIn(bound, terms);
  const [cost, collateral] = [inputs.cost, inputs.collateral].map((amount) => amountOf(amount, terms.scale));
  const [p1, p2, last] = prices;
  if (p1 === null || p2 === null || last === null || cost === null || collateral === null) return null;
  const mark = markOf({ p1, p2, last, index: ticksIn(index, terms) }, boundTicks);
  const position = positionOf(detail, cost, terms);
  const bankruptcy = bankruptcyPrice(position, collateral, detail.inputs.closeFeePpb);
  return {
    ...standingAt(detail, { cost, collateral, mark }, terms),
    mark: priceOf(mark, terms.tick),
    bankruptcy: bankruptcy === null ? null : priceOf(bankruptcy, terms.tick),
  };
}

/** Whether the result equals the exchange's record to the unit. */
export function isAsRecorded({ mark, inputs }: LiquidationDetail, recomputed: Recomputed): boolean {
  const pairs = [
    [recomputed.mark, mark],
    [recomputed.unrealised, inputs.unrealised],
    [recomputed.requirement, inputs.requirement],
  ];
  return recomputed.isLiquidated && pairs.every(([one, other]) => compare(one, other) === 0);
}

/** The position as it was at liquidation, valued at any mark (a price on the tick), with the tier that applied then. */
export function standingAtPrice(detail: LiquidationDetail, price: string, terms: OutcomeTerms): Standing | null {
  const mark = ticksOf(price, terms.tick);
  if (mark === null) return null;
  const [cost, collateral] = [detail.inputs.cost, detail.inputs.collateral].map((decimal) =>
    exact(decimal, terms.scale),
  );
  return standingAt(detail, { cost, collateral, mark }, terms);
}

interface RecomputeInput {
  /** Units. */
  cost: bigint;
  collateral: bigint;
  /** Ticks. */
  mark: number;
}

function standingAt(
  detail: LiquidationDetail,
  { cost, collateral, mark }: RecomputeInput,
  terms: OutcomeTerms,
): Standing {
  const { tierRatePpb, tierAmount, closeFeePpb } = detail.inputs;
  const position = positionOf(detail, cost, terms);
  const value = valueAt(position, mark);
  const tier = { floor: 0n, cap: value, leverageMax: 1, ratePpb: tierRatePpb, amount: exact(tierAmount, terms.scale) };
  const requirement = maintenanceMarginAt({ tiers: [tier], closePpb: closeFeePpb }, position, mark);
  const profit = profitAt(position, mark);
  const equity = collateral + profit;
  const amount = (units: bigint) => decimalOf(units, terms.scale);
  return {
    value: amount(value),
    unrealised: amount(profit),
    cover: amount(equity),
    requirement: amount(requirement),
    isLiquidated: equity <= requirement,
  };
}

function positionOf({ side, inputs: { lots } }: LiquidationDetail, cost: bigint, { perTickLot }: OutcomeTerms) {
  return { side, perTick: BigInt(lots) * perTickLot, cost };
}

function priceOf(ticks: number, tick: string): string {
  const scale = scaleOf(tick);
  return decimalOf(BigInt(ticks) * exact(tick, scale), scale);
}

/** Converts a price from the exchange to ticks; such prices are always on the tick. */
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
