/** Desk settings beside the terms of products: daily limits, and settings that the journal stores as keyed hashes. */
import { OVERDUE_HOURS, OVERDUE_HOURS_MAX, type OverdueWait } from '../../../shared/rules/overdue-hours';
import { AMOUNT_MAX } from '../amounts';
import type { Decision } from '../decision';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import type { SetDailyLimit, SetDeskSetting, SetOverdueHours } from './commands';

const BINDINGS_MAX = 16;
/** Maximum settings: each notice or banner with an external link has one, and settings are never removed. */
export const SETTINGS_MAX = 2_000;
const NAME = /^[A-Za-z0-9_./-]{1,64}$/;
const HASH = /^([0-9a-f]{2}){16,64}$/;

export function decideSetDailyLimit({ staff }: CoreView, { bindings, limit }: SetDailyLimit): Decision {
  const isBindings = Number.isSafeInteger(bindings) && bindings >= 0 && bindings <= BINDINGS_MAX;
  if (!isBindings || limit < 0n || limit > AMOUNT_MAX) return reject('staff.terms.invalid');
  if (staff.dailyLimits.get(bindings) === limit) return reject('terms.unchanged');
  return [{ type: 'DailyLimitSet', bindings, limit }];
}

export function decideSetOverdueHours({ staff }: CoreView, { wait, hours }: SetOverdueHours): Decision {
  const isHours = Number.isSafeInteger(hours) && hours >= 1 && hours <= OVERDUE_HOURS_MAX;
  if (!Object.hasOwn(OVERDUE_HOURS, wait) || !isHours) return reject('staff.terms.invalid');
  if (overdueHoursOf(staff, wait) === hours) return reject('terms.unchanged');
  return [{ type: 'OverdueHoursSet', wait, hours }];
}

/** The configured value, else the default. */
export function overdueHoursOf(
  { overdueHours }: { readonly overdueHours: ReadonlyMap<OverdueWait, number> },
  wait: OverdueWait,
): number {
  return overdueHours.get(wait) ?? OVERDUE_HOURS[wait];
}

export function decideSetDeskSetting({ staff }: CoreView, { name, hash }: SetDeskSetting): Decision {
  if (!NAME.test(name) || !HASH.test(hash)) return reject('staff.terms.invalid');
  const before = staff.settings.get(name);
  if (before === hash) return reject('terms.unchanged');
  if (before === undefined && staff.settings.size >= SETTINGS_MAX) return reject('staff.terms.invalid');
  return [{ type: 'DeskSettingSet', name, hash }];
}
