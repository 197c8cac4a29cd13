/** The wallet: deposits, withdrawals, transfers between a user's accounts, and freezes by staff. */
import type { CommandOf } from '../../../core/command';
import { getOrThrow, postEntries } from '../../../core/evolve-helpers';
import { monthOnly, type CommandRow, type EventRow } from '../../../core/product';
import { broken, type RejectionUnits } from '../../../core/rejection';
import { stopRule, onePersonRule } from '../../../core/staff/rule';
import { noteApproved } from './approved-worth';
import type { WalletCommand } from './commands';
import {
  ApplyWithdrawal,
  ApproveWithdrawal,
  AssignDepositAddress,
  CancelWithdrawal,
  CreditRecharge,
  FailPayout,
  FinalizeRecharge,
  FreezeFunds,
  FundHouse,
  ImportStatement,
  ObserveRecharge,
  PayWithdrawal,
  RejectWithdrawal,
  RetractRecharge,
  RevertRecharge,
  SetRechargeTerms,
  SetWithdrawalReview,
  StartPayout,
  SubmitPayout,
  TransferFunds,
  UnfreezeFunds,
} from './commands';
import { decideAssignDepositAddress } from './decide-deposit-address';
import { decideFreezeFunds, decideFundHouse, decideTransferFunds, decideUnfreezeFunds } from './decide-funds';
import {
  decideCreditRecharge,
  decideObserveRecharge,
  decideRetractRecharge,
  decideSetRechargeTerms,
} from './decide-recharge';
import {
  decideApplyWithdrawal,
  decideApproveWithdrawal,
  decideCancelWithdrawal,
  decideFailPayout,
  decidePayWithdrawal,
  decideRejectWithdrawal,
  decideSetWithdrawalReview,
  decideStartPayout,
  decideSubmitPayout,
} from './decide-withdrawal';
import { ownerKey, placeKey } from './deposit-address';
import type { WalletEvent } from './events';
import {
  DepositAddressAssigned,
  FundsFrozen,
  FundsTransferred,
  FundsUnfrozen,
  HouseFunded,
  PayoutFailed,
  PayoutStarted,
  PayoutSubmitted,
  RechargeConfirmed,
  RechargeCredited,
  RechargeFailed,
  RechargeFinalized,
  RechargeRetracted,
  RechargeReverted,
  RechargeSeen,
  RechargeTermsSet,
  RejectionProposed,
  StatementLineRead,
  WithdrawalApplied,
  WithdrawalApproved,
  WithdrawalCancelled,
  WithdrawalPaid,
  WithdrawalRejected,
  WithdrawalReviewSet,
} from './events';
import {
  applyWithdrawal,
  creditRecharge,
  endRecharge,
  endWithdrawal,
  returnWithdrawal,
  noteSeenRecharge,
  removeProvisionalCredit,
} from './evolve';
import { decideFinalizeRecharge, decideRevertRecharge } from './finality';
import { addRevertedSum } from './single-node-limits';
import { termsKey } from './recharge';
import {
  creditRule,
  freezeFundsRule,
  fundHouseRule,
  payoutRule,
  rechargeTermsRule,
  reviewRule,
  unfreezeFundsRule,
} from './staff-rules';
import { decideImportStatement, lineKey } from './statement';

