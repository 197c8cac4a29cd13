/** Money in, out, and from account to account. Paths are below `/accountSet`. */
import type { Screen } from '../../shared/ui/screen';

export const WALLET_SCREENS: readonly Screen[] = [
  {
    path: 'recharge',
    load: () => import('./screens/recharge/recharge-page').then((part) => part.RechargePage),
    title: 'wallet.menu.recharge',
  },
  {
    path: 'withdrawal',
    load: () => import('./screens/withdrawal/withdrawal-page').then((part) => part.WithdrawalPage),
    title: 'wallet.menu.withdrawal',
  },
  {
    path: 'transfer',
    load: () => import('./screens/transfer/transfer-page').then((part) => part.TransferPage),
    title: 'wallet.menu.transfer',
  },
  {
    path: 'rechargeRecords',
    load: () => import('./screens/recharge/recharge-records-page').then((part) => part.RechargeRecordsPage),
    title: 'wallet.menu.recharge_records',
  },
  {
    path: 'withdrawalRecords',
    load: () => import('./screens/withdrawal/withdrawal-records-page').then((part) => part.WithdrawalRecordsPage),
    title: 'wallet.menu.withdrawal_records',
  },
  {
    path: 'addressManage',
    load: () => import('./screens/addresses/addresses-page').then((part) => part.AddressesPage),
    title: 'wallet.menu.addresses',
  },
];
