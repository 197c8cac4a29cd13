import common from './common/ep.json';
import frame from './frame/ep.json';
import home from './home/ep.json';
import quotes from './quotes/ep.json';
import trade from './trade/ep.json';
import login from './login/ep.json';
import assets from './assets/ep.json';
import wallet from './wallet/ep.json';
import orders from './orders/ep.json';
import content from './content/ep.json';
import security from './security/ep.json';
import products from './products/ep.json';

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
