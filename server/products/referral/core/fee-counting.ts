/** Fees that count for rebates: those that the house kept of trades between unrelated users. */
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { tableAt } from '../../../core/fees/level';
import { addId } from '../../../core/fees/ordered-ids';
import { areRelated } from '../../../core/fees/related';
import { getOrThrow } from '../../../core/evolve-helpers';
import type { CoreState } from '../../../core/state';
import { createReferralDay, type ReferralDay, type ReferralState, type ReferralTable } from './state';

interface TradeParties {
  maker: number;
  taker: number;
  makerFee: bigint;
  takerFee: bigint;
}

/** Counts each side's fee for its inviter on the day of the batch. Users without an inviter cost one look-up. Rates must be set. */
export function countFees(
  state: CoreState,
  trade: TradeParties,
  makerPaid: string,
  takerPaid: string,
  at: number,
): void {
  const { referral, members } = state;
  const maker = getOrThrow(members, trade.maker);
  const taker = getOrThrow(members, trade.taker);
  if (maker.inviter === null && taker.inviter === null) return;
  if (areRelated(members, maker, taker)) return;
  const day = countedDay(referral, at);
  if (day === null) return;
  if (maker.inviter !== null) addFee(day, maker.user, makerPaid, trade.makerFee);
  if (taker.inviter !== null) addFee(day, taker.user, takerPaid, trade.takerFee);
}

/** Null before there are rates, and on a day for which nothing is paid. */
function countedDay({ days, tables }: ReferralState, at: number): ReferralDay | null {
  const day = dayOf(at);
  const present = days.get(day);
  if (present) return present;
  const rates = ratesAt(tables, at);
  if (rates === null || rates.level1Ppb + rates.level2Ppb === 0) return null;
  const newDay = createReferralDay(rates);
  days.set(day, newDay);
  return newDay;
}

/** The rates in effect when the day began; the very first rates also apply to the rest of their own day. */
export function ratesAt<T extends Pick<ReferralTable, 'from'>>(tables: readonly T[], at: number): T | null {
  const tableAtStart = tableAt(tables, dayStart(dayOf(at)));
  if (tableAtStart !== null) return tableAtStart;
  const first = tables.at(0);
  return first !== undefined && first.from <= at ? first : null;
}

export function addFee({ fees, payers }: ReferralDay, user: number, asset: string, fee: bigint): void {
  if (fee === 0n) return;
  const userFees = fees.get(user);
  if (userFees) {
    userFees.set(asset, (userFees.get(asset) ?? 0n) + fee);
    return;
  }
  fees.set(user, new Map([[asset, fee]]));
  addId(payers, user);
}
