/** Balances, deposits, withdrawals and transfers. Paths are below `/accountSet`. */
import { PROOF_TEXTS, withTexts } from '../../kit/i18n/part-texts';
import type { AdminScreensByRole } from '../../kit/ui/places';
import type { Screen } from '../../kit/ui/screen';

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

/** Deposits and withdrawals for staff, and their read-only form for auditors. */
export const WALLET_ADMIN: AdminScreensByRole = {
  admin: {
    withdrawals: {
      list: () => import('./admin/withdrawals-page').then((part) => part.WithdrawalsPage),
    },
    recharges: { list: () => import('./admin/recharges-page').then((part) => part.RechargesPage) },
  },
  auditor: {
    withdrawals: {
      list: () => import('./admin/audited-withdrawals-page').then((part) => part.AuditedWithdrawalsPage),
    },
    recharges: {
      list: () => import('./admin/audited-recharges-page').then((part) => part.AuditedRechargesPage),
    },
  },
};
