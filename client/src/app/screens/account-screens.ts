/** The user centre. Paths are below `/accountSet`; its menu is in `../account-menu.ts`. */
import { PROOF_TEXTS, withTexts } from '../../shared/i18n/part-texts';
import type { Screen } from '../../shared/ui/screen';
import { SECURITY_SCREENS } from './security-screens';
import { WALLET_SCREENS } from './wallet-screens';

export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    path: 'myassets',
    load: () => import('../../pages/assets/assets-page').then((part) => part.AssetsPage),
    title: 'menu.assets',
  },
  {
    path: 'assetRecords',
    load: () => import('../../pages/assets/records-page').then((part) => part.RecordsPage),
    title: 'menu.records',
  },
  {
    path: 'verifyBalance',
    load: withTexts([PROOF_TEXTS], () =>
      import('../../pages/assets/balance-proof-page').then((part) => part.BalanceProofPage),
    ),
    title: 'menu.balance_proof',
  },
  ...WALLET_SCREENS,
  ...SECURITY_SCREENS,
];
