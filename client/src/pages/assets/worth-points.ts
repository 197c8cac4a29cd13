/** The history of what accounts were worth, as a line. */
import type { DayWorth } from '../../../../shared/wire/valuation';
import { differenceOf, quotientOf } from '../../shared/lib/exact';

export const UNITS = ['usdt', 'btc'] as const;
export type Unit = (typeof UNITS)[number];

export interface WorthPoint {
  /** `YYYY-MM-DD`, as the exchange counts days. */
  day: string;
  worth: string;
}

const RATIO_DIGITS = 6;

/** Days on which nothing was priced are left out; of the empty days before the first money the last one is shown. */
export function worthPoints(records: readonly DayWorth[], unit: Unit): WorthPoint[] {
  const points = records.flatMap(({ day, [unit]: worth }) => (worth === null ? [] : [{ day, worth }]));
  const first = points.findIndex(({ worth }) => isSomething(worth));
  return points.slice(Math.max(0, first - 1));
}

/** What the time shown has done: last less first, and that by the first unless it was nothing. Null for fewer than two days. */
export function worthChange(points: readonly WorthPoint[]): { change: string; ratio: string | null } | null {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || first === undefined || last === undefined) return null;
  const change = differenceOf(last.worth, first.worth);
  return { change, ratio: isSomething(first.worth) ? quotientOf(change, first.worth, RATIO_DIGITS) : null };
}

function isSomething(worth: string): boolean {
  return /[1-9]/.test(worth);
}
