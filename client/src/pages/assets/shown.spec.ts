import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { newestOf } from './balances-shown';
import { pricesOf } from './prices';

const balance = (available: string) => ({ asset: 'USDT', available, frozen: '0', locked: '0' });

describe('the balances shown', () => {
  it('are those of HTTP until the channel has come as far', () => {
    const asked = { position: 5, balances: [balance('5')] };
    expect(newestOf(undefined, null, {})).toBeNull();
    expect(newestOf(asked, null, {})).toEqual([balance('5')]);
    expect(newestOf(asked, 4, { USDT: balance('4') })).toEqual([balance('5')]);
    expect(newestOf(asked, 6, { USDT: balance('6') })).toEqual([balance('6')]);
    expect(newestOf(undefined, 0, {})).toEqual([]);
  });
});

describe('the prices', () => {
  const market = (base: string, quote: string, price: string) =>
    ({ name: `${base}-${quote}`, base, quote, price }) as MarketRecord;

  it('are the last ones in USDT, or what the market began with', () => {
    const tickers = { 'BTC-USDT': { last: '61000', open: '60000' } as Ticker };
    const markets = [market('BTC', 'USDT', '1'), market('ETH', 'USDT', '3000'), market('SOL', 'BTC', '0.002')];
    expect(pricesOf(markets, tickers)).toEqual({
      BTC: { last: '61000', open: '60000' },
      ETH: { last: '3000', open: null },
    });
  });
});
