/** Fee levels: setting the table, closing a day, and calculating members' levels. */
import { dayStart } from '../../../shared/rules/days';
import { VALUE_ASSET } from '../../../shared/rules/valuation';
import { AMOUNT_MAX } from '../amounts';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { broken, reject } from '../rejection';
import type { CoreView } from '../state';
import { closingPrice } from './closing';
import type { CloseFeeDay, SetFeeLevels, SetFeeTiers } from './commands';
import { FEE_LEVELS_MAX } from './fee-terms';
import { LEVELS_FROM_MS, levelOf, tableAt } from './level';
import { idsAfter } from './ordered-ids';
import { FEE_PRODUCTS, type MemberFees } from './state';
import { volumeUntil } from './volume';

/** Maximum time between setting a table and its start. */
const AHEAD_MS_MAX = 90 * 86_400_000;
/** Maximum number of scheduled tables. */
const PENDING_MAX = 16;
/** Members calculated in one batch; such a slice takes a few milliseconds. */
export const MEMBERS_AT_ONCE = 500;

export function decideSetFeeTiers(view: CoreView, command: SetFeeTiers, { at }: Context): Decision {
  const { product, volumes, reason, from = at } = command;
  const isProduct = FEE_PRODUCTS.includes(product);
  if (!isProduct || !areVolumes(volumes)) return reject('fee.tiers.invalid');
  if (!Number.isSafeInteger(from) || from < at || from > at + AHEAD_MS_MAX) return reject('fee.tiers.from.invalid');
  const pending = view.fees[product].tables.filter((table) => table.from > at && table.from !== from);
  if (pending.length >= PENDING_MAX) return reject('fee.tiers.from.invalid');
  // The 30-day volume is summed in USDT before its conversion.
  if (!view.assets.has(VALUE_ASSET)) return reject('asset.unknown');
  return [{ type: 'FeeTiersSet', product, from, volumes, reason }];
}

function areVolumes(volumes: readonly bigint[]): boolean {
  if (volumes.length === 0 || volumes.length > FEE_LEVELS_MAX || volumes[0] !== 0n) return false;
  return volumes.every((volume, level) => level === 0 || (volume > volumes[level - 1] && volume <= AMOUNT_MAX));
}

export function decideCloseFeeDay(view: CoreView, { product }: CloseFeeDay): Decision {
  const day = view.fees[product].open ?? broken(`no day of ${product} is open for fees`);
  return [{ type: 'FeeDayClosed', product, day, ...closingPrice(view, dayStart(day + 1)) }];
}

/**
 * Takes the next members by id and uses closed days only: trades during the calculation belong to a later day. Members
 * with unchanged level and volume get no event.
 */
export function decideSetFeeLevels(view: CoreView, { product }: SetFeeLevels): Decision {
  const {
    tables,
    reckoned: lastCalculatedDay,
    through: lastCalculatedUser,
    active: activeMembers,
  } = view.fees[product];
  const day = lastCalculatedDay + 1;
  const startsAt = dayStart(day + 1);
  const volumes = tableAt(tables, startsAt)?.volumes ?? [0n];
  const users = idsAfter(activeMembers, lastCalculatedUser, MEMBERS_AT_ONCE + 1);
  const events: CoreEvent[] = [];
  for (const user of users.slice(0, MEMBERS_AT_ONCE)) {
    const fees = view.members.get(user)?.fees[product] ?? broken(`${user} has no fees to reckon`);
    const volume = volumeUntil(view, product, fees as MemberFees, day);
    const level = levelOf(volumes, volume);
    const before = fees.next ?? fees;
    if (before.level === level && before.volume === volume) continue;
    events.push({ type: 'FeeLevelSet', user, product, level, volume, from: startsAt + LEVELS_FROM_MS });
  }
  const isLast = users.length <= MEMBERS_AT_ONCE;
  events.push({
    type: 'FeeLevelsReckoned',
    product,
    day,
    through: isLast ? undefined : users[MEMBERS_AT_ONCE - 1],
  });
  return events;
}
