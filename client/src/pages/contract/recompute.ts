/** The judgement of a liquidation once more, from its inputs, by the rules that the exchange goes by. Decimals in, decimals out. */
import type { LiquidationDetail } from '../../../../shared/wire/contract';
import { markOf } from '../../../../shared/rules/perpetual/mark';
import { profitAt, valueAt } from '../../../../shared/rules/perpetual/position';
import { requirementAt } from '../../../../shared/rules/perpetual/requirement';
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { OutcomeTerms } from '../../entities/contract/outcomes';
import { exact } from '../../shared/lib/exact';

/** What may be changed to see what it would have changed. */
export const INPUTS = ['p1', 'p2', 'last', 'cost', 'collateral'] as const;
export type Input = (typeof INPUTS)[number];
export type Inputs = Readonly<Record<Input, string>>;

export interface Judged {
  mark: string;
  value: string;
  unrealised: string;
  /** Collateral with what is won or lost. */
  cover: string;
  requirement: string;
  isLiquidated: boolean;
}

export function inputsOf({ inputs: { p1, p2, last, cost, collateral } }: LiquidationDetail): Inputs {
  return { p1, p2, last, cost, collateral };
}

/** Null where an input is no price of the market, or no amount. */
export function judged(detail: LiquidationDetail, inputs: Inputs, terms: OutcomeTerms): Judged | null {
  const { side } = detail;
  const { lots, tierRatePpb, tierAmount, closeFeePpb } = detail.inputs;
  const prices = [inputs.p1, inputs.p2, inputs.last].map((price) => ticksOf(price, terms.tick));
  const [cost, collateral] = [inputs.cost, inputs.collateral].map((amount) => amountOf(amount, terms.scale));
  const [p1, p2, last] = prices;
  if (p1 === null || p2 === null || last === null || cost === null || collateral === null) return null;
  const mark = markOf(p1, p2, last);
  const position = { side, perTick: BigInt(lots) * terms.perTickLot, cost };
  const value = valueAt(position, mark);
  const tier = { floor: 0n, cap: value, leverageMax: 1, ratePpb: tierRatePpb, amount: exact(tierAmount, terms.scale) };
  const requirement = requirementAt({ tiers: [tier], closePpb: closeFeePpb }, position, mark);
  const profit = profitAt(position, mark);
  const cover = collateral + profit;
  const amount = (units: bigint) => decimalOf(units, terms.scale);
  const scale = scaleOf(terms.tick);
  return {
    mark: decimalOf(BigInt(mark) * exact(terms.tick, scale), scale),
    value: amount(value),
    unrealised: amount(profit),
    cover: amount(cover),
    requirement: amount(requirement),
    isLiquidated: cover <= requirement,
  };
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
