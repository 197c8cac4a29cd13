import type { MarketRecord } from '../../../../../shared/wire/product';
import { productCategory, productsOf, quoteCategory, quotesShown, type Category } from './quotes-shown';

const SPOT = ['BTC-USDT', 'ETH-BTC', 'ALL-USDT'].map((name) => {
  const [base, quote] = name.split('-');
  return { name, product: 'spot', label: `${base}/${quote}`, base, quote, price: '1' } as MarketRecord;
});
const CONTRACT = {
  ...SPOT[0],
  name: 'BTC-USDT-PERP',
  product: 'perpetual',
  label: 'BTC/USDT Perpetual',
} as MarketRecord;
const MARKETS = [...SPOT, CONTRACT];
const names = (category: Category, search = '') =>
  quotesShown(MARKETS, {}, { category, search, sorting: null, favourites: ['ETH-BTC'] }).map(({ name }) => name);

it('filters markets by tab, product, quote asset and search text', () => {
  expect(names('all')).toEqual(['BTC-USDT', 'ETH-BTC', 'ALL-USDT', 'BTC-USDT-PERP']);
  expect(names('favourites')).toEqual(['ETH-BTC']);
  expect(names(quoteCategory('USDT'))).toEqual(['BTC-USDT', 'ALL-USDT', 'BTC-USDT-PERP']);
  expect(names(quoteCategory('USDT'), 'btc')).toEqual(['BTC-USDT', 'BTC-USDT-PERP']);
  expect(names(productCategory('spot'))).toEqual(['BTC-USDT', 'ETH-BTC', 'ALL-USDT']);
  expect(names(productCategory('perpetual'))).toEqual(['BTC-USDT-PERP']);
  expect(names(productCategory('perpetual'), 'eth')).toEqual([]);
  expect(names(quoteCategory('EUR'))).toEqual([]);
});

it('offers the products to choose if there is more than one', () => {
  expect(productsOf(SPOT)).toEqual([]);
  expect(productsOf(MARKETS)).toEqual(['spot', 'perpetual']);
});
