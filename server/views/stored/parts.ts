/** Lists as files, part by part, oldest first: no place of them is too deep. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { TimeRange } from './queries';

export interface ListFilters extends TimeRange {
  market?: string | undefined;
}

/** Where a part of a file ended: what its list is ordered by, of the last row. */
export type ExportPlace = readonly [number, number];
export const EXPORT_START: ExportPlace = [-1, -1];

export interface ExportFilters extends ListFilters {
  /** Position of the journal up to which it goes. */
  until: number;
}

export function placed<Row>(row: Row, first: number, second: number): { row: Row; place: ExportPlace } {
  return { row, place: [first, second] };
}

export function behind(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  eb: ExpressionBuilder<any, any>,
  user: number,
  { until }: ExportFilters,
  [first, second]: readonly [string, string],
  [afterFirst, afterSecond]: ExportPlace,
): Expression<SqlBool>[] {
  return [
    eb('userId', '=', user),
    eb('position', '<=', until),
    // Said twice: by the first condition a store begins where the part before ended.
    eb(first, '>=', afterFirst),
    eb.or([eb(first, '>', afterFirst), eb(second, '>', afterSecond)]),
  ];
}

/** Columns of any table that has a market, and the time that its list goes by. */
export function spanOf(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  eb: ExpressionBuilder<any, any>,
  { market, from, to }: ListFilters,
  at: string,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (market !== undefined) conditions.push(eb('market', '=', market));
  if (from !== undefined) conditions.push(eb(at, '>=', from));
  if (to !== undefined) conditions.push(eb(at, '<', to));
  return conditions;
}
