/**
 * Notifications of financial products and mining: each step of a purchase, including the user's own, and the inviter's
 * rebate. Daily mining incomes appear only in the list.
 */
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import { notification, type NotificationContext } from '../../workers/notifications/notification';

type Ended = EventOf<'FinancialEnded'>;
type Purchase = Pick<Ended, 'purchase' | 'product'>;

const financialRow = { perHour: 'earn', about: ({ purchase }: Purchase) => purchase } as const;
/** Numbers of mining purchases overlap with those of financial ones. */
const miningRow = { perHour: 'earn', about: ({ purchase }: Purchase) => `mining-${purchase}` } as const;

const purchaseFacts = (event: EventOf<'FinancialBought'> | EventOf<'MiningBought'>, { money }: NotificationContext) => {
  return { ...productNameOf(event), ...money(event), time: event.startsAt };
};
const endedRow = (one: Ended['end']) => ({ ...financialRow, when: ({ end }: Ended) => end === one });
/** The first entry returns the principal. */
const principalFacts = (event: Purchase & Pick<Ended, 'entries'>, context: NotificationContext) => {
  return { ...productNameOf(event), ...creditedMoney(event.entries[0], context) };
};
const settlementFacts = (event: Ended, context: NotificationContext) => {
  const [{ credit, amount }] = event.entries;
  return {
    ...principalFacts(event, context),
    total: creditedMoney({ credit, amount: amount + event.income }, context).amount,
  };
};

function productNameOf({ purchase, product }: Purchase) {
  return { purchase: String(purchase), product };
}

function creditedMoney(
  { credit, amount }: Pick<Ended['entries'][number], 'credit' | 'amount'>,
  { money }: NotificationContext,
) {
  return money({ asset: parseAccount(credit).asset, amount });
}

export const EARN_NOTIFICATIONS = [
  notification('FinancialBought', {
    ...financialRow,
    key: ({ renews }) => (renews === undefined ? 'financial.bought' : 'financial.renewed'),
    facts: purchaseFacts,
  }),
  notification('FinancialEnded', { ...endedRow('cancelled'), key: 'financial.cancelled', facts: principalFacts }),
  notification('FinancialEnded', { ...endedRow('left'), key: 'financial.left', facts: principalFacts }),
  notification('FinancialEnded', {
    ...financialRow,
    key: 'financial.unrenewed',
    when: ({ notRenewed }) => notRenewed !== undefined,
    facts: (event, context) => ({ ...settlementFacts(event, context), reason: event.notRenewed ?? '' }),
  }),
  notification('FinancialEnded', { ...financialRow, key: 'financial.settled', facts: settlementFacts }),
  notification('MiningBought', { ...miningRow, key: 'mining.bought', facts: purchaseFacts }),
  notification('MiningBought', {
    ...miningRow,
    to: 'inviter',
    key: 'mining.rebate',
    when: ({ inviter, rebate = 0n }) => inviter !== undefined && rebate > 0n,
    facts: ({ product, asset, rebate = 0n }, { money }) => ({ product, ...money({ asset, amount: rebate }) }),
  }),
  // The second entry pays the income of the term.
  notification('MiningEnded', {
    ...miningRow,
    key: 'mining.ended_paid',
    when: ({ entries }) => entries.length > 1,
    facts: (event, context) => {
      const { asset: coin, amount: total } = creditedMoney(event.entries[1], context);
      return { ...principalFacts(event, context), total, coin };
    },
  }),
  notification('MiningEnded', { ...miningRow, key: 'mining.ended', facts: principalFacts }),
];
