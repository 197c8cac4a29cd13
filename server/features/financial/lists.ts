/** What lists of purchases have alike, of financial products and of mining. */
import { dayName, dayOf } from '../../../shared/rules/days';
import type { EarnDay, EarnDaysRequest } from '../../../shared/wire/financial';
import { requestInvalid } from '../../platform/errors/refusal';
import type { LiveViews } from '../../views/live/live-views';
import type { FinancialDay } from '../../views/stored/earn/queries';

const DAYS_MAX = 400;

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
