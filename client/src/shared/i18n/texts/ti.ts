import common from './common/ti.json';
import frame from './frame/ti.json';
import home from './home/ti.json';
import quotes from './quotes/ti.json';
import trade from './trade/ti.json';
import login from './login/ti.json';
import assets from './assets/ti.json';
import wallet from './wallet/ti.json';
import orders from './orders/ti.json';
import content from './content/ti.json';
import security from './security/ti.json';
import products from './products/ti.json';

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
