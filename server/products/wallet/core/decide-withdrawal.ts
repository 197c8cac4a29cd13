/**
 * Withdrawals: the owner applies, staff approve, a payout starts and pays. The amount frozen at application leaves once or returns once. An
 * amount that a person may have sent returns only if two staff members state that it was not sent. An amount submitted to a chain returns
 * only after the chain proves that it never arrives. A withdrawal stops if its owner's account is frozen, its coin's withdrawals are
 * suspended, or all withdrawals are stopped because of a ledger difference. It may still return; submitted ones continue, and payments that
 * a chain shows are recorded.
 */
import { depositAccountOf, type AccountKind } from '../../../../shared/rules/account-kinds';
import { dayOf } from '../../../../shared/rules/days';
import { approvalsFor } from '../../../../shared/products/wallet/rules/withdrawal-approvals';
import { AMOUNT_MAX } from '../../../core/amounts';
import { actorId, type Actor } from '../../../core/actor';
import type { Context, Decision } from '../../../core/decision';
import { refuseWhileStopped } from '../../../core/drift/decide-drift';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { termsAt } from '../../../core/market/scheduled-terms';
import { broken, isRejection, reject, type Rejection } from '../../../core/rejection';
import type { RightOf } from '../../../core/staff/rights';
import { refuseSecondApprover, refuseTooFewAdmins, approvalStillCounts } from '../../../core/staff/eligibility';
import type { CoreView } from '../../../core/state';
import { approvedWorthOfDay } from './approved-worth';
import type {
  ApplyWithdrawal,
  ApproveWithdrawal,
  CancelWithdrawal,
  FailPayout,
  PayWithdrawal,
  RejectWithdrawal,
  SetWithdrawalReview,
  StartPayout,
  SubmitPayout,
} from './commands';
import type { WithdrawalApplied } from './events';
import { checkProvisionalCover } from './finality';
import { termsKey } from './recharge';
import { freezeEntry, refuseSpending, unfreezeEntry } from './spending';
import { refuseUnlessOnStatement } from './statement';
import { largestValueOf } from './value';

type OpenWithdrawal = NonNullable<ReturnType<CoreView['wallet']['withdrawals']['get']>>;
type AssetView = NonNullable<ReturnType<CoreView['assets']['get']>>;

export function decideApplyWithdrawal(view: CoreView, command: ApplyWithdrawal, { at }: Context): Decision {
  const { user, asset, amount, chain, address, card, delay = 0 } = command;
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.frozen');
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  if (listedAsset.trading === 'maintenance') return reject('coin.under.maintenance');
  if (listedAsset.withdrawals === 'suspended') return reject('asset.withdrawals.suspended');
  const stopped = refuseWhileStopped(view);
  if (stopped) return stopped;
  const nowhere = refuseDestination(view, command, listedAsset.isFiat);
  if (nowhere) return nowhere;
  const { withdrawalFee: fee, withdrawalMin } = termsAt(listedAsset, at);
  if (command.fee !== undefined && command.fee !== fee)
    return reject('withdrawal.fee.changed', { asset, fee: `${fee}` });
  if (amount <= 0n) return reject('amount.not.positive');
  if (amount < withdrawalMin) return reject('withdrawal.too.small', { minimum: `${withdrawalMin}` });
  const account = depositAccountOf(listedAsset);
  const total = amount + fee;
  const refusal = refuseSpending(view, account, user, asset, total);
  if (refusal) return refusal;
  const covered = checkProvisionalCover(view, { user, account, asset, amount: total }, at, 'withdrawal.not.final');
  if (isRejection(covered)) return covered;
  const countedValue = countedWithdrawal(view, command, member.withdrawn, at);
  if (isRejection(countedValue)) return countedValue;
  const hold = view.counters.hold;
  return [
    {
      type: 'WithdrawalApplied',
      withdrawal: view.wallet.counters.withdrawal,
      user,
      asset,
      amount,
      fee,
      hold,
      chain,
      address,
      card,
      ...countedValue,
      notBefore: delay > 0 ? at + delay : undefined,
      beneficiary: command.beneficiary,
      rule: covered.rule,
      entries: [freezeEntry('withdrawal_apply', { user, account, asset, amount: total, hold })],
    },
  ];
}

/** A coin needs a chain that serves it and an address, legal currency a card; other combinations are rejected. */
function refuseDestination(
  view: CoreView,
  { asset, chain, address, card }: ApplyWithdrawal,
  isFiat: boolean,
): Rejection | null {
  if (isFiat) {
    const valid = card !== undefined && Number.isSafeInteger(card) && chain === undefined && address === undefined;
    return valid ? null : reject('withdrawal.destination.invalid');
  }
  if (chain === undefined || !address || card !== undefined) return reject('withdrawal.destination.invalid');
  return view.wallet.rechargeTerms.has(termsKey(asset, chain)) ? null : reject('chain.unknown');
}