export const walletCommands: { [T in WalletCommand['type']]: CommandRow<Extract<WalletCommand, { type: T }>> } = {
  TransferFunds: {
    about: 'Moves an amount between two accounts of one user, in one asset.',
    allowedActors: ['user'],
    message: TransferFunds,
    idempotencyRetention: monthOnly,
    decide: decideTransferFunds,
  },
  SetRechargeTerms: {
    about: 'Sets the smallest deposit of a coin on a chain and its required confirmations.',
    allowedActors: ['admin'],
    staff: rechargeTermsRule,
    message: SetRechargeTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetRechargeTerms,
  },
  AssignDepositAddress: {
    about:
      "Records a member's deposit address on a chain and its index below the exchange's key, before the member sees it.",
    allowedActors: ['registrar'],
    message: AssignDepositAddress,
    idempotencyRetention: monthOnly,
    decide: decideAssignDepositAddress,
  },
  ObserveRecharge: {
    about: 'Reports a payment to a deposit address, each time its state on the chain changes.',
    allowedActors: ['chain'],
    message: ObserveRecharge,
    idempotencyRetention: monthOnly,
    decide: decideObserveRecharge,
  },
  RetractRecharge: {
    about: 'Reports that the block of a payment left the chain before the payment was credited.',
    allowedActors: ['chain'],
    message: RetractRecharge,
    idempotencyRetention: monthOnly,
    decide: decideRetractRecharge,
  },
  FinalizeRecharge: {
    about: 'Reports that the block of a credited payment is final.',
    allowedActors: ['chain'],
    message: FinalizeRecharge,
    idempotencyRetention: monthOnly,
    decide: decideFinalizeRecharge,
  },
  RevertRecharge: {
    about: 'Reports that a credited payment left the chain before it was final.',
    allowedActors: ['chain'],
    message: RevertRecharge,
    idempotencyRetention: monthOnly,
    decide: decideRevertRecharge,
  },
  CreditRecharge: {
    about:
      'Credits a payment that no chain shows, such as a bank transfer, or one to an address of the user that was passed over on its chain. The demo may credit any coin.',
    allowedActors: ['admin', 'demo'],
    staff: creditRule,
    beneficiaryForbidden: true,
    message: CreditRecharge,
    idempotencyRetention: monthOnly,
    decide: decideCreditRecharge,
  },
  ImportStatement: {
    about: 'Imports lines of a bank statement of the house.',
    allowedActors: ['admin'],
    staff: onePersonRule(
      'recharges',
      'Reads what the bank says. Who imported a line is neither of the two who credit or pay by it.',
    ),
    message: ImportStatement,
    idempotencyRetention: monthOnly,
    decide: decideImportStatement,
  },
  ApplyWithdrawal: {
    about:
      'Requests a withdrawal of a coin to an address, or of legal currency to a bank card. Freezes amount and fee.',
    allowedActors: ['user'],
    message: ApplyWithdrawal,
    idempotencyRetention: ({ wallet }, withdrawal) => wallet.withdrawals.has(withdrawal),
    staffForbidden: true,
    decide: decideApplyWithdrawal,
  },
  SetWithdrawalReview: {
    about: 'Sets the value up to which one member of staff approves a withdrawal alone.',
    allowedActors: ['admin'],
    staff: reviewRule,
    message: SetWithdrawalReview,
    idempotencyRetention: monthOnly,
    decide: decideSetWithdrawalReview,
  },
  ApproveWithdrawal: {
    about: 'Approves a withdrawal; above the review value a second approval is needed.',
    allowedActors: ['admin'],
    staff: onePersonRule(
      'withdrawals',
      'Below the review value one approves; above it the withdrawal itself asks for a second approval.',
    ),
    message: ApproveWithdrawal,
    idempotencyRetention: monthOnly,
    decide: decideApproveWithdrawal,
  },
  StartPayout: {
    about: 'Starts the payout of an approved withdrawal. From here on it may have been sent.',
    allowedActors: ['admin', 'payouts'],
    staff: onePersonRule('withdrawals', 'The withdrawal was approved before.'),
    message: StartPayout,
    idempotencyRetention: monthOnly,
    decide: decideStartPayout,
  },
  SubmitPayout: {
    about: 'Records the payment key before the payment is handed to the chain.',
    allowedActors: ['payouts'],
    message: SubmitPayout,
    idempotencyRetention: monthOnly,
    decide: decideSubmitPayout,
  },
  FailPayout: {
    about: 'Records proof that a submitted payment can never confirm.',
    allowedActors: ['payouts'],
    message: FailPayout,
    idempotencyRetention: monthOnly,
    decide: decideFailPayout,
  },
  PayWithdrawal: {
    about: 'Completes a withdrawal with the reference of its payment.',
    allowedActors: ['admin', 'payouts'],
    staff: payoutRule,
    message: PayWithdrawal,
    idempotencyRetention: monthOnly,
    decide: decidePayWithdrawal,
  },
  RejectWithdrawal: {
    about: 'Rejects a withdrawal. Once it was approved, a second person must state too that nothing was sent.',
    allowedActors: ['admin'],
    staff: stopRule(
      'withdrawals',
      'The money returns to its owner. Once the withdrawal was approved a second must state too that nothing was sent.',
      ({ withdrawal }: CommandOf<'RejectWithdrawal'>) => `withdrawal/${withdrawal}`,
    ),
    message: RejectWithdrawal,
    idempotencyRetention: monthOnly,
    decide: decideRejectWithdrawal,
  },
  CancelWithdrawal: {
    about: "Cancels the user's own withdrawal before its approval.",
    allowedActors: ['user'],
    message: CancelWithdrawal,
    idempotencyRetention: monthOnly,
    decide: decideCancelWithdrawal,
  },
  FreezeFunds: {
    about: 'Freezes an amount of a user under a hold of its own.',
    allowedActors: ['admin', 'chain'],
    staff: freezeFundsRule,
    message: FreezeFunds,
    idempotencyRetention: ({ holds }, hold) => holds.has(hold),
    decide: decideFreezeFunds,
  },
  UnfreezeFunds: {
    about: 'Releases a hold of frozen funds, whole.',
    allowedActors: ['admin'],
    staff: unfreezeFundsRule,
    message: UnfreezeFunds,
    idempotencyRetention: monthOnly,
    decide: decideUnfreezeFunds,
  },
  FundHouse: {
    about: 'Records money that the owners bring in.',
    allowedActors: ['admin'],
    staff: fundHouseRule,
    message: FundHouse,
    idempotencyRetention: monthOnly,
    decide: decideFundHouse,
  },
};

