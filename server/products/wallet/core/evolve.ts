/** Applies the larger events of the wallet to the state. */
import { getOrThrow, postEntries } from '../../../core/evolve-helpers';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type {
  RechargeCredited,
  RechargeSeen,
  WithdrawalApplied,
  WithdrawalCancelled,
  WithdrawalPaid,
  WithdrawalRejected,
} from './events';
import type { Withdrawal } from './withdrawal';
import { addSingleNodeSum } from './single-node-limits';
import { addProvisional, type ProvisionalCredit } from './provisional';
import { lineKey } from './statement';

/** Again under the same id when it was retracted. */
export function noteSeenRecharge(state: CoreState, event: RechargeSeen): void {
  const { recharge: id, user, asset, chain, reference, amount, confirmations, needed } = event;
  const [address, dust] = [event.address ?? null, event.dust ?? null];
  const details = { id, user, asset, chain, reference, address, amount, dust, confirmations, needed };
  state.wallet.recharges.set(id, { ...details, isRetracted: false });
  state.wallet.rechargeReferences.set(reference, id);
  noteRechargeId(state, id);
}

function noteRechargeId(state: CoreState, id: number): void {
  if (id >= state.wallet.counters.recharge) state.wallet.counters.recharge = id + 1;
}

export function endRecharge({ wallet: { recharges, rechargeReferences } }: CoreState, reference: string): void {
  const rechargeId = rechargeReferences.get(reference);
  if (rechargeId !== undefined) recharges.delete(rechargeId);
  rechargeReferences.set(reference, 0);
}

export function applyWithdrawal(state: CoreState, event: WithdrawalApplied): void {
  const { withdrawal: id, user, asset, amount, fee, hold } = event;
  const [value, day, notBefore] = [event.value ?? null, event.day ?? null, event.notBefore ?? null];
  postEntries(state, event.entries);
  const { secondApprovalAbove } = state.wallet;
  const details = { id, user, asset, amount, fee, hold, value, day, notBefore, secondApprovalAbove };
  const untouched = { status: 'applied', proposedBy: null, payoutKey: null } as const;
  state.wallet.withdrawals.set(id, { ...details, ...untouched, approvals: [] });
  state.wallet.counters.withdrawal = id + 1;
  if (event.card !== undefined && event.card > state.highest.card) state.highest.card = event.card;
  if (value === null || day === null) return;
  const { withdrawn } = getOrThrow(state.members, user);
  withdrawn.value = day === withdrawn.day ? withdrawn.value + value : value;
  withdrawn.day = day;
}

export function endWithdrawal(
  state: CoreState,
  event: WithdrawalPaid | WithdrawalRejected | WithdrawalCancelled,
): Withdrawal {
  const withdrawal = getOrThrow(state.wallet.withdrawals, event.withdrawal);
  postEntries(state, event.entries);
  if (state.holds.has(withdrawal.hold)) broken(`withdrawal ${withdrawal.id} leaves something held`);
  state.wallet.withdrawals.delete(withdrawal.id);
  return withdrawal;
}

/** A returned withdrawal no longer counts towards the limit of its day, if that is still the counted day. */
export function returnWithdrawal(state: CoreState, event: WithdrawalRejected | WithdrawalCancelled): void {
  const { user, value, day } = endWithdrawal(state, event);
  const { withdrawn } = getOrThrow(state.members, user);
  if (value !== null && day === withdrawn.day) withdrawn.value -= value;
}

export function creditRecharge(state: CoreState, event: RechargeCredited): void {
  const { recharge, user, asset, amount, reference, provisional, alone, entries } = event;
  postEntries(state, entries);
  if (state.wallet.statement.size > 0) state.wallet.statement.delete(lineKey(asset, 'in', reference));
  if (recharge !== undefined) noteRechargeId(state, recharge);
  endRecharge(state, reference);
  if (provisional !== 1) return;
  if (recharge === undefined) return broken('a credit without a number may be taken back');
  addProvisionalCredit(state, { recharge, user, asset, amount, reference, alone: alone === 1 });
}

export function addProvisionalCredit({ wallet }: CoreState, credit: ProvisionalCredit): void {
  wallet.provisional.set(credit.reference, credit);
  addProvisional(wallet.provisionalSums, credit);
  addSingleNodeSum(wallet.aloneSums, credit);
}

export function removeProvisionalCredit({ wallet }: CoreState, reference: string): void {
  const credit = wallet.provisional.get(reference) ?? broken(`recharge ${reference} is settled twice`);
  wallet.provisional.delete(reference);
  const negatedCredit = { ...credit, amount: -credit.amount };
  addProvisional(wallet.provisionalSums, negatedCredit);
  addSingleNodeSum(wallet.aloneSums, negatedCredit);
}
