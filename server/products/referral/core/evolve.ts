/** Applies the events of rebates to the state. */
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { idsAfter, removeId } from '../../../core/fees/ordered-ids';
import { getOrThrow, noteHighestUser, postEntries } from '../../../core/evolve-helpers';
import type { Batch } from '../../../core/event';
import type { CoreState } from '../../../core/state';
import type { ReferralState } from './state';
import type { RebatePaid, RebatesReckoned, ReferralTermsProposed, ReferralTermsSet } from './events';

/** Part of the state that live views share, so that they use the same functions. */
interface ReferralSlice {
  readonly referral: Pick<ReferralState, 'tables' | 'proposed'>;
}

export function proposeTerms(state: CoreState, event: ReferralTermsProposed): void {
  noteHighestUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal({ referral }: ReferralSlice, event: ReferralTermsProposed): void {
  const { by, from = null, level1Ppb, level2Ppb } = event;
  referral.proposed = { from, level1Ppb, level2Ppb, by };
}

export function setTerms(state: CoreState, event: ReferralTermsSet, { at }: Batch): void {
  setRates(state, event, at);
}

/** Drops rates that apply to no day from today on. */
export function setRates({ referral }: ReferralSlice, event: ReferralTermsSet, at: number): void {
  const { from, level1Ppb, level2Ppb } = event;
  referral.proposed = null;
  const others = referral.tables.filter((table) => table.from !== from);
  referral.tables = [...others, { from, level1Ppb, level2Ppb }].sort((one, other) => one.from - other.from);
  const today = dayStart(dayOf(at));
  const past = referral.tables.filter((table) => table.from <= today).length - 1;
  if (past > 0) referral.tables.splice(0, past);
}

export function payRebate(state: CoreState, { entries }: RebatePaid): void {
  postEntries(state, entries);
}

/** Removes the fees of payers whose rebates are calculated. */
export function endSlice({ referral }: CoreState, { day, through: lastPayer }: RebatesReckoned): void {
  const { fees, payers } = getOrThrow(referral.days, day);
  if (lastPayer === undefined) {
    referral.days.delete(day);
    return;
  }
  for (const user of idsAfter(payers, 0, Infinity, lastPayer)) {
    fees.delete(user);
    removeId(payers, user);
  }
}
