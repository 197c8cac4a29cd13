/** Notifications of recharges, withdrawals, transfers and freezes. */
import { rechargeReasonOf } from '../../../shared/products/wallet/rules/recharge-reasons';
import { reasonOf as catalogued } from '../../../shared/rules/staff-reasons';
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import type { WithdrawalStep } from '../../platform/mail/letter-texts';
import { rechargeById, wasWithdrawnTo, withdrawalById } from './stored/queries';
import {
  notification,
  subject,
  type Destination,
  type NotificationContext,
} from '../../workers/notifications/notification';

interface Units {
  asset: string;
  amount: bigint;
}

const ENDS_WITHDRAWAL = ['WithdrawalPaid', 'WithdrawalRejected', 'WithdrawalCancelled'] as const;

export const WITHDRAWALS = subject('WithdrawalApplied', {
  id: 'withdrawal',
  ends: ENDS_WITHDRAWAL,
  facts: ({ asset, amount }): Units => ({ asset, amount }),
  seed: ({ wallet }) => wallet.withdrawals,
  older: ({ stored }, id) => withdrawalById(stored, id),
});

/** The core does not store destinations. */
export const DESTINATIONS = subject('WithdrawalApplied', {
  id: 'withdrawal',
  ends: ENDS_WITHDRAWAL,
  facts: destinationOfEvent,
  seed: () => [],
  older: ({ stored }, id) => withdrawalById(stored, id),
});

export const RECHARGES = subject('RechargeSeen', {
  id: 'recharge',
  ends: ['RechargeFailed', 'RechargeCredited'],
  facts: ({ asset, amount }): Units => ({ asset, amount }),
  seed: ({ wallet }) => wallet.recharges,
  older: ({ stored }, id) => rechargeById(stored, id),
});

const NO_DESTINATION: Destination = { userId: 0, chain: null, address: null, card: null };

function destinationOfEvent(event: EventOf<'WithdrawalApplied'>): Destination {
  const { user: userId, chain = null, address = null, card = null } = event;
  return { userId, chain, address, card };
}

async function isFirstToDestination(
  event: EventOf<'WithdrawalApplied'>,
  { addressOf, stored }: NotificationContext,
): Promise<boolean> {
  const { userId, chain, address, card } = destinationOfEvent(event);
  // Old journals hold addresses in place of hashes.
  const plainAddress = await addressOf({ userId, chain, address });
  const addresses = [address, plainAddress].filter((one) => one !== null);
  return !(await wasWithdrawnTo(stored, { id: event.withdrawal, userId, chain, card }, addresses));
}

/** The owner gets a letter for each step that advances the withdrawal. */
const withdrawalLetter =
  (step: WithdrawalStep) =>
  async (
    { withdrawal }: { withdrawal: number },
    { asset, amount }: { asset: string; amount: string },
    { find, destinationOf }: NotificationContext,
  ) => {
    const destination = await destinationOf((await find(DESTINATIONS, withdrawal)) ?? NO_DESTINATION);
    return { step, withdrawal, asset, amount, destination };
  };

const moneyFacts = (event: Units, { money }: NotificationContext) => money(event);
const rechargeMoney = async ({ recharge }: { recharge: number }, { getSubject, money }: NotificationContext) =>
  money(await getSubject(RECHARGES, recharge));
const withdrawalMoney = async ({ withdrawal }: { withdrawal: number }, { getSubject, money }: NotificationContext) =>
  money(await getSubject(WITHDRAWALS, withdrawal));

export const WALLET_NOTIFICATIONS = [
  notification('FundsTransferred', {
    key: 'transfer.done',
    facts: (event, { money }) => ({ ...money(event), from: event.from, to: event.to }),
  }),
  notification('RechargeSeen', {
    key: 'recharge.seen',
    // A failure or credit in the same batch has its own message.
    when: (_, { batch }) => !batch.events.some(({ type }) => type === 'RechargeFailed' || type === 'RechargeCredited'),
    facts: (event, { money }) => ({ ...money(event), needed: event.needed }),
  }),
  notification('RechargeCredited', { key: 'recharge.credited', facts: moneyFacts }),
  notification('RechargeFinalized', { key: 'recharge.final', facts: moneyFacts }),
  notification('RechargeFailed', {
    key: 'recharge.failed',
    facts: async (event, context) => ({
      ...(await rechargeMoney(event, context)),
      reason: rechargeReasonOf(event.reason),
    }),
  }),
  notification('RechargeRetracted', { key: 'recharge.retracted', facts: rechargeMoney }),
  notification('WithdrawalApplied', {
    key: 'withdrawal.first',
    when: isFirstToDestination,
    facts: async (event, { money, destinationOf }) => {
      return { ...money(event), destination: await destinationOf(destinationOfEvent(event)) };
    },
    letter: withdrawalLetter('first'),
  }),
  notification('WithdrawalApplied', {
    key: 'withdrawal.applied',
    facts: moneyFacts,
    letter: withdrawalLetter('applied'),
  }),
  // The first of two approvals has no message.
  notification('WithdrawalApproved', {
    key: 'withdrawal.approved',
    when: ({ complete }) => Boolean(complete),
    facts: withdrawalMoney,
    letter: withdrawalLetter('approved'),
  }),
  notification('WithdrawalPaid', { key: 'withdrawal.paid', facts: withdrawalMoney, letter: withdrawalLetter('paid') }),
  notification('WithdrawalRejected', {
    key: 'withdrawal.rejected',
    facts: async (event, context) => {
      return { ...(await withdrawalMoney(event, context)), reason: await context.reasonOf(event.reason) };
    },
  }),
  notification('WithdrawalCancelled', { key: 'withdrawal.cancelled', facts: withdrawalMoney }),
  // Reasons of the catalogue are for the user; any other text stays with staff.
  notification('AccountFrozen', {
    key: 'account.frozen.for',
    when: isCataloguedReason,
    facts: async ({ reason }, { reasonOf }) => ({ reason: await reasonOf(reason) }),
  }),
  notification('AccountFrozen', { key: 'account.frozen', facts: () => ({}) }),
  notification('AccountUnfrozen', { key: 'account.unfrozen', facts: () => ({}) }),
  // The reason may name another person's claim: it is for staff and auditors.
  notification('FundsFrozen', {
    key: 'funds.frozen',
    facts: (event, { money }) => ({ ...money(event), account: event.account ?? 'spot' }),
  }),
  notification('FundsUnfrozen', {
    key: 'funds.released',
    // The entry names the account that receives the money.
    facts: ({ entries: [{ credit, amount }] }, { money }) => {
      const account = parseAccount(credit);
      if (account.owner === 'house') throw new Error(`${credit} had nothing frozen`);
      return { ...money({ asset: account.asset, amount }), account: account.kind };
    },
  }),
];

/** Whether the user may read the reason. */
export async function isCataloguedReason(
  { reason }: { reason: string },
  { reasonOf }: NotificationContext,
): Promise<boolean> {
  return catalogued(await reasonOf(reason)) !== null;
}
