import type { MarketRecord } from '../../../../shared/wire/product';
import { quoteCategory, quotesShown, type Category } from './quotes-shown';

const MARKETS = ['BTC-USDT', 'ETH-BTC', 'ALL-USDT'].map((name) => {
  const [base, quote] = name.split('-');
  return { name, label: `${base}/${quote}`, base, quote, price: '1' } as MarketRecord;
});
const names = (category: Category, search = '') =>
  quotesShown(MARKETS, {}, { category, search, sorting: null, favourites: ['ETH-BTC'] }).map(({ name }) => name);

it('markets are shown by tab or by what they are quoted in, and searched within', () => {
  expect(names('all')).toEqual(['BTC-USDT', 'ETH-BTC', 'ALL-USDT']);
  expect(names('favourites')).toEqual(['ETH-BTC']);
  expect(names(quoteCategory('USDT'))).toEqual(['BTC-USDT', 'ALL-USDT']);
  expect(names(quoteCategory('USDT'), 'btc')).toEqual(['BTC-USDT']);
  expect(names(quoteCategory('EUR'))).toEqual([]);
});
