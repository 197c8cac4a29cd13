/** Deposits, withdrawals and transfers. */
import { WALLET_ROUTES } from '../../../shared/products/wallet/wire';
import { CHAIN_ROUTES } from '../../../shared/products/wallet/chains';
import { DEPOSIT_REPORT_ROUTES } from '../../../shared/products/wallet/deposit-reports';
import { ADDRESS_BOOK_ROUTES } from '../../../shared/products/wallet/address-book';
import { VALUATION_ROUTES } from '../../../shared/products/wallet/valuation';
import { DESTINATIONS, RECHARGES, WALLET_NOTIFICATIONS, WITHDRAWALS } from './notifications';
import { WithdrawalsView } from './live/withdrawals';
import { ENDED_WITHDRAWAL } from './ended';
import { product } from '../product';

export const WALLET = product({
  routes: {
    wallet: WALLET_ROUTES,
    recharge: CHAIN_ROUTES,
    depositReports: DEPOSIT_REPORT_ROUTES,
    addressBook: ADDRESS_BOOK_ROUTES,
    valuation: VALUATION_ROUTES,
  },
  notifications: WALLET_NOTIFICATIONS,
  notifiesAfterStaff: true,
  subjects: [WITHDRAWALS, DESTINATIONS, RECHARGES],
  live: () => ({ withdrawals: new WithdrawalsView() }),
  ended: ENDED_WITHDRAWAL,
  leftOpen: {
    withdrawals: 'ended_at is null',
    // A recharge whose chain reverted it before the credit is not followed, but has not ended either: it may reappear.
    recharges: "status = 'recharging'",
  },
  taxTags: { withdrawal_fee: { sent: 'cost' } },
});
