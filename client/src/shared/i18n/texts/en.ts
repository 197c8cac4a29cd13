import common from './common/en.json';
import frame from './frame/en.json';
import home from './home/en.json';
import quotes from './quotes/en.json';
import trade from './trade/en.json';
import login from './login/en.json';
import assets from './assets/en.json';
import wallet from './wallet/en.json';
import orders from './orders/en.json';
import content from './content/en.json';
import security from './security/en.json';
import products from './products/en.json';

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
