import { coinsOf, pairIn, partnersOf } from './coins';

const market = (base: string, quote: string, product: 'spot' | 'perpetual' = 'spot') => ({ base, quote, product });
const MARKETS = [
  ...[market('BTC', 'USDT'), market('ETH', 'USDT'), market('ETH', 'BTC')],
  ...[market('DOGE', 'BTC'), market('XAU', 'USDT', 'perpetual')],
];

describe('convertible coins', () => {
  it('are those of spot markets', () => {
    expect(coinsOf(MARKETS)).toEqual(['BTC', 'USDT', 'ETH', 'DOGE']);
  });

  it('convert over a common market or over USDT', () => {
    expect(partnersOf(MARKETS, 'ETH')).toEqual(['BTC', 'USDT']);
    expect(partnersOf(MARKETS, 'DOGE')).toEqual(['BTC']);
    expect(partnersOf([market('BTC', 'USDT'), market('LTC', 'USDT')], 'LTC')).toEqual(['BTC', 'USDT']);
  });

  it.each([
    [
      { from: null, to: null },
      { from: 'USDT', to: 'BTC' },
    ],
    [
      { from: 'BTC', to: 'USDT' },
      { from: 'BTC', to: 'USDT' },
    ],
    [
      { from: 'ETH', to: null },
      { from: 'ETH', to: 'USDT' },
    ],
    [
      { from: null, to: 'USDT' },
      { from: 'BTC', to: 'USDT' },
    ],
    [
      { from: 'BTC', to: 'BTC' },
      { from: 'BTC', to: 'USDT' },
    ],
    [
      { from: 'DOGE', to: 'ETH' },
      { from: 'DOGE', to: 'BTC' },
    ],
    [
      { from: 'XAU', to: 'XAU' },
      { from: 'USDT', to: 'BTC' },
    ],
  ])('default to the coins in the URL if they are convertible: %p', (named, pair) => {
    expect(pairIn(MARKETS, named)).toEqual(pair);
  });

  it('are null without markets', () => {
    expect(pairIn([], { from: 'BTC', to: 'USDT' })).toBeNull();
  });
});
