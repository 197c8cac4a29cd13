/** Perpetual contracts. */
import { CONTRACT_ROUTES } from '../../../shared/products/perpetual/wire';
import { CONTRACT_STAFF_ROUTES } from '../../../shared/products/perpetual/staff';
import { PERPETUAL_NOTIFICATIONS } from './notifications/notifications';
import { perpetualViews } from './live/views';
import { ENDED_STOP } from './ended';
import { MAKERS_MAX } from './core/orders/match-with-book';
import { GAIN, product } from '../product';
import { PERPETUAL_STAFF } from './staff';

export const PERPETUAL = product({
  routes: { contract: CONTRACT_ROUTES, contractStaff: CONTRACT_STAFF_ROUTES },
  notifications: PERPETUAL_NOTIFICATIONS,
  live: perpetualViews,
  feeds: { position: 'positions' },
  ended: ENDED_STOP,
  leftOpen: { contract_orders: 'open = 1', contract_positions: 'open = 1' },
  limits: [['resting orders that one perpetual order matches', MAKERS_MAX]],
  taxTags: {
    long_fee: { sent: 'margin fee' },
    short_fee: { sent: 'margin fee' },
    liquidation_fee: { sent: 'margin fee' },
    margin_profit: GAIN,
    funding_fee: GAIN,
    insurance_cover: GAIN,
    auto_deleverage: GAIN,
    contract_income: GAIN,
  },
  staff: PERPETUAL_STAFF,
});
