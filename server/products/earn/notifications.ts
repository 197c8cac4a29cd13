/**
 * Notifications of financial products and mining: each step of a purchase, also those that the user took, and the inviter's rebate.
 * The list shows daily incomes of mining.
 */
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import { notification, type Scene } from '../../workers/notifications/notification';

type Ended = EventOf<'FinancialEnded'>;
type Purchase = Pick<Ended, 'purchase' | 'product'>;

const financial = { perHour: 'earn', about: ({ purchase }: Purchase) => purchase } as const;
/** Numbers of mining purchases overlap with those of financial ones. */
const mining = { perHour: 'earn', about: ({ purchase }: Purchase) => `mining-${purchase}` } as const;

const bought = (event: EventOf<'FinancialBought'> | EventOf<'MiningBought'>, { money }: Scene) => {
  return { ...nameOf(event), ...money(event), time: event.startsAt };
};
const ended = (one: Ended['end']) => ({ ...financial, when: ({ end }: Ended) => end === one });
/** The first entry returns the principal. */
const principal = (event: Purchase & Pick<Ended, 'entries'>, scene: Scene) => {
  return { ...nameOf(event), ...credited(event.entries[0], scene) };
};
const settled = (event: Ended, scene: Scene) => {
  const [{ credit, amount }] = event.entries;
  return { ...principal(event, scene), total: credited({ credit, amount: amount + event.income }, scene).amount };
};

function nameOf({ purchase, product }: Purchase) {
  return { purchase: String(purchase), product };
}

function credited({ credit, amount }: Pick<Ended['entries'][number], 'credit' | 'amount'>, { money }: Scene) {
  return money({ asset: parseAccount(credit).asset, amount });
}

export const EARN_NOTIFICATIONS = [
  notification('FinancialBought', {
    ...financial,
    key: ({ renews }) => (renews === undefined ? 'financial.bought' : 'financial.renewed'),
    facts: bought,
  }),
  notification('FinancialEnded', { ...ended('cancelled'), key: 'financial.cancelled', facts: principal }),
  notification('FinancialEnded', { ...ended('left'), key: 'financial.left', facts: principal }),
  notification('FinancialEnded', {
    ...financial,
    key: 'financial.unrenewed',
    when: ({ notRenewed }) => notRenewed !== undefined,
    facts: (event, scene) => ({ ...settled(event, scene), reason: event.notRenewed ?? '' }),
  }),
  notification('FinancialEnded', { ...financial, key: 'financial.settled', facts: settled }),
  notification('MiningBought', { ...mining, key: 'mining.bought', facts: bought }),
  notification('MiningBought', {
    ...mining,
    to: 'inviter',
    key: 'mining.rebate',
    when: ({ inviter, rebate = 0n }) => inviter !== undefined && rebate > 0n,
    facts: ({ product, asset, rebate = 0n }, { money }) => ({ product, ...money({ asset, amount: rebate }) }),
  }),
  // The second entry pays the income of the term.
  notification('MiningEnded', {
    ...mining,
    key: 'mining.ended_paid',
    when: ({ entries }) => entries.length > 1,
    facts: (event, scene) => {
      const { asset: coin, amount: total } = credited(event.entries[1], scene);
      return { ...principal(event, scene), total, coin };
    },
  }),
  notification('MiningEnded', { ...mining, key: 'mining.ended', facts: principal }),
];
