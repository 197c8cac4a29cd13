/** Recharges, withdrawals and transfers, and their terms. */
import type { EventOf } from '../../../core/event';
import { SECOND_APPROVAL_ABOVE } from '../core/withdrawal';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { RechargeRow, WithdrawalRow } from '../../../views/stored/tables';

/** The review setting is a single row. */
const REVIEW = 1;

export const walletProjection: Projection = {
  name: 'wallet',
  tables: ['transfers', 'rechargeTerms', 'recharges', 'withdrawals', 'withdrawalReview'],
  reads: {
    RechargeSeen: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeConfirmed: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeRetracted: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeFailed: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeFinalized: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeReverted: ({ recharge }, { rows }) => rows.recharges.prefetch(recharge),
    RechargeCredited: ({ recharge }, { rows }) => {
      if (recharge !== undefined) rows.recharges.prefetch(recharge);
    },
    WithdrawalApplied: ({ withdrawal }, { rows }) => {
      rows.withdrawals.markNew(withdrawal);
      rows.withdrawalReview.prefetch(REVIEW);
    },
    WithdrawalApproved: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    PayoutStarted: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    PayoutSubmitted: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    PayoutFailed: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    RejectionProposed: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    WithdrawalPaid: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    WithdrawalRejected: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
    WithdrawalCancelled: ({ withdrawal }, { rows }) => rows.withdrawals.prefetch(withdrawal),
  },
  writes: {
    FundsTransferred: ({ transfer: id, user, asset, from, to, amount }, { rows, at, position }) => {
      rows.transfers.add({ userId: user, id, asset, fromAccount: from, toAccount: to, amount, at, position });
    },
    RechargeTermsSet: ({ type: _, ...terms }, { rows, position }) => rows.rechargeTerms.put({ ...terms, position }),
    RechargeSeen: addSeenRecharge,
    RechargeConfirmed: ({ recharge, confirmations }, context) => updateRecharge(recharge, { confirmations }, context),
    RechargeRetracted: ({ recharge }, context) => {
      updateRecharge(recharge, { status: 'failure', reason: 'recharge.retracted', confirmations: 0 }, context);
    },
    RechargeFailed: ({ recharge, reason }, context) => {
      updateRecharge(recharge, { status: 'failure', reason, endedAt: context.at }, context);
    },
    RechargeCredited: addCreditedRecharge,
    RechargeFinalized: ({ recharge }, context) =>
      updateRecharge(recharge, { finality: 'final', finalAt: context.at }, context),
    RechargeReverted: ({ recharge }, context) =>
      updateRecharge(recharge, { finality: 'reverted', finalAt: context.at }, context),
    WithdrawalApplied: addWithdrawal,
    WithdrawalReviewSet: ({ secondApprovalAbove }, { rows, position }) => {
      rows.withdrawalReview.put({ id: REVIEW, secondApprovalAbove, position });
    },
    WithdrawalApproved: ({ withdrawal, by, complete }, context) => {
      const approvals = JSON.parse(context.rows.withdrawals.get(withdrawal).approvals) as number[];
      const approved: Partial<WithdrawalRow> = { approvals: JSON.stringify([...approvals, by]) };
      updateWithdrawal(
        withdrawal,
        complete ? { ...approved, status: 'approved', approvedAt: context.at } : approved,
        context,
      );
    },
    PayoutStarted: ({ withdrawal }, context) => {
      const startFields = { status: 'paying', payingAt: context.at } as const;
      updateWithdrawal(withdrawal, { ...startFields, proposedBy: null, proposedReason: null }, context);
    },
    PayoutSubmitted: ({ withdrawal }, context) => updateWithdrawal(withdrawal, { status: 'submitted' }, context),
    PayoutFailed: ({ withdrawal }, context) => updateWithdrawal(withdrawal, { status: 'failed' }, context),
    RejectionProposed: ({ withdrawal, by, reason }, context) => {
      updateWithdrawal(withdrawal, { proposedBy: by, proposedReason: reason }, context);
    },
    WithdrawalPaid: ({ withdrawal, reference }, context) =>
      endWithdrawal(withdrawal, { status: 'withdrawn', reference }, context),
    WithdrawalRejected: ({ withdrawal, reason }, context) =>
      endWithdrawal(withdrawal, { status: 'rejected', reason }, context),
    WithdrawalCancelled: ({ withdrawal }, context) => endWithdrawal(withdrawal, { status: 'cancelled' }, context),
  },
};

/** Seen for the first time, or again after its block left the chain. */
function addSeenRecharge(event: EventOf<'RechargeSeen'>, { rows, eventPosition, at, position }: EventContext): void {
  const { recharge: id, user, asset, chain, reference, amount, confirmations, needed } = event;
  const existingRow = rows.recharges.find(id);
  rows.recharges.put({
    id,
    userId: user,
    eventPosition: existingRow?.eventPosition ?? eventPosition,
    asset,
    chain,
    address: event.address ?? null,
    reference,
    amount,
    dust: event.dust ?? null,
    status: 'recharging',
    reason: null,
    confirmations,
    needed,
    finality: null,
    finalAt: null,
    at: existingRow?.at ?? at,
    endedAt: null,
    position,
  });
}

function addCreditedRecharge(
  event: EventOf<'RechargeCredited'>,
  { rows, eventPosition, at, position }: EventContext,
): void {
  const { recharge, user, asset, amount, reference } = event;
  const finality = event.provisional === 1 ? 'pending' : null;
  const existingRow = recharge === undefined ? undefined : rows.recharges.find(recharge);
  if (existingRow) {
    rows.recharges.put(
      Object.assign(existingRow, { status: 'success', finality, endedAt: at, position } satisfies Partial<RechargeRow>),
    );
    return;
  }
  rows.recharges.put({
    // Credits from before recharges had ids get a negative id from their position.
    id: recharge ?? -1 - eventPosition,
    userId: user,
    eventPosition,
    asset,
    chain: null,
    address: null,
    reference,
    amount,
    dust: null,
    status: 'success',
    reason: null,
    confirmations: null,
    needed: null,
    finality,
    finalAt: null,
    at,
    endedAt: at,
    position,
  });
}

function updateRecharge(id: number, changes: Partial<RechargeRow>, { rows, position }: EventContext): void {
  rows.recharges.put(Object.assign(rows.recharges.get(id), changes, { position }));
}

function addWithdrawal(event: EventOf<'WithdrawalApplied'>, { rows, at, position }: EventContext): void {
  const { withdrawal: id, user, asset, amount, fee } = event;
  rows.withdrawals.put({
    id,
    userId: user,
    asset,
    amount,
    fee,
    status: 'applied',
    chain: event.chain ?? null,
    address: event.address ?? null,
    card: event.card ?? null,
    value: event.value ?? null,
    secondApprovalAbove: rows.withdrawalReview.find(REVIEW)?.secondApprovalAbove ?? SECOND_APPROVAL_ABOVE,
    approvals: '[]',
    proposedBy: null,
    proposedReason: null,
    reason: null,
    reference: null,
    appliedAt: at,
    notBefore: event.notBefore ?? null,
    beneficiary: event.beneficiary ?? null,
    approvedAt: null,
    payingAt: null,
    endedAt: null,
    position,
  });
}

function updateWithdrawal(id: number, changes: Partial<WithdrawalRow>, { rows, position }: EventContext): void {
  rows.withdrawals.put(Object.assign(rows.withdrawals.get(id), changes, { position }));
}

function endWithdrawal(id: number, changes: Partial<WithdrawalRow>, context: EventContext): void {
  updateWithdrawal(id, { ...changes, endedAt: context.at }, context);
}
