/** Screens of the user centre. Paths are below `/accountSet`; the menu is in `../account-menu.ts`. */
import { SECURITY_SCREENS } from '../../products/identity/manifest';
import { WALLET_SCREENS } from '../../products/wallet/manifest';
import type { Screen } from '../../kit/ui/screen';

export const ACCOUNT_SCREENS: readonly Screen[] = [...WALLET_SCREENS, ...SECURITY_SCREENS];
