/** Deposits, withdrawals and transfers. */
import { DESTINATIONS, RECHARGES, WALLET_NOTIFICATIONS, WITHDRAWALS } from './notifications';
import { WithdrawalsView } from './live/withdrawals';
import { ENDED_WITHDRAWAL } from './ended';
import { product } from '../product';

export const WALLET = product({
  notifications: WALLET_NOTIFICATIONS,
  notifiesAfterStaff: true,
  subjects: [WITHDRAWALS, DESTINATIONS, RECHARGES],
  live: () => ({ withdrawals: new WithdrawalsView() }),
  ended: ENDED_WITHDRAWAL,
  leftOpen: {
    withdrawals: 'ended_at is null',
    // What its chain took back before it was credited is over, and has not ended: it may come again.
    recharges: "status = 'recharging'",
  },
  taxTags: { withdrawal_fee: { sent: 'cost' } },
});
