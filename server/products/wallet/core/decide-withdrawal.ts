/**
 * Money out: applied for by its owner, approved by staff, handed to a payout, paid. What was frozen when it was applied for
 * leaves once or returns once; what a person may have sent returns only when two of staff state that it was not, and what was
 * submitted to a chain only after the chain has proven that it never arrives. While its owner's account is frozen, or withdrawals
 * of its coin are suspended, or withdrawals are stopped because the ledger and something else disagree, a withdrawal goes no further; it may go back, what was submitted goes on, and what a chain shows as
 * paid is paid.
 */
import { gateAccount, type AccountKind } from '../../../../shared/rules/account-kinds';
import { dayOf } from '../../../../shared/rules/days';
import { approvalsFor } from '../../../../shared/products/wallet/rules/withdrawal-approvals';
import { AMOUNT_MAX } from '../../../core/amounts';
import { actorId, type Actor } from '../../../core/actor';
import type { Context, Decision } from '../../../core/decision';
import { refuseWhileStopped } from '../../../core/drift/decide-drift';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { termsAt } from '../../../core/market/terms';
import { broken, isRejection, reject, type Rejection } from '../../../core/rejection';
import { refuseSecond, refuseTooFew, wordCounts } from '../../../core/staff/standing';
import type { CoreView } from '../../../core/state';
import { worthOfDay } from './approved-worth';
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
import { judgeProvisional } from './finality';
import { termsKey } from './recharge';
import { freezing, refuseSpending, unfreezing } from './spending';
import { refuseUnstated } from './statement';
import { largestValueOf } from './value';

type OpenWithdrawal = NonNullable<ReturnType<CoreView['wallet']['withdrawals']['get']>>;
type AssetView = NonNullable<ReturnType<CoreView['assets']['get']>>;

export function decideApplyWithdrawal(view: CoreView, command: ApplyWithdrawal, { at }: Context): Decision {
  const { user, asset, amount, chain, address, card, delay = 0 } = command;
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.frozen');
  const listed = view.assets.get(asset);
  if (!listed) return reject('asset.unknown');
  if (listed.trading === 'maintenance') return reject('coin.under.maintenance');
  if (listed.withdrawals === 'suspended') return reject('asset.withdrawals.suspended');
  const stopped = refuseWhileStopped(view);
  if (stopped) return stopped;
  const nowhere = refuseDestination(view, command, listed.isFiat);
  if (nowhere) return nowhere;
  const { withdrawalFee: fee, withdrawalMin } = termsAt(listed, at);
  if (command.fee !== undefined && command.fee !== fee)
    return reject('withdrawal.fee.changed', { asset, fee: `${fee}` });
  if (amount <= 0n) return reject('amount.not.positive');
  if (amount < withdrawalMin) return reject('withdrawal.too.small', { minimum: `${withdrawalMin}` });
  const account = gateAccount(listed);
  const total = amount + fee;
  const refusal = refuseSpending(view, account, user, asset, total);
  if (refusal) return refusal;
  const covered = judgeProvisional(view, { user, account, asset, amount: total }, at, 'withdrawal.not.final');
  if (isRejection(covered)) return covered;
  const counted = countFor(view, command, member.withdrawn, at);
  if (isRejection(counted)) return counted;
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
      ...counted,
      notBefore: delay > 0 ? at + delay : undefined,
      beneficiary: command.beneficiary,
      rule: covered.rule,
      entries: [freezing('withdrawal_apply', { user, account, asset, amount: total, hold })],
    },
  ];
}

/** A coin names a chain that serves it and an address, legal currency a card; neither names the other's. */
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

