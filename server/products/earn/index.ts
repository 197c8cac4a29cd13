/** Financial products and mining. */
import { EARN_NOTIFICATIONS } from './notifications';
import { EarnView } from './live/earn';
import { ENDED_PURCHASE } from './ended';
import { product } from '../product';
import { financialProjection, miningProjection } from './stored/projections';

export const EARN = product({
  projections: [financialProjection, miningProjection],
  notifications: EARN_NOTIFICATIONS,
  live: ({ markets }) => ({ earn: new EarnView(markets) }),
  feeds: { earn: 'earn' },
  ended: ENDED_PURCHASE,
});
