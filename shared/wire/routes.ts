/** Every endpoint of the exchange, by area. */
import { ACCOUNT_ROUTES } from './account';
import { ADMIN_ROUTES } from './admin';
import { CONTENT_ROUTES } from './content';
import { DEMO_ROUTES } from './demo';
import { PRODUCT_ROUTES } from './product';
import { MESSAGE_ROUTES } from './messages-center';
import type { Route } from './route';
import { SECURITY_ROUTES } from './security';
import { SPOT_ROUTES } from './spot';
import { WALLET_ROUTES } from './wallet';

export const AREAS: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  account: ACCOUNT_ROUTES,
  security: SECURITY_ROUTES,
  product: PRODUCT_ROUTES,
  spot: SPOT_ROUTES,
  wallet: WALLET_ROUTES,
  message: MESSAGE_ROUTES,
  content: CONTENT_ROUTES,
  admin: ADMIN_ROUTES,
  demo: DEMO_ROUTES,
};