/** The value, and the day of the batch that it counts on: never an earlier one than what counted before. */
function countFor(
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
  const entries = [returning('withdrawal_cancelled', view, withdrawal)];
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
  const by = personOf(actor);
  const { user, asset, amount, value, approvals, secondApprovalAbove: then } = withdrawal;
  const refusal = refuseTooFew(view) ?? refuseSecond(view, [user, ...approvals], by, at);
  if (refusal) return refusal;
  const worth = larger(value, largestValueOf(view, asset, amount, at));
  const counted = worthOfDay(view, withdrawal, by, worth, at);
  const given = approvals.filter((one) => wordCounts(view, one, type)).length + 1;
  const complete = given >= approvalsFor(counted, then, view.wallet.secondApprovalAbove) ? 1 : 0;
  return [{ type: 'WithdrawalApproved', withdrawal: id, user, by, complete, worth: worth ?? undefined }];
}

/** What has failed begins anew: whoever starts it takes the place of whoever stated that nothing was sent. */
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
 * Never beside somebody's statement that nothing was sent, nor under a second key: what a chain was handed under the first
 * might be paid as well. Legal currency goes to a bank, which pays nothing by itself.
 */
export function decideSubmitPayout(view: CoreView, { withdrawal: id, key }: SubmitPayout): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { status, user, payoutKey } = withdrawal;
  if (status !== 'paying' && status !== 'failed') return reject('withdrawal.state.invalid');
  if (statedBy(view, withdrawal) !== null) return reject('withdrawal.state.invalid');
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
 * That a coin has left its chain shows to everybody, and stays a fact whatever was frozen or stated since: by hand from `paying`,
 * as on every chain that does not pay by itself, and even after its failure, should a chain have proven what is not so. That a bank has paid somebody
 * says, and nobody sees whether before the freeze or after it: that waits for its end.
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
  const unstated = refuseUnstated(view, actor, { asset, way: 'out', reference, amount, name });
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
): Decision {
  const withdrawal = view.wallet.withdrawals.get(id);
  if (!withdrawal) return reject('withdrawal.not.found');
  const { user, status } = withdrawal;
  if (status === 'submitted') return reject('payout.submitted');
  const by = personOf(actor);
  if (status !== 'applied') {
    const proposedBy = statedBy(view, withdrawal);
    const refusal = refuseSecond(view, proposedBy === null ? [user] : [user, proposedBy], by, at);
    if (refusal) return refusal;
    if (proposedBy === null) return [{ type: 'RejectionProposed', withdrawal: id, user, by, reason }];
  }
  const entries = [returning('withdrawal_rejected', view, withdrawal)];
  return [{ type: 'WithdrawalRejected', withdrawal: id, user, reason, entries }];
}

/** Who stated that nothing was sent, and whose word that still is. */
function statedBy(view: CoreView, { proposedBy }: OpenWithdrawal): number | null {
  return proposedBy !== null && wordCounts(view, proposedBy, 'RejectWithdrawal') ? proposedBy : null;
}

function returning(
  kind: 'withdrawal_rejected' | 'withdrawal_cancelled',
  view: CoreView,
  withdrawal: OpenWithdrawal,
): Entry {
  const { user, asset, amount, fee, hold } = withdrawal;
  return unfreezing(kind, { user, account: accountOf(view, withdrawal), asset, amount: amount + fee, hold });
}

function isFrozen(view: CoreView, { user }: OpenWithdrawal): boolean {
  return view.members.get(user)?.frozen === true;
}

function isSuspended(view: CoreView, withdrawal: OpenWithdrawal): boolean {
  return assetOf(view, withdrawal).withdrawals === 'suspended';
}

function accountOf(view: CoreView, withdrawal: OpenWithdrawal): AccountKind {
  return gateAccount(assetOf(view, withdrawal));
}

function assetOf(view: CoreView, { asset }: OpenWithdrawal): AssetView {
  return view.assets.get(asset) ?? broken(`asset ${asset} of a withdrawal is not listed`);
}

/** What it was worth and what it is worth now: the larger counts. Null where nothing prices it. */
function larger(then: bigint | null, now: bigint | null): bigint | null {
  if (then === null || now === null) return then ?? now;
  return then > now ? then : now;
}

/** These commands come from people only. */
function personOf(actor: Actor): number {
  return actorId(actor) ?? broken('only people approve');
}
