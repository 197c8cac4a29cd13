import common from './common/il.json';
import frame from './frame/il.json';
import home from './home/il.json';
import quotes from './quotes/il.json';
import trade from './trade/il.json';
import login from './login/il.json';
import assets from './assets/il.json';
import wallet from './wallet/il.json';
import orders from './orders/il.json';
import content from './content/il.json';
import security from './security/il.json';
import products from './products/il.json';

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
