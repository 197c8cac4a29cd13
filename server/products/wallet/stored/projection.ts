/** Money in and out, and from one account to another: recharges, withdrawals, transfers, and the terms they come under. */
import type { EventOf } from '../../../core/event';
import { SECOND_APPROVAL_ABOVE } from '../core/withdrawal';
import type { Projection, Scene } from '../../../views/stored/projection';
import type { RechargeRow, WithdrawalRow } from '../../../views/stored/tables';

/** The review is one row. */
const REVIEW = 1;

export const walletProjection: Projection = {
  name: 'wallet',
  tables: ['transfers', 'rechargeTerms', 'recharges', 'withdrawals', 'withdrawalReview'],
  reads: {
    RechargeSeen: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeConfirmed: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeRetracted: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeFailed: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeFinalized: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeReverted: ({ recharge }, { rows }) => rows.recharges.want(recharge),
    RechargeCredited: ({ recharge }, { rows }) => {
      if (recharge !== undefined) rows.recharges.want(recharge);
    },
    WithdrawalApplied: ({ withdrawal }, { rows }) => {
      rows.withdrawals.expectNew(withdrawal);
      rows.withdrawalReview.want(REVIEW);
    },
    WithdrawalApproved: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    PayoutStarted: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    PayoutSubmitted: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    PayoutFailed: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    RejectionProposed: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    WithdrawalPaid: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    WithdrawalRejected: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
    WithdrawalCancelled: ({ withdrawal }, { rows }) => rows.withdrawals.want(withdrawal),
  },
  writes: {
    FundsTransferred: ({ transfer: id, user, asset, from, to, amount }, { rows, at, position }) => {
      rows.transfers.add({ userId: user, id, asset, fromAccount: from, toAccount: to, amount, at, position });
    },
    RechargeTermsSet: ({ type: _, ...terms }, { rows, position }) => rows.rechargeTerms.put({ ...terms, position }),
    RechargeSeen: seen,
    RechargeConfirmed: ({ recharge, confirmations }, scene) => change(recharge, { confirmations }, scene),
    RechargeRetracted: ({ recharge }, scene) => {
      change(recharge, { status: 'failure', reason: 'recharge.retracted', confirmations: 0 }, scene);
    },
    RechargeFailed: ({ recharge, reason }, scene) => {
      change(recharge, { status: 'failure', reason, endedAt: scene.at }, scene);
    },
    RechargeCredited: credited,
    RechargeFinalized: ({ recharge }, scene) => change(recharge, { finality: 'final', finalAt: scene.at }, scene),
    RechargeReverted: ({ recharge }, scene) => change(recharge, { finality: 'reverted', finalAt: scene.at }, scene),
    WithdrawalApplied: applied,
    WithdrawalReviewSet: ({ secondApprovalAbove }, { rows, position }) => {
      rows.withdrawalReview.put({ id: REVIEW, secondApprovalAbove, position });
    },
    WithdrawalApproved: ({ withdrawal, by, complete }, scene) => {
      const approvals = JSON.parse(scene.rows.withdrawals.get(withdrawal).approvals) as number[];
      const approved: Partial<WithdrawalRow> = { approvals: JSON.stringify([...approvals, by]) };
      move(withdrawal, complete ? { ...approved, status: 'approved', approvedAt: scene.at } : approved, scene);
    },
    PayoutStarted: ({ withdrawal }, scene) => {
      const started = { status: 'paying', payingAt: scene.at } as const;
      move(withdrawal, { ...started, proposedBy: null, proposedReason: null }, scene);
    },
    PayoutSubmitted: ({ withdrawal }, scene) => move(withdrawal, { status: 'submitted' }, scene),
    PayoutFailed: ({ withdrawal }, scene) => move(withdrawal, { status: 'failed' }, scene),
    RejectionProposed: ({ withdrawal, by, reason }, scene) => {
      move(withdrawal, { proposedBy: by, proposedReason: reason }, scene);
    },
    WithdrawalPaid: ({ withdrawal, reference }, scene) => end(withdrawal, { status: 'withdrawn', reference }, scene),
    WithdrawalRejected: ({ withdrawal, reason }, scene) => end(withdrawal, { status: 'rejected', reason }, scene),
    WithdrawalCancelled: ({ withdrawal }, scene) => end(withdrawal, { status: 'cancelled' }, scene),
  },
};

/** For the first time, or again after its block had left the chain. */
function seen(event: EventOf<'RechargeSeen'>, { rows, eventPosition, at, position }: Scene): void {
  const { recharge: id, user, asset, chain, reference, amount, confirmations, needed } = event;
  const known = rows.recharges.find(id);
  rows.recharges.put({
    id,
    userId: user,
    eventPosition: known?.eventPosition ?? eventPosition,
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
    at: known?.at ?? at,
    endedAt: null,
    position,
  });
}

function credited(event: EventOf<'RechargeCredited'>, { rows, eventPosition, at, position }: Scene): void {
  const { recharge, user, asset, amount, reference } = event;
  const finality = event.provisional === 1 ? 'pending' : null;
  const known = recharge === undefined ? undefined : rows.recharges.find(recharge);
  if (known) {
    rows.recharges.put(
      Object.assign(known, { status: 'success', finality, endedAt: at, position } satisfies Partial<RechargeRow>),
    );
    return;
  }
  rows.recharges.put({
    // A credit of the time when recharges had no numbers is numbered by its place, where no other number is.
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

function change(id: number, changes: Partial<RechargeRow>, { rows, position }: Scene): void {
  rows.recharges.put(Object.assign(rows.recharges.get(id), changes, { position }));
}

function applied(event: EventOf<'WithdrawalApplied'>, { rows, at, position }: Scene): void {
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

function move(id: number, changes: Partial<WithdrawalRow>, { rows, position }: Scene): void {
  rows.withdrawals.put(Object.assign(rows.withdrawals.get(id), changes, { position }));
}

function end(id: number, changes: Partial<WithdrawalRow>, scene: Scene): void {
  move(id, { ...changes, endedAt: scene.at }, scene);
}
