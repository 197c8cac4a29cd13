/** The history of what accounts were worth, as a line. */
import type { DayWorth } from '../../../../../../shared/products/wallet/valuation';
import { compare, differenceOf, quotientOf, sumOf } from '../../../../shared/lib/numbers/exact';

export const UNITS = ['usdt', 'btc'] as const;
export type Unit = (typeof UNITS)[number];

export interface WorthPoint {
  /** `YYYY-MM-DD`, as the exchange counts days. */
  day: string;
  worth: string;
  /** What came in on that day less what went out, signed. */
  flow: string;
}

const RATIO_DIGITS = 6;

/** Days on which nothing was priced are left out; of the empty days before the first money the last one is shown. */
export function worthPoints(records: readonly DayWorth[], unit: Unit): WorthPoint[] {
  const points = records.flatMap(({ day, [unit]: worth, flow }) =>
    worth === null ? [] : [{ day, worth, flow: flow[unit] ?? '0' }],
  );
  const first = points.findIndex(({ worth }) => isSomething(worth));
  return points.slice(Math.max(0, first - 1));
}

/** What the time shown has done to the worth, apart: what came from outside or went there, and what was earned or lost. */
export interface WorthChange {
  flow: string;
  result: string;
  /** Of what there was at first and what has come since; null where that is nothing. */
  ratio: string | null;
}

/** Null for fewer than two days. */
export function worthChange(points: readonly WorthPoint[]): WorthChange | null {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || first === undefined || last === undefined) return null;
  const flows = points.slice(1).map(({ flow }) => flow);
  const flow = sumOf(flows);
  const result = differenceOf(differenceOf(last.worth, first.worth), flow);
  const put = sumOf([first.worth, ...flows.filter((one) => compare(one, '0') > 0)]);
  return { flow, result, ratio: isSomething(put) ? quotientOf(result, put, RATIO_DIGITS) : null };
}

function isSomething(worth: string): boolean {
  return /[1-9]/.test(worth);
}
