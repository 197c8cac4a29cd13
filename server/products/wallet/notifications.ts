/** Notifications of recharges, withdrawals, transfers and freezes. */
import { rechargeReasonOf } from '../../../shared/products/wallet/rules/recharge-reasons';
import { reasonOf as catalogued } from '../../../shared/rules/staff-reasons';
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import type { WithdrawalStep } from '../../platform/mail/letter-texts';
import { rechargeById, wasWithdrawnTo, withdrawalById } from './stored/queries';
import { notification, subject, type Destination, type Scene } from '../../workers/notifications/notification';

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

/** The core keeps no destinations. */
export const DESTINATIONS = subject('WithdrawalApplied', {
  id: 'withdrawal',
  ends: ENDS_WITHDRAWAL,
  facts: destinationIn,
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

const NOWHERE: Destination = { userId: 0, chain: null, address: null, card: null };

function destinationIn(event: EventOf<'WithdrawalApplied'>): Destination {
  const { user: userId, chain = null, address = null, card = null } = event;
  return { userId, chain, address, card };
}

async function isFirstTo(event: EventOf<'WithdrawalApplied'>, { addressOf, stored }: Scene): Promise<boolean> {
  const { userId, chain, address, card } = destinationIn(event);
  // Old journals hold addresses in place of hashes.
  const plain = await addressOf({ userId, chain, address });
  const addresses = [address, plain].filter((one) => one !== null);
  return !(await wasWithdrawnTo(stored, { id: event.withdrawal, userId, chain, card }, addresses));
}

/** The owner of a withdrawal gets a letter of each step that moves the money on. */
const letterOf =
  (step: WithdrawalStep) =>
  async (
    { withdrawal }: { withdrawal: number },
    { asset, amount }: { asset: string; amount: string },
    { find, destinationOf }: Scene,
  ) => {
    const destination = await destinationOf((await find(DESTINATIONS, withdrawal)) ?? NOWHERE);
    return { step, withdrawal, asset, amount, destination };
  };

const moneyIn = (event: Units, { money }: Scene) => money(event);
const recharged = async ({ recharge }: { recharge: number }, { recall, money }: Scene) =>
  money(await recall(RECHARGES, recharge));
const withdrawn = async ({ withdrawal }: { withdrawal: number }, { recall, money }: Scene) =>
  money(await recall(WITHDRAWALS, withdrawal));

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
  notification('RechargeCredited', { key: 'recharge.credited', facts: moneyIn }),
  notification('RechargeFinalized', { key: 'recharge.final', facts: moneyIn }),
  notification('RechargeFailed', {
    key: 'recharge.failed',
    facts: async (event, scene) => ({ ...(await recharged(event, scene)), reason: rechargeReasonOf(event.reason) }),
  }),
  notification('RechargeRetracted', { key: 'recharge.retracted', facts: recharged }),
  notification('WithdrawalApplied', {
    key: 'withdrawal.first',
    when: isFirstTo,
    facts: async (event, { money, destinationOf }) => {
      return { ...money(event), destination: await destinationOf(destinationIn(event)) };
    },
    letter: letterOf('first'),
  }),
  notification('WithdrawalApplied', { key: 'withdrawal.applied', facts: moneyIn, letter: letterOf('applied') }),
  // The first of two approvals brings no message.
  notification('WithdrawalApproved', {
    key: 'withdrawal.approved',
    when: ({ complete }) => Boolean(complete),
    facts: withdrawn,
    letter: letterOf('approved'),
  }),
  notification('WithdrawalPaid', { key: 'withdrawal.paid', facts: withdrawn, letter: letterOf('paid') }),
  notification('WithdrawalRejected', {
    key: 'withdrawal.rejected',
    facts: async (event, scene) => {
      return { ...(await withdrawn(event, scene)), reason: await scene.reasonOf(event.reason) };
    },
  }),
  notification('WithdrawalCancelled', { key: 'withdrawal.cancelled', facts: withdrawn }),
  // Reasons of the catalogue are for the user; any other text stays with staff.
  notification('AccountFrozen', {
    key: 'account.frozen.for',
    when: isCatalogued,
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
    // The entry names the account that gets the money back.
    facts: ({ entries: [{ credit, amount }] }, { money }) => {
      const account = parseAccount(credit);
      if (account.owner === 'house') throw new Error(`${credit} had nothing frozen`);
      return { ...money({ asset: account.asset, amount }), account: account.kind };
    },
  }),
];

/** Whether the user may read the reason. */
export async function isCatalogued({ reason }: { reason: string }, { reasonOf }: Scene): Promise<boolean> {
  return catalogued(await reasonOf(reason)) !== null;
}
