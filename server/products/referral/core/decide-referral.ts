/** Rates of rebates, and what is paid of a day that is over. */
import { PPB } from '../../../../shared/rules/arithmetic/rounding';
import { actorId } from '../../../core/actor';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { idsAfter } from '../../../core/fees/ordered-ids';
import { getOrThrow, sortedByKey } from '../../../core/evolve-helpers';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import type { Member } from '../../../core/member/member';
import { canBeRebated } from '../../../core/member/rebate-eligibility';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { PayRebates, ReferralRates, SetReferralTerms } from './commands';
import type { RebatePaid } from './events';

/** Maximum of both levels together. */
export const RATES_PPB_MAX = 500_000_000;
/** Maximum time between setting rates and their start. */
const AHEAD_MS_MAX = 90 * 86_400_000;
/** Maximum number of scheduled rates. */
const PENDING_MAX = 16;
/** Rebates after which no further payer is added: with all rebates of the last payer they fill less than half of a batch. */
const REBATES_AT_ONCE = 300;
/** Maximum payers checked in one batch, with or without a rebate. */
export const PAYERS_AT_ONCE = 200;

export function decideSetReferralTerms(
  view: CoreView,
  { from, level1Ppb, level2Ppb, reason }: SetReferralTerms,
  { at, actor }: Context,
): Decision {
  const rates = { level1Ppb, level2Ppb };
  if (!areRates(rates)) return reject('referral.terms.invalid');
  if (from !== undefined && (!Number.isSafeInteger(from) || from < at || from > at + AHEAD_MS_MAX))
    return reject('referral.terms.from.invalid');
  const { tables } = view.referral;
  const startsAt = from ?? at;
  if (tables.filter((table) => table.from > at && table.from !== startsAt).length >= PENDING_MAX)
    return reject('referral.terms.from.invalid');
  const proposedBy = actorId(actor) ?? broken('only people set terms');
  return [{ type: 'ReferralTermsSet', from: startsAt, ...rates, proposedBy, reason }];
}

function areRates({ level1Ppb, level2Ppb }: ReferralRates): boolean {
  const areIntegers = [level1Ppb, level2Ppb].every((rate) => Number.isSafeInteger(rate) && rate >= 0);
  return areIntegers && level1Ppb + level2Ppb <= RATES_PPB_MAX;
}

/** Pays rebates for the next payers of a day, by id. Amounts that round to zero have no event. */
export function decidePayRebates(view: CoreView, { day }: PayRebates): Decision {
  const { rates, fees, payers } = getOrThrow(view.referral.days, day);
  const users = idsAfter(payers, 0, PAYERS_AT_ONCE + 1);
  const events: CoreEvent[] = [];
  let processedCount = 0;
  while (processedCount < users.length && processedCount < PAYERS_AT_ONCE && events.length < REBATES_AT_ONCE) {
    const source = users[processedCount++];
    for (const { user, level, ratePpb } of receiversOf(view, source, rates)) {
      for (const [asset, fee] of sortedByKey(getOrThrow(fees, source))) {
        const amount = (fee * BigInt(ratePpb)) / PPB;
        if (amount > 0n) events.push(paidEvent(view, { user, source, level, day, asset, fee, ratePpb, amount }));
      }
    }
  }
  const isLast = processedCount === users.length;
  events.push({ type: 'RebatesReckoned', day, through: isLast ? undefined : users[processedCount - 1] });
  return events;
}

interface Receiver {
  user: number;
  level: 1 | 2;
  ratePpb: number;
}

/** No rebate returns to the payer through another account. */
function receiversOf({ members }: CoreView, payer: number, { level1Ppb, level2Ppb }: ReferralRates): Receiver[] {
  const source = getOrThrow(members, payer);
  const directInviter = inviterOf(members, source);
  const indirectInviter = directInviter && inviterOf(members, directInviter);
  const receivers: Receiver[] = [];
  if (directInviter && canBeRebated(directInviter, source))
    receivers.push({ user: directInviter.user, level: 1, ratePpb: level1Ppb });
  if (indirectInviter && canBeRebated(indirectInviter, source))
    receivers.push({ user: indirectInviter.user, level: 2, ratePpb: level2Ppb });
  return receivers;
}

type MemberView = Readonly<Pick<Member, 'user' | 'inviter' | 'document' | 'erased'>>;

function inviterOf(members: CoreView['members'], { inviter }: MemberView): MemberView | null {
  return inviter === null ? null : getOrThrow(members, inviter);
}

function paidEvent(view: CoreView, rebate: Omit<RebatePaid, 'type' | 'entries'>): RebatePaid {
  const { user, asset, amount } = rebate;
  const [fees, referral] = [houseAccount('fees', asset), houseAccount('referral', asset)];
  const { available } = spotBuckets(view.ledger, user, asset);
  const entries: Entry[] = [
    { kind: 'referral_reserve', debit: fees, credit: referral, amount },
    { kind: 'referral_rebate', debit: referral, credit: available, amount },
  ];
  return { type: 'RebatePaid', ...rebate, entries };
}
