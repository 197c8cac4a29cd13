import common from './common/tc.json';
import frame from './frame/tc.json';
import home from './home/tc.json';
import quotes from './quotes/tc.json';
import trade from './trade/tc.json';
import login from './login/tc.json';
import assets from './assets/tc.json';
import wallet from './wallet/tc.json';
import orders from './orders/tc.json';
import content from './content/tc.json';
import security from './security/tc.json';
import products from './products/tc.json';

export const texts = {
  ...common,
  ...frame,
  ...home,
  ...quotes,
  ...trade,
  ...login,
  ...assets,
  ...wallet,
  ...orders,
  ...content,
  ...security,
  ...products,
};
