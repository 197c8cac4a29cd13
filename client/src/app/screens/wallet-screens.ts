/** Money in, out, and from account to account. Paths are below `/accountSet`. */
import type { Screen } from './screen';

export const WALLET_SCREENS: readonly Screen[] = [
  { path: 'recharge', load: () => import('../../pages/wallet/recharge-page').then((part) => part.RechargePage) },
  { path: 'withdrawal', load: () => import('../../pages/wallet/withdrawal-page').then((part) => part.WithdrawalPage) },
  { path: 'transfer', load: () => import('../../pages/wallet/transfer-page').then((part) => part.TransferPage) },
  {
    path: 'rechargeRecords',
    load: () => import('../../pages/wallet/recharge-records-page').then((part) => part.RechargeRecordsPage),
  },
  {
    path: 'withdrawalRecords',
    load: () => import('../../pages/wallet/withdrawal-records-page').then((part) => part.WithdrawalRecordsPage),
  },
  {
    path: 'addressManage',
    load: () => import('../../pages/wallet/addresses-page').then((part) => part.AddressesPage),
  },
];
