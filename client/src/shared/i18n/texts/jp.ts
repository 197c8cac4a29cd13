import common from './common/jp.json';
import frame from './frame/jp.json';
import home from './home/jp.json';
import quotes from './quotes/jp.json';
import trade from './trade/jp.json';
import login from './login/jp.json';
import assets from './assets/jp.json';
import wallet from './wallet/jp.json';
import orders from './orders/jp.json';
import content from './content/jp.json';
import security from './security/jp.json';
import products from './products/jp.json';

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
