/** The wallet: money in and out, between a user's accounts, and frozen by staff. */
import { known, postAll } from '../folding';
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { broken } from '../rejection';
import { noteApproved } from './approved-worth';
import type { WalletCommand } from './commands';
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
import { decideFinalizeRecharge, decideRevertRecharge } from './finality';
import type { WalletEvent } from './events';
import {
  applyWithdrawal,
  creditRecharge,
  endRecharge,
  endWithdrawal,
  giveBackWithdrawal,
  seeRecharge,
  settleRecharge,
} from './evolve';
import { loosensCredit, loosensFunds, loosensPayout, loosensRechargeTerms, loosensReview } from './loosens';
import { keepGone } from './one-node';
import { termsKey } from './recharge';
import { decideImportStatement, lineKey } from './statement';

export const walletCommands: { [T in WalletCommand['type']]: CommandRow<Extract<WalletCommand, { type: T }>> } = {
  TransferFunds: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', asset: 'asked', from: 'asked', to: 'asked', amount: 'asked' },
    lasting: nothingOpen,
    decide: decideTransferFunds,
  },
  SetRechargeTerms: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', chain: 'asked', minimum: 'asked', confirmations: 'asked' },
    lasting: nothingOpen,
    loosens: loosensRechargeTerms,
    decide: decideSetRechargeTerms,
  },
  AssignDepositAddress: {
    senders: ['registrar'],
    payload: { type: 'asked', user: 'asked', chain: 'asked', index: 'asked', address: 'asked' },
    lasting: nothingOpen,
    decide: decideAssignDepositAddress,
  },
  ObserveRecharge: {
    senders: ['chain'],
    payload: {
      type: 'asked',
      user: 'asked',
      asset: 'asked',
      chain: 'asked',
      reference: 'asked',
      address: 'asked',
      amount: 'asked',
      dust: 'asked',
      confirmations: 'asked',
      provisional: 'added',
      aloneUpTo: 'added',
      aloneCoinUpTo: 'added',
      aloneAllUpTo: 'added',
    },
    lasting: nothingOpen,
    decide: decideObserveRecharge,
  },
  RetractRecharge: {
    senders: ['chain'],
    payload: { type: 'asked', reference: 'asked' },
    lasting: nothingOpen,
    decide: decideRetractRecharge,
  },
  FinalizeRecharge: {
    senders: ['chain'],
    payload: { type: 'asked', reference: 'asked' },
    lasting: nothingOpen,
    decide: decideFinalizeRecharge,
  },
  RevertRecharge: {
    senders: ['chain'],
    payload: { type: 'asked', reference: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideRevertRecharge,
  },
  CreditRecharge: {
    senders: ['admin', 'demo'],
    forOthers: true,
    payload: { type: 'asked', user: 'asked', asset: 'asked', amount: 'asked', reference: 'asked', name: 'added' },
    lasting: nothingOpen,
    loosens: loosensCredit,
    decide: decideCreditRecharge,
  },
  ImportStatement: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', lines: 'asked' },
    lasting: nothingOpen,
    decide: decideImportStatement,
  },
  ApplyWithdrawal: {
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      asset: 'asked',
      amount: 'asked',
      chain: 'asked',
      address: 'asked',
      card: 'asked',
      limit: 'added',
      delay: 'added',
      beneficiary: 'added',
      // The same one applied for again is the same, whatever fee is shown by then.
      fee: 'added',
    },
    lasting: ({ wallet }, withdrawal) => wallet.withdrawals.has(withdrawal),
    notByStaff: true,
    decide: decideApplyWithdrawal,
  },
  SetWithdrawalReview: {
    senders: ['admin'],
    payload: { type: 'asked', secondApprovalAbove: 'asked' },
    lasting: nothingOpen,
    loosens: loosensReview,
    decide: decideSetWithdrawalReview,
  },
  ApproveWithdrawal: {
    senders: ['admin'],
    payload: { type: 'asked', withdrawal: 'asked' },
    lasting: nothingOpen,
    decide: decideApproveWithdrawal,
  },
  StartPayout: {
    senders: ['admin', 'payouts'],
    payload: { type: 'asked', withdrawal: 'asked' },
    lasting: nothingOpen,
    decide: decideStartPayout,
  },
  SubmitPayout: {
    senders: ['payouts'],
    payload: { type: 'asked', withdrawal: 'asked', key: 'asked' },
    lasting: nothingOpen,
    decide: decideSubmitPayout,
  },
  FailPayout: {
    senders: ['payouts'],
    payload: { type: 'asked', withdrawal: 'asked', key: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFailPayout,
  },
  PayWithdrawal: {
    senders: ['admin', 'payouts'],
    payload: { type: 'asked', withdrawal: 'asked', reference: 'asked', name: 'added' },
    lasting: nothingOpen,
    loosens: loosensPayout,
    decide: decidePayWithdrawal,
  },
  RejectWithdrawal: {
    senders: ['admin'],
    payload: { type: 'asked', withdrawal: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideRejectWithdrawal,
  },
  CancelWithdrawal: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', withdrawal: 'asked' },
    lasting: nothingOpen,
    decide: decideCancelWithdrawal,
  },
  FreezeFunds: {
    senders: ['admin', 'chain'],
    payload: {
      type: 'asked',
      user: 'asked',
      asset: 'asked',
      amount: 'asked',
      account: 'asked',
      reason: 'asked',
      reference: 'asked',
    },
    lasting: ({ holds }, hold) => holds.has(hold),
    decide: decideFreezeFunds,
  },
  UnfreezeFunds: {
    senders: ['admin'],
    payload: { type: 'asked', hold: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    loosens: loosensFunds,
    decide: decideUnfreezeFunds,
  },
  FundHouse: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundHouse,
  },
};

