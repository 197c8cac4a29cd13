/** The user centre. Paths are below `/accountSet`; its menu is in `../account-menu.ts`. */
import { PROOF_TEXTS, withTexts } from '../../shared/i18n/part-texts';
import type { Screen } from '../../shared/ui/screen';
import { SECURITY_SCREENS } from '../../products/identity/security-screens';
import { WALLET_SCREENS } from '../../products/wallet/wallet-screens';

export const ACCOUNT_SCREENS: readonly Screen[] = [
  {
    path: 'myassets',
    load: () => import('../../products/wallet/screens/assets/assets-page').then((part) => part.AssetsPage),
    title: 'menu.assets',
  },
  {
    path: 'assetRecords',
    load: () => import('../../products/wallet/screens/assets/records/records-page').then((part) => part.RecordsPage),
    title: 'menu.records',
  },
  {
    path: 'verifyBalance',
    load: withTexts([PROOF_TEXTS], () =>
      import('../../products/wallet/screens/assets/proof/balance-proof-page').then((part) => part.BalanceProofPage),
    ),
    title: 'menu.balance_proof',
  },
  ...WALLET_SCREENS,
  ...SECURITY_SCREENS,
];
