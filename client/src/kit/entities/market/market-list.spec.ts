import type { Ticker } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { marketsShown, quoteAssetsOf, sortedBy } from './market-list';

const market = (name: string, price: string) =>
  ({ name, base: name.split('-')[0], quote: name.split('-')[1], label: name.replace('-', '/'), price }) as MarketRecord;
const ticker = (last: string | null, changeRatio: string, quoteVolume: string, high: string | null = null) =>
  ({ last, changeRatio, quoteVolume, high, low: last }) as Ticker;

const MARKETS = [market('BTC-USDT', '60000'), market('ETH-USDT', '3000'), market('ADA-USDT', '0.5')];
const TICKERS = {
  'BTC-USDT': ticker('61000', '-0.02', '500', '62000'),
  'ETH-USDT': ticker('3100', '0.01', '900', '3200'),
  'ADA-USDT': ticker(null, '-0.01', '20'),
};
const ALL = { tab: 'all', search: '', sorting: null, favourites: ['ADA-USDT'] } as const;

const names = (wish: Partial<Parameters<typeof marketsShown>[2]>) =>
  marketsShown(MARKETS, TICKERS, { ...ALL, ...wish }).map(({ name }) => name.split('-')[0]);

describe('market list', () => {
  it('is ordered by listing, favourites, volume or newest', () => {
    expect(names({})).toEqual(['BTC', 'ETH', 'ADA']);
    expect(names({ tab: 'favourites' })).toEqual(['ADA']);
    expect(names({ tab: 'hot' })).toEqual(['ETH', 'BTC', 'ADA']);
    expect(names({ tab: 'new' })).toEqual(['ADA', 'ETH', 'BTC']);
  });

  it('compares volume in one currency across quote assets', () => {
    const yen = { ...ticker('9000000', '0', '90000000'), baseVolume: '10' };
    const markets = [market('BTC-JPY', '9000000'), ...MARKETS];
    const tickers = { ...TICKERS, 'BTC-USDT': ticker('60', '0', '500'), 'BTC-JPY': yen };
    const shown = marketsShown(markets, tickers, { ...ALL, tab: 'hot' }).map(({ name }) => name);
    expect(shown).toEqual(['ETH-USDT', 'BTC-JPY', 'BTC-USDT', 'ADA-USDT']);
  });

  it('is searched by name in any notation', () => {
    expect(names({ search: 'eth/us' })).toEqual(['ETH']);
    expect(names({ search: ' btc ' })).toEqual(['BTC']);
    expect(names({ search: 'x' })).toEqual([]);
  });

  it('is searched by coin name', () => {
    expect(names({ search: 'ethereum' })).toEqual(['ETH']);
    expect(names({ search: ' Bit Coin ' })).toEqual(['BTC']);
    // The search covers the base coin, not the quote coin.
    expect(names({ search: 'tether' })).toEqual([]);
  });

  it('is sorted by each column', () => {
    expect(names({ sorting: { column: 'name', isDescending: false } })).toEqual(['ADA', 'BTC', 'ETH']);
    expect(names({ sorting: { column: 'price', isDescending: true } })).toEqual(['BTC', 'ETH', 'ADA']);
    expect(names({ sorting: { column: 'change', isDescending: true } })).toEqual(['ETH', 'ADA', 'BTC']);
    expect(names({ sorting: { column: 'volume', isDescending: false } })).toEqual(['ADA', 'BTC', 'ETH']);
    expect(names({ sorting: { column: 'high', isDescending: true } })).toEqual(['BTC', 'ETH', 'ADA']);
    expect(names({ sorting: { column: 'low', isDescending: false } })).toEqual(['ADA', 'ETH', 'BTC']);
  });
});

it('names each quote asset once', () => {
  const quoted = ['USDT', 'BTC', 'USDT'].map((quote) => ({ quote }) as MarketRecord);
  expect(quoteAssetsOf(quoted)).toEqual(['USDT', 'BTC']);
});

describe('column heading', () => {
  it('sorts best first, then reversed, then not', () => {
    const once = sortedBy(null, 'price');
    const twice = sortedBy(once, 'price');
    expect([once, twice, sortedBy(twice, 'price')]).toEqual([
      { column: 'price', isDescending: true },
      { column: 'price', isDescending: false },
      null,
    ]);
    expect(sortedBy(once, 'name')).toEqual({ column: 'name', isDescending: false });
  });
});