export const walletEvents: { [T in WalletEvent['type']]: EventRow<Extract<WalletEvent, { type: T }>> } = {
  FundsTransferred: {
    shape: {
      transfer: 'integer',
      user: 'integer',
      asset: 'word',
      from: 'word',
      to: 'word',
      amount: 'amount',
      rule: 'integer?',
      entries: 'entries',
    },
    evolve(state, { entries, transfer }) {
      postAll(state, entries);
      state.wallet.counters.transfer = transfer + 1;
    },
    made: ({ transfer }) => transfer,
  },
  RechargeTermsSet: {
    shape: { asset: 'word', chain: 'word', minimum: 'amount', confirmations: 'integer' },
    evolve(state, { type: _, ...terms }) {
      state.wallet.rechargeTerms.set(termsKey(terms.asset, terms.chain), terms);
    },
  },
  DepositAddressAssigned: {
    shape: { user: 'integer', chain: 'word', index: 'integer', address: 'text' },
    evolve({ wallet }, { type: _, ...given }) {
      const place = placeKey(given.chain, given.index);
      if (wallet.depositAddresses.has(place)) broken(`address ${place} is given out twice`);
      wallet.depositAddresses.set(place, given);
      wallet.depositIndexes.set(ownerKey(given.chain, given.user), given.index);
    },
  },
  RechargeSeen: {
    shape: {
      recharge: 'integer',
      user: 'integer',
      asset: 'word',
      chain: 'word',
      reference: 'text',
      address: 'text?',
      amount: 'amount',
      dust: 'text?',
      confirmations: 'integer',
      needed: 'integer',
      alone: 'integer?',
    },
    evolve: seeRecharge,
    made: ({ recharge }) => recharge,
  },
  RechargeConfirmed: {
    shape: { recharge: 'integer', user: 'integer', confirmations: 'integer', alone: 'integer?' },
    evolve({ wallet }, { recharge, confirmations }) {
      known(wallet.recharges, recharge).confirmations = confirmations;
    },
  },
  RechargeRetracted: {
    shape: { recharge: 'integer', user: 'integer' },
    evolve({ wallet }, { recharge: id }) {
      const recharge = known(wallet.recharges, id);
      recharge.isRetracted = true;
      recharge.confirmations = 0;
    },
  },
  RechargeFailed: {
    shape: { recharge: 'integer', user: 'integer', reason: 'word' },
    evolve(state, { recharge }) {
      endRecharge(state, known(state.wallet.recharges, recharge).reference);
    },
  },
  RechargeCredited: {
    shape: {
      recharge: 'integer?',
      user: 'integer',
      asset: 'word',
      amount: 'amount',
      reference: 'text',
      provisional: 'integer?',
      alone: 'integer?',
      entries: 'entries',
    },
    evolve: creditRecharge,
    made: ({ recharge }) => recharge ?? null,
  },
  RechargeFinalized: {
    shape: { recharge: 'integer', user: 'integer', asset: 'word', amount: 'amount', reference: 'text' },
    evolve(state, { reference }) {
      settleRecharge(state, reference);
    },
  },
  RechargeReverted: {
    shape: {
      recharge: 'integer',
      user: 'integer',
      asset: 'word',
      amount: 'amount',
      reference: 'text',
      alone: 'integer?',
    },
    evolve(state, event, { at }) {
      settleRecharge(state, event.reference);
      if (event.alone === 1) keepGone(state.wallet.aloneGone, event, at);
    },
  },
  StatementLineRead: {
    shape: { asset: 'word', way: 'word', reference: 'text', amount: 'amount', name: 'word' },
    evolve({ wallet }, { type: _, ...line }) {
      wallet.statement.set(lineKey(line.asset, line.way, line.reference), line);
    },
  },
  WithdrawalApplied: {
    shape: {
      withdrawal: 'integer',
      user: 'integer',
      asset: 'word',
      amount: 'amount',
      fee: 'amount',
      hold: 'integer',
      chain: 'word?',
      address: 'text?',
      card: 'integer?',
      value: 'amount?',
      day: 'integer?',
      notBefore: 'integer?',
      beneficiary: 'word?',
      rule: 'integer?',
      entries: 'entries',
    },
    evolve: applyWithdrawal,
    made: ({ withdrawal }) => withdrawal,
  },
  WithdrawalReviewSet: {
    shape: { secondApprovalAbove: 'amount' },
    evolve({ wallet }, { secondApprovalAbove }) {
      wallet.secondApprovalAbove = secondApprovalAbove;
    },
  },
  WithdrawalApproved: {
    shape: { withdrawal: 'integer', user: 'integer', by: 'integer', complete: 'integer', worth: 'amount?' },
    evolve({ wallet }, { withdrawal: id, user, by, complete, worth }, { at }) {
      const withdrawal = known(wallet.withdrawals, id);
      withdrawal.approvals.push(by);
      if (complete === 1) withdrawal.status = 'approved';
      if (worth !== undefined) noteApproved(wallet.approved, { at, withdrawal: id, user, by, worth });
    },
  },
  PayoutStarted: {
    shape: { withdrawal: 'integer', user: 'integer' },
    evolve({ wallet }, { withdrawal: id }) {
      const withdrawal = known(wallet.withdrawals, id);
      withdrawal.status = 'paying';
      // Who stated before it that nothing was sent knew nothing of it.
      withdrawal.proposedBy = null;
    },
  },
  PayoutSubmitted: {
    shape: { withdrawal: 'integer', user: 'integer', key: 'text' },
    evolve({ wallet }, { withdrawal: id, key }) {
      const withdrawal = known(wallet.withdrawals, id);
      withdrawal.status = 'submitted';
      withdrawal.payoutKey = key;
    },
  },
  PayoutFailed: {
    shape: { withdrawal: 'integer', user: 'integer', key: 'text', reason: 'text' },
    evolve({ wallet }, { withdrawal }) {
      known(wallet.withdrawals, withdrawal).status = 'failed';
    },
  },
  RejectionProposed: {
    shape: { withdrawal: 'integer', user: 'integer', by: 'integer', reason: 'text' },
    evolve({ wallet }, { withdrawal, by }) {
      known(wallet.withdrawals, withdrawal).proposedBy = by;
    },
  },
  WithdrawalPaid: {
    shape: { withdrawal: 'integer', user: 'integer', reference: 'text', entries: 'entries' },
    evolve(state, event) {
      const { asset } = known(state.wallet.withdrawals, event.withdrawal);
      state.wallet.statement.delete(lineKey(asset, 'out', event.reference));
      endWithdrawal(state, event);
      state.wallet.payoutReferences.add(event.reference);
    },
  },
  WithdrawalRejected: {
    shape: { withdrawal: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
    evolve: giveBackWithdrawal,
  },
  WithdrawalCancelled: {
    shape: { withdrawal: 'integer', user: 'integer', entries: 'entries' },
    evolve: giveBackWithdrawal,
  },
  FundsFrozen: {
    shape: {
      hold: 'integer',
      user: 'integer',
      asset: 'word',
      amount: 'amount',
      account: 'word?',
      reason: 'text',
      entries: 'entries',
    },
    evolve(state, { entries }) {
      postAll(state, entries);
    },
    made: ({ hold }) => hold,
  },
  FundsUnfrozen: {
    shape: { hold: 'integer', user: 'integer', reason: 'text', entries: 'entries' },
    evolve(state, { entries }) {
      postAll(state, entries);
    },
  },
  HouseFunded: {
    shape: { asset: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
    evolve(state, { entries }) {
      postAll(state, entries);
    },
  },
};
