/** What the user has, and money in, out, and from account to account. Paths are below `/accountSet`. */
import { PROOF_TEXTS, withTexts } from '../../shared/i18n/part-texts';
import type { Screen } from '../../shared/ui/screen';

export const WALLET_SCREENS: readonly Screen[] = [
  {
    path: 'myassets',
    load: () => import('./screens/assets/assets-page').then((part) => part.AssetsPage),
    title: 'menu.assets',
  },
  {
    path: 'assetRecords',
    load: () => import('./screens/assets/records/records-page').then((part) => part.RecordsPage),
    title: 'menu.records',
  },
  {
    path: 'verifyBalance',
    load: withTexts([PROOF_TEXTS], () =>
      import('./screens/assets/proof/balance-proof-page').then((part) => part.BalanceProofPage),
    ),
    title: 'menu.balance_proof',
  },
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