export const walletEvents: { [T in WalletEvent['type']]: EventRow<Extract<WalletEvent, { type: T }>> } = {
  FundsTransferred: {
    about: 'An amount moved between two accounts of one user.',
    message: FundsTransferred,
    evolve(state, { entries, transfer }) {
      postEntries(state, entries);
      state.wallet.counters.transfer = transfer + 1;
    },
    createdId: ({ transfer }) => transfer,
  },
  RechargeTermsSet: {
    about: 'Smallest deposit and required confirmations of a coin on a chain.',
    message: RechargeTermsSet,
    evolve(state, { type: _, ...terms }) {
      state.wallet.rechargeTerms.set(termsKey(terms.asset, terms.chain), terms);
    },
  },
  DepositAddressAssigned: {
    about: "The address is this member's for ever, since people write addresses down.",
    message: DepositAddressAssigned,
    evolve({ wallet }, { type: _, ...assignment }) {
      const place = placeKey(assignment.chain, assignment.index);
      if (wallet.depositAddresses.has(place)) broken(`address ${place} is given out twice`);
      wallet.depositAddresses.set(place, assignment);
      wallet.depositIndexes.set(ownerKey(assignment.chain, assignment.user), assignment.index);
    },
  },
  RechargeSeen: {
    about: 'A chain shows a payment for the first time, or again after it was retracted, under the same id.',
    message: RechargeSeen,
    evolve: noteSeenRecharge,
    createdId: ({ recharge }) => recharge,
  },
  RechargeConfirmed: {
    about: 'The number of confirmations of a payment changed.',
    message: RechargeConfirmed,
    evolve({ wallet }, { recharge, confirmations }) {
      getOrThrow(wallet.recharges, recharge).confirmations = confirmations;
    },
  },
  RechargeRetracted: {
    about: 'The block of a payment left the chain; the payment may be seen again.',
    message: RechargeRetracted,
    evolve({ wallet }, { recharge: id }) {
      const recharge = getOrThrow(wallet.recharges, id);
      recharge.isRetracted = true;
      recharge.confirmations = 0;
    },
  },
  RechargeFailed: {
    about: 'A payment will never be credited.',
    message: RechargeFailed,
    evolve(state, { recharge }) {
      endRecharge(state, getOrThrow(state.wallet.recharges, recharge).reference);
    },
  },
  RechargeCredited: {
    about: 'A deposit was credited. `provisional` 1: its chain may still take it back.',
    message: RechargeCredited,
    evolve: creditRecharge,
    createdId: ({ recharge }) => recharge ?? null,
  },
  RechargeFinalized: {
    about: 'A credited deposit is final and may be withdrawn.',
    message: RechargeFinalized,
    evolve(state, { reference }) {
      removeProvisionalCredit(state, reference);
    },
  },
  RechargeReverted: {
    about: 'The chain took back a credited deposit. It is never final; staff decide about the funds frozen with it.',
    message: RechargeReverted,
    evolve(state, event, { at }) {
      removeProvisionalCredit(state, event.reference);
      if (event.alone === 1) addRevertedSum(state.wallet.aloneGone, event, at);
    },
  },
  StatementLineRead: {
    about: 'A line of a bank statement; one credit or payout uses it, once.',
    message: StatementLineRead,
    evolve({ wallet }, { type: _, by: importedBy, ...line }) {
      wallet.statement.set(lineKey(line.asset, line.way, line.reference), { ...line, importedBy });
    },
  },
  WithdrawalApplied: {
    about: 'A withdrawal was requested; its hold contains amount and fee.',
    message: WithdrawalApplied,
    evolve: applyWithdrawal,
    createdId: ({ withdrawal }) => withdrawal,
  },
  WithdrawalReviewSet: {
    about: 'The value up to which one member of staff approves a withdrawal alone.',
    message: WithdrawalReviewSet,
    evolve({ wallet }, { secondApprovalAbove }) {
      wallet.secondApprovalAbove = secondApprovalAbove;
    },
  },
  WithdrawalApproved: {
    about: 'A member of staff approved a withdrawal. `complete` 1: no further approval is needed.',
    message: WithdrawalApproved,
    evolve({ wallet }, { withdrawal: id, user, by, complete, worth }, { at }) {
      const withdrawal = getOrThrow(wallet.withdrawals, id);
      withdrawal.approvals.push(by);
      if (complete === 1) withdrawal.status = 'approved';
      if (worth !== undefined) noteApproved(wallet.approved, { at, withdrawal: id, user, by, worth });
    },
  },
  PayoutStarted: {
    about: 'The payout of a withdrawal started; from here on it may have been sent.',
    message: PayoutStarted,
    evolve({ wallet }, { withdrawal: id }) {
      const withdrawal = getOrThrow(wallet.withdrawals, id);
      withdrawal.status = 'paying';
      // Earlier statements that nothing was sent do not cover the new payout.
      withdrawal.proposedBy = null;
    },
  },
  PayoutSubmitted: {
    about: 'The payment key, recorded before the chain receives the payment. Only payment or proven failure ends it.',
    message: PayoutSubmitted,
    evolve({ wallet }, { withdrawal: id, key }) {
      const withdrawal = getOrThrow(wallet.withdrawals, id);
      withdrawal.status = 'submitted';
      withdrawal.payoutKey = key;
    },
  },
  PayoutFailed: {
    about:
      'Proof that nothing sent under the key can confirm. Staff reject it, or it is sent again under the same key.',
    message: PayoutFailed,
    evolve({ wallet }, { withdrawal }) {
      getOrThrow(wallet.withdrawals, withdrawal).status = 'failed';
    },
  },
  RejectionProposed: {
    about: 'A member of staff states that nothing was sent. A second one must agree before the money returns.',
    message: RejectionProposed,
    evolve({ wallet }, { withdrawal, by }) {
      getOrThrow(wallet.withdrawals, withdrawal).proposedBy = by;
    },
  },
  WithdrawalPaid: {
    about: 'A withdrawal was paid.',
    message: WithdrawalPaid,
    evolve(state, event) {
      const { asset } = getOrThrow(state.wallet.withdrawals, event.withdrawal);
      state.wallet.statement.delete(lineKey(asset, 'out', event.reference));
      endWithdrawal(state, event);
      state.wallet.payoutReferences.add(event.reference);
    },
  },
  WithdrawalRejected: {
    about: 'A withdrawal was rejected; its hold returned.',
    message: WithdrawalRejected,
    evolve: returnWithdrawal,
  },
  WithdrawalCancelled: {
    about: 'The user cancelled a withdrawal; its hold returned.',
    message: WithdrawalCancelled,
    evolve: returnWithdrawal,
  },
  FundsFrozen: {
    about: 'Funds of a user were frozen under a hold.',
    message: FundsFrozen,
    evolve(state, { entries }) {
      postEntries(state, entries);
    },
    createdId: ({ hold }) => hold,
  },
  FundsUnfrozen: {
    about: 'A hold of frozen funds was released.',
    message: FundsUnfrozen,
    evolve(state, { entries }) {
      postEntries(state, entries);
    },
  },
  HouseFunded: {
    about: 'The owners brought money in.',
    message: HouseFunded,
    evolve(state, { asset, reference, entries }) {
      postEntries(state, entries);
      if (reference === undefined) return;
      state.wallet.statement.delete(lineKey(asset, 'in', reference));
      state.wallet.houseReferences.add(reference);
    },
  },
};

export const walletRejectionUnits: RejectionUnits = {
  'balance.insufficient': { required: 'asset', available: 'asset' },
  'withdrawal.not.final': { available: 'asset' },
  'withdrawal.fee.changed': { fee: 'asset' },
  'withdrawal.limit.exceeded': { left: 'value' },
  'terms.out.of.bounds': { maximum: 'value' },
  'transfer.not.final': { available: 'asset' },
  'order.not.final': { limit: 'ticks' },
  'statement.line.mismatch': { amount: 'asset' },
};
