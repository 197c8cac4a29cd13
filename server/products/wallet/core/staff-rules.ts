/** Staff rules for commands about money: moves need two persons, and so does loosening a protection. */
import { legsOf } from '../../perpetual/core/margin/collateral-pool';
import { broken } from '../../../core/rejection';
import { isBeforeFirstDeposit } from '../../../core/staff/eligibility';
import { staffRule, type Facts, type StaffRule } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type {
  CreditRecharge,
  FreezeFunds,
  FundHouse,
  PayWithdrawal,
  SetRechargeTerms,
  SetWithdrawalReview,
  StatementWay,
  UnfreezeFunds,
} from './commands';
import { termsKey } from './recharge';
import { lineKey } from './statement';
import { largestValueOf } from './value';

export const reviewRule = staffRule(
  'settings',
  ['tighten', 'change'],
  'One lowers the value up to which one approves.',
  ({ wallet }, command: SetWithdrawalReview) => {
    const { secondApprovalAbove: before } = wallet;
    const { secondApprovalAbove } = command;
    const subject = 'withdrawals/review';
    if (secondApprovalAbove <= before)
      return { kind: 'tighten', subject, undo: { ...command, secondApprovalAbove: before } };
    return {
      kind: 'change',
      subject,
      user: null,
      before: { secondApprovalAbove: `${before}` },
      after: { secondApprovalAbove: `${secondApprovalAbove}` },
    };
  },
);

/** A new way to deposit, fewer confirmations, or a lower minimum need two persons. */
export const rechargeTermsRule = staffRule(
  'recharges',
  ['tighten', 'change'],
  'One asks for more confirmations or larger deposits.',
  ({ wallet }, command: SetRechargeTerms) => {
    const { asset, chain, minimum, confirmations } = command;
    const currentTerms = wallet.rechargeTerms.get(termsKey(asset, chain));
    const subject = `recharge/${asset}/${chain}`;
    if (currentTerms && confirmations >= currentTerms.confirmations && minimum >= currentTerms.minimum)
      return { kind: 'tighten', subject, undo: { type: 'SetRechargeTerms', ...currentTerms } };
    const before: Facts = currentTerms
      ? { minimum: `${currentTerms.minimum}`, confirmations: currentTerms.confirmations }
      : {};
    const after = { minimum: `${minimum}`, confirmations };
    return {
      kind: 'change',
      subject,
      user: null,
      before: { asset, chain, ...before },
      after: { asset, chain, ...after },
    };
  },
);

/** Frozen funds no longer cover the losses of cross positions: the next move of the mark may liquidate them. */
export const freezeFundsRule: StaffRule<FreezeFunds> = {
  ...staffRule(
    'users',
    ['brake', 'restore'],
    'Keeps an amount from leaving until two release it. Of what cross positions stand on it takes two.',
    (view, { user, asset, amount, account = 'spot' }: FreezeFunds) => {
      const subject = `funds/${user}/${asset}`;
      const isFree = account !== 'contract' || legsOf(view, user, asset).length === 0;
      if (isFree) return { kind: 'brake', subject, undo: null, repeats: true };
      const after = { account, asset, frozen: `${amount}` };
      return { kind: 'restore', subject, user, before: { account, asset, frozen: '0' }, after };
    },
  ),
  lasts: true,
};

export const unfreezeFundsRule = staffRule(
  'users',
  ['restore'],
  'What was frozen waits for its owner.',
  ({ holds }, { hold: id }: UnfreezeFunds) => {
    const hold = holds.get(id) ?? broken(`hold ${id} is unknown`);
    const { user, kind: account, asset } = hold.account;
    return {
      kind: 'restore',
      subject: `hold/${id}`,
      user,
      before: { account, asset, frozen: `${hold.remaining}` },
      after: { account, asset, frozen: '0' },
    };
  },
);

/** A payment that no chain shows needs one person's statement and another's confirmation. */
export const creditRule = staffRule(
  'recharges',
  ['money'],
  'The bank has the money, and its owner waits.',
  (view, { user, asset, amount, reference, index, nodes }: CreditRecharge, { at }) => {
    const [chain] = reference.split('/');
    const addressDetails: Facts = index === undefined ? {} : { chain, addressIndex: index };
    const details: Facts = nodes === undefined ? addressDetails : { ...addressDetails, nodes };
    return {
      kind: 'money',
      subject: `recharge/${reference}`,
      user,
      neither: importersOf(view, asset, 'in', reference),
      worth: largestValueOf(view, asset, amount, at),
      before: {},
      after: { asset, amount: `${amount}`, reference, ...details },
    };
  },
);

/** A bank's payment is not publicly visible; a coin's payment is. */
export const payoutRule = staffRule(
  'withdrawals',
  ['case', 'money'],
  'A chain shows the payment of a coin up to the review value. Above it, and of legal currency, two say so, without a wait: the payment is made.',
  (view, { withdrawal: id, reference }: PayWithdrawal, { at }) => {
    const { user, asset, amount } = view.wallet.withdrawals.get(id) ?? broken(`withdrawal ${id} is unknown`);
    const value = largestValueOf(view, asset, amount, at);
    const isSmall = value !== null && value <= view.wallet.secondApprovalAbove;
    if (isSmall && view.assets.get(asset)?.isFiat !== true) return { kind: 'case' };
    return {
      kind: 'money',
      subject: `withdrawal/${id}`,
      user,
      neither: importersOf(view, asset, 'out', reference),
      worth: value,
      before: {},
      after: { withdrawal: id, asset, amount: `${amount}`, reference },
    };
  },
);

export const fundHouseRule = staffRule(
  'recharges',
  ['money'],
  "The owners' money is there already: as a line of a statement, or on the chain.",
  (view, { asset, amount, reference }: FundHouse, { at }) => {
    return {
      kind: 'money',
      subject: `house/${asset}/${reference ?? ''}`,
      user: null,
      neither: importersOf(view, asset, 'in', reference ?? ''),
      // No daily limit during the set-up.
      ...(isBeforeFirstDeposit(view) ? {} : { worth: largestValueOf(view, asset, amount, at) }),
      before: {},
      after: { asset, amount: `${amount}`, ...(reference === undefined ? {} : { reference }) },
    };
  },
);

function importersOf(
  { wallet }: CoreView,
  asset: string,
  direction: StatementWay,
  reference: string,
): readonly number[] {
  const importer = wallet.statement.get(lineKey(asset, direction, reference))?.importedBy;
  return importer === undefined ? [] : [importer];
}
