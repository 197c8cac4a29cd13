/** What lists of purchases have alike, of financial products and of mining. */
import { dayName, dayOf } from '../../../shared/rules/days';
import type { EarnDay, EarnDaysRequest } from '../../../shared/wire/financial';
import { requestInvalid } from '../../platform/errors/refusal';
import type { LiveViews } from '../../views/live/live-views';
import type { FinancialDay } from '../../views/stored/earn/queries';
import { BYTE_ORDER_MARK, csvLine, recordLine } from '../shared/csv';

const DAYS_MAX = 400;
const PART = 200;

/** Days that have any of the span in them; null of none. Refuses more than a year and a month of them. */
export function daysAsked({ from, to }: EarnDaysRequest): { first: number; last: number } | null {
  if (to <= from) return null;
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  if (last - first >= DAYS_MAX) throw requestInvalid([{ path: 'to', code: 'out.of.range' }]);
  return { first, last };
}

export function earnDayRecord({ day, asset, principal, income }: FinancialDay, { markets }: LiveViews): EarnDay {
  const amount = (units: bigint): string => markets.amount(asset, units);
  return { day: dayName(day), asset, principal: amount(principal), income: amount(income) };
}

interface Source<Row, Fields extends object> {
  /** Those behind the purchase `after`, oldest first. */
  part: (after: number, limit: number) => Promise<Row[]>;
  record: (row: Row) => Fields;
}

export async function* purchaseFile<Row extends { id: number }, Fields extends object>(
  columns: readonly (keyof Fields & string)[],
  { part, record }: Source<Row, Fields>,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for (let after = 0; ;) {
    const rows = await part(after, PART);
    const lines = rows.map((row) => recordLine(columns, record(row)));
    if (lines.length > 0) yield lines.join('');
    if (rows.length < PART) return;
    after = rows[rows.length - 1].id;
  }
}