/** The value, and the day on which it counts: the day of the batch, but never before the day counted last. */
function countedWithdrawal(
  view: CoreView,
  { asset, amount, limit }: ApplyWithdrawal,
  withdrawn: { readonly day: number; readonly value: bigint },
  at: number,
): Pick<WithdrawalApplied, 'value' | 'day'> | Rejection {
  const value = largestValueOf(view, asset, amount, at);
  if (value !== null && value > AMOUNT_MAX) return reject('amount.too.large');
  if (value === null) return limit === undefined ? { value: undefined } : reject('withdrawal.not.valued');
  const counts = Math.max(dayOf(at), withdrawn.day);
  const before = counts === withdrawn.day ? withdrawn.value : 0n;
  if (limit !== undefined && before + value > limit) {
    return reject('withdrawal.limit.exceeded', { left: `${limit > before ? limit - before : 0n}` });
  }
  return { value, day: counts };
}

export function decideCancelWithdrawal(view: CoreView, { user, withdrawal: id }: CancelWithdrawal): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal || withdrawal.user !== user) return reject('withdrawal.not.found');
  if (withdrawal.status !== 'applied') return reject('withdrawal.state.invalid');
  const entries = [returnEntry('withdrawal_cancelled', view, withdrawal)];
  return [{ type: 'WithdrawalCancelled', withdrawal: id, user, entries }];
}

export function decideSetWithdrawalReview(view: CoreView, { secondApprovalAbove }: SetWithdrawalReview): Decision {
  if (secondApprovalAbove < 0n) return reject('amount.not.positive');
  if (secondApprovalAbove > AMOUNT_MAX) return reject('amount.too.large');
  const { told, rules } = view.staff;
  if (told && secondApprovalAbove > rules.reviewAboveMax)
    return reject('terms.out.of.bounds', { maximum: `${rules.reviewAboveMax}` });
  return [{ type: 'WithdrawalReviewSet', secondApprovalAbove }];
}

export function decideApproveWithdrawal(
  view: CoreView,
  { type, withdrawal: id }: ApproveWithdrawal,
  { actor, at }: Context,
  rightOf: RightOf,
): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  if (withdrawal.status !== 'applied') return reject('withdrawal.state.invalid');
  if (isFrozen(view, withdrawal)) return reject('account.frozen');
  if (isSuspended(view, withdrawal)) return reject('asset.withdrawals.suspended');
  const stopped = refuseWhileStopped(view);
  if (stopped) return stopped;
  const { notBefore } = withdrawal;
  if (notBefore !== null && at < notBefore) return reject('withdrawal.delayed', { until: notBefore });
  const by = staffIdOf(actor);
  const { user, asset, amount, value, approvals, secondApprovalAbove: then } = withdrawal;
  const refusal = refuseTooFewAdmins(view) ?? refuseSecondApprover(view, [user, ...approvals], by, at);
  if (refusal) return refusal;
  const largestValue = largerValue(value, largestValueOf(view, asset, amount, at));
  const dayValue = approvedWorthOfDay(view, withdrawal, by, largestValue, at);
  const approvalCount = approvals.filter((one) => approvalStillCounts(view, one, rightOf(type))).length + 1;
  const complete = approvalCount >= approvalsFor(dayValue, then, view.wallet.secondApprovalAbove) ? 1 : 0;
  return [{ type: 'WithdrawalApproved', withdrawal: id, user, by, complete, worth: largestValue ?? undefined }];
}

/** A failed payout starts again: its starter replaces the person who stated that nothing was sent. */
export function decideStartPayout(view: CoreView, { withdrawal: id }: StartPayout): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { status, user } = withdrawal;
  if (status !== 'approved' && status !== 'failed') return reject('withdrawal.state.invalid');
  if (isFrozen(view, withdrawal)) return reject('account.frozen');
  if (isSuspended(view, withdrawal)) return reject('asset.withdrawals.suspended');
  return refuseWhileStopped(view) ?? [{ type: 'PayoutStarted', withdrawal: id, user }];
}

/**
 * Rejected while a statement exists that nothing was sent, and under a second key: the chain might also pay under the first. Legal currency
 * goes to a bank, which has no automatic payouts.
 */
export function decideSubmitPayout(
  view: CoreView,
  { withdrawal: id, key }: SubmitPayout,
  _: Context,
  rightOf: RightOf,
): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { status, user, payoutKey } = withdrawal;
  if (status !== 'paying' && status !== 'failed') return reject('withdrawal.state.invalid');
  if (rejectionProposer(view, withdrawal, rightOf) !== null) return reject('withdrawal.state.invalid');
  if (assetOf(view, withdrawal).isFiat) return reject('withdrawal.destination.invalid');
  if (isFrozen(view, withdrawal)) return reject('account.frozen');
  if (isSuspended(view, withdrawal)) return reject('asset.withdrawals.suspended');
  if (payoutKey !== null && payoutKey !== key) return reject('payout.key.mismatch');
  return refuseWhileStopped(view) ?? [{ type: 'PayoutSubmitted', withdrawal: id, user, key }];
}

