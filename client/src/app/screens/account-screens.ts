/** The user centre. Paths are below `/accountSet`; its menu is in `../account-menu.ts`. */
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
  ...WALLET_SCREENS,
  ...SECURITY_SCREENS,
];
