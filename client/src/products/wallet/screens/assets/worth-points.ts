/** Past value of accounts as a line. */
import type { DayWorth } from '../../../../../../shared/products/wallet/valuation';
import { compare, differenceOf, quotientOf, sumOf } from '../../../../kit/lib/numbers/exact';

export const UNITS = ['usdt', 'btc'] as const;
export type Unit = (typeof UNITS)[number];

export interface WorthPoint {
  /** `YYYY-MM-DD`, in the exchange's days. */
  day: string;
  value: string;
  /** Inflow less outflow of the day, signed. */
  flow: string;
}

const RATIO_DIGITS = 6;

/** Days without prices are left out. Of the empty days before the first money only the last is kept. */
export function worthPoints(records: readonly DayWorth[], unit: Unit): WorthPoint[] {
  const points = records.flatMap(({ day, [unit]: value, flow }) =>
    value === null ? [] : [{ day, value, flow: flow[unit] ?? '0' }],
  );
  const first = points.findIndex(({ value }) => isSomething(value));
  return points.slice(Math.max(0, first - 1));
}

/** Change of value over the span, split into flow from and to outside, and result. */
export interface WorthChange {
  flow: string;
  result: string;
  /** Result ÷ (initial value + later inflows); null if the divisor is 0. */
  ratio: string | null;
}

/** Null for fewer than two days. */
export function worthChange(points: readonly WorthPoint[]): WorthChange | null {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || first === undefined || last === undefined) return null;
  const flows = points.slice(1).map(({ flow }) => flow);
  const flow = sumOf(flows);
  const result = differenceOf(differenceOf(last.value, first.value), flow);
  const put = sumOf([first.value, ...flows.filter((one) => compare(one, '0') > 0)]);
  return { flow, result, ratio: isSomething(put) ? quotientOf(result, put, RATIO_DIGITS) : null };
}

function isSomething(value: string): boolean {
  return /[1-9]/.test(value);
}
