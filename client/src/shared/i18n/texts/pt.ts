import common from './common/pt.json';
import frame from './frame/pt.json';
import home from './home/pt.json';
import quotes from './quotes/pt.json';
import trade from './trade/pt.json';
import login from './login/pt.json';
import assets from './assets/pt.json';
import wallet from './wallet/pt.json';
import orders from './orders/pt.json';
import content from './content/pt.json';
import security from './security/pt.json';
import products from './products/pt.json';

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