export function decideFailPayout(view: CoreView, { withdrawal: id, key, reason }: FailPayout): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { status, user, payoutKey } = withdrawal;
  if (status !== 'submitted') return reject('withdrawal.state.invalid');
  if (payoutKey !== key) return reject('payout.key.mismatch');
  return [{ type: 'PayoutFailed', withdrawal: id, user, key, reason }];
}

/**
 * A coin's payment is public on its chain and stays a fact, whatever was frozen or stated since. It can be recorded from `paying` by hand,
 * as for every chain without automatic payouts, and even after a failure that the chain proved wrongly. A bank's payment is only stated,
 * and may be from before or after the freeze, so it waits for the end of the freeze.
 */
export function decidePayWithdrawal(
  view: CoreView,
  { withdrawal: id, reference, name }: PayWithdrawal,
  { actor }: Context,
): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  if (withdrawal.status === 'applied' || withdrawal.status === 'approved') return reject('withdrawal.state.invalid');
  if (isFrozen(view, withdrawal) && assetOf(view, withdrawal).isFiat) return reject('account.frozen');
  if (view.wallet.payoutReferences.has(reference)) return reject('reference.already.used');
  const { user, asset, amount, fee, hold } = withdrawal;
  const unstated = refuseUnlessOnStatement(view, actor, { asset, way: 'out', reference, amount, name });
  if (unstated) return unstated;
  const debit = userAccount(user, accountOf(view, withdrawal), asset, 'frozen');
  const entries: Entry[] = [{ kind: 'withdrawal', debit, credit: houseAccount('custody', asset), amount, hold }];
  if (fee > 0n) entries.push({ kind: 'withdrawal_fee', debit, credit: houseAccount('fees', asset), amount: fee, hold });
  return [{ type: 'WithdrawalPaid', withdrawal: id, user, reference, entries }];
}

export function decideRejectWithdrawal(
  view: CoreView,
  { withdrawal: id, reason }: RejectWithdrawal,
  { actor, at }: Context,
  rightOf: RightOf,
): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { user, status } = withdrawal;
  if (status === 'submitted') return reject('payout.submitted');
  const by = staffIdOf(actor);
  if (status !== 'applied') {
    const proposedBy = rejectionProposer(view, withdrawal, rightOf);
    const refusal = refuseSecondApprover(view, proposedBy === null ? [user] : [user, proposedBy], by, at);
    if (refusal) return refusal;
    if (proposedBy === null) return [{ type: 'RejectionProposed', withdrawal: id, user, by, reason }];
  }
  const entries = [returnEntry('withdrawal_rejected', view, withdrawal)];
  return [{ type: 'WithdrawalRejected', withdrawal: id, user, reason, entries }];
}

/** Returns the person who stated that nothing was sent, if that statement still counts. */
function rejectionProposer(view: CoreView, { proposedBy }: OpenWithdrawal, rightOf: RightOf): number | null {
  return proposedBy !== null && approvalStillCounts(view, proposedBy, rightOf('RejectWithdrawal')) ? proposedBy : null;
}

function returnEntry(
  kind: 'withdrawal_rejected' | 'withdrawal_cancelled',
  view: CoreView,
  withdrawal: OpenWithdrawal,
): Entry {
  const { user, asset, amount, fee, hold } = withdrawal;
  return unfreezeEntry(kind, { user, account: accountOf(view, withdrawal), asset, amount: amount + fee, hold });
}

function isFrozen(view: CoreView, { user }: OpenWithdrawal): boolean {
  return view.members.get(user)?.frozen === true;
}

function isSuspended(view: CoreView, withdrawal: OpenWithdrawal): boolean {
  return assetOf(view, withdrawal).withdrawals === 'suspended';
}

function accountOf(view: CoreView, withdrawal: OpenWithdrawal): AccountKind {
  return depositAccountOf(assetOf(view, withdrawal));
}

function assetOf(view: CoreView, { asset }: OpenWithdrawal): AssetView {
  return view.assets.get(asset) ?? broken(`asset ${asset} of a withdrawal is not listed`);
}

/** Returns the larger of the earlier and the present value; null if neither has a price. */
function largerValue(earlierValue: bigint | null, currentValue: bigint | null): bigint | null {
  if (earlierValue === null || currentValue === null) return earlierValue ?? currentValue;
  return earlierValue > currentValue ? earlierValue : currentValue;
}

/** These commands come from people only. */
function staffIdOf(actor: Actor): number {
  return actorId(actor) ?? broken('only people approve');
}
