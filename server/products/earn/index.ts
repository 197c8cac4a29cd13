/** Financial products and mining. */
import { FINANCIAL_ROUTES, MINING_ROUTES, EARN_ROUTES } from '../../../shared/products/earn/wire';
import { EARN_STAFF_ROUTES } from '../../../shared/products/earn/staff';
import { EARN_NOTIFICATIONS } from './notifications';
import { EarnView } from './live/earn';
import { ENDED_PURCHASE } from './ended';
import { product } from '../product';
import { EARN_STAFF } from './staff';

export const EARN = product({
  routes: { financial: FINANCIAL_ROUTES, mining: MINING_ROUTES, earn: EARN_ROUTES, earnStaff: EARN_STAFF_ROUTES },
  notifications: EARN_NOTIFICATIONS,
  live: ({ markets }) => ({ earn: new EarnView(markets) }),
  feeds: { earn: 'earn' },
  ended: ENDED_PURCHASE,
  leftOpen: { financial_purchases: 'ended_at is null', mining_purchases: 'ended_at is null' },
  cover: {
    view: 'earn',
    metric: 'exchange_earn',
    held: 'What stands behind incomes of financial products and of mining',
    promised: 'Incomes of financial products and of mining that are promised',
  },
  entryKinds: {
    financial_buy: 'The principal of a financial product is locked.',
    financial_return: 'The principal returns at the end of the term.',
    financial_cancel: 'The principal of a purchase returns that was cancelled or redeemed early.',
    financial_income: 'The income of a financial product.',
    mining_buy: 'The principal of a mining product is locked.',
    mining_return: 'The principal of a mining product returns.',
    mining_income: 'Income of a mining product.',
    mining_rebate: 'The inviter’s rebate for a mining product.',
    financial_fund: 'Owners’ money goes into the account behind incomes.',
    financial_release: 'Money behind incomes that is not promised returns to the owners.',
  },
  taxTags: {
    financial_income: { received: 'lending interest' },
    mining_income: { received: 'mining' },
    mining_rebate: { received: 'reward' },
  },
  staff: EARN_STAFF,
});
