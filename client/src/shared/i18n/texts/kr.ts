import common from './common/kr.json';
import frame from './frame/kr.json';
import home from './home/kr.json';
import quotes from './quotes/kr.json';
import trade from './trade/kr.json';
import login from './login/kr.json';
import assets from './assets/kr.json';
import wallet from './wallet/kr.json';
import orders from './orders/kr.json';
import content from './content/kr.json';
import security from './security/kr.json';
import products from './products/kr.json';

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
