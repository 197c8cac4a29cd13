import common from './common/zh.json';
import frame from './frame/zh.json';
import home from './home/zh.json';
import quotes from './quotes/zh.json';
import trade from './trade/zh.json';
import login from './login/zh.json';
import assets from './assets/zh.json';
import wallet from './wallet/zh.json';
import orders from './orders/zh.json';
import content from './content/zh.json';
import security from './security/zh.json';
import products from './products/zh.json';

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
