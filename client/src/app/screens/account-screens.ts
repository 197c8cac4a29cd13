/** The user centre. Paths are below `/accountSet`; its screens stand beside its menu. */
import type { PageLoader } from '../lazy-page';
import { LATER_ACCOUNT_SCREENS } from './later-screens';
import type { Screen } from './screen';
import { SECURITY_SCREENS } from './security-screens';
import { WALLET_SCREENS } from './wallet-screens';

/** What they stand in. */
export const ACCOUNT_SHELL: PageLoader = () =>
  import('../../pages/account/account-shell').then((part) => part.AccountShell);

export const ACCOUNT_SCREENS: readonly Screen[] = [
  { path: 'myassets', load: () => import('../../pages/assets/assets-page').then((part) => part.AssetsPage) },
  { path: 'assetRecords', load: () => import('../../pages/assets/records-page').then((part) => part.RecordsPage) },
  { path: 'commin', load: () => import('../../pages/orders/orders-page').then((part) => part.OrdersPage) },
  ...WALLET_SCREENS,
  ...SECURITY_SCREENS,
  ...LATER_ACCOUNT_SCREENS,
];
