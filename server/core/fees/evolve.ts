/** Applies the events of fee levels to the state. */
import { dayOf, dayStart } from '../../../shared/rules/days';
import { getOrThrow } from '../evolve-helpers';
import type { CoreState } from '../state';
import type { Batch } from '../event';
import type { FeeDayClosed, FeeLevelSet, FeeLevelsReckoned, FeeTiersSet } from './events';
import { idsAfter, removeId } from './ordered-ids';
import { createMemberFees, type MemberFees, type ProductFees } from './state';
import { VOLUME_DAYS } from './volume';

/** Volumes are counted from the first table on. */
export function setTiers(state: CoreState, { product, from, volumes }: FeeTiersSet, { at }: Batch): void {
  const fees = state.fees[product];
  if (fees.open === null) {
    fees.open = dayOf(at);
    fees.reckoned = fees.open - 1;
  }
  const others = fees.tables.filter((table) => table.from !== from);
  fees.tables = [...others, { from, volumes }].sort((one, other) => one.from - other.from);
  dropOldTables(fees, at);
}

/** Removes tables that apply neither now nor to the next day to be calculated. */
function dropOldTables(fees: ProductFees, at: number): void {
  const needed = Math.min(at, dayStart(fees.reckoned + 2));
  const past = fees.tables.filter(({ from }) => from <= needed).length - 1;
  if (past > 0) fees.tables.splice(0, past);
}

export function closeDay(state: CoreState, { product, day, price }: FeeDayClosed): void {
  const fees = state.fees[product];
  fees.prices.set(day, price);
  fees.open = day + 1;
}

export function setLevel(state: CoreState, { user, product, level, volume, from }: FeeLevelSet): void {
  const member = getOrThrow(state.members, user);
  const fees = (member.fees[product] ??= createMemberFees());
  // The outcome of the previous day has been in effect for most of a day.
  if (fees.next !== null) Object.assign(fees, { level: fees.next.level, volume: fees.next.volume });
  fees.next = { level, volume, from };
}

/** Removes expired volumes, and members without any remaining data. */
export function endSlice(
  state: CoreState,
  { product, day, through: lastCalculatedUser }: FeeLevelsReckoned,
  { at }: Batch,
): void {
  const fees = state.fees[product];
  for (const user of idsAfter(fees.active, fees.through, Infinity, lastCalculatedUser)) {
    const member = getOrThrow(state.members, user);
    const memberFees = member.fees[product] as MemberFees;
    applyNextLevel(memberFees, day);
    if (memberFees.days.length > 0 || memberFees.next !== null || memberFees.level > 0 || memberFees.volume > 0n)
      continue;
    member.fees[product] = null;
    removeId(fees.active, user);
  }
  if (lastCalculatedUser !== undefined) {
    fees.through = lastCalculatedUser;
    return;
  }
  fees.through = 0;
  fees.reckoned = day;
  for (const closed of fees.prices.keys()) if (closed <= day + 1 - VOLUME_DAYS) fees.prices.delete(closed);
  dropOldTables(fees, at);
}

/**
 * Runs after `day` is calculated: removes days outside the window of later days, and makes an outcome in effect the
 * current one.
 */
function applyNextLevel(fees: MemberFees, day: number): void {
  const { next, days, traded } = fees;
  if (next !== null && next.from <= dayStart(day + 1)) {
    Object.assign(fees, { level: next.level, volume: next.volume, next: null });
  }
  let past = 0;
  while (past < days.length && days[past] <= day + 1 - VOLUME_DAYS) past++;
  if (past === 0) return;
  days.splice(0, past);
  traded.splice(0, past);
}
