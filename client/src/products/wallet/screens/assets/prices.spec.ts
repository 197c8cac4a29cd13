import type { Ticker } from '../../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import { pricesOf } from './prices';

describe('asset prices', () => {
  const market = (base: string, quote: string, price: string) =>
    ({ name: `${base}-${quote}`, product: 'spot', base, quote, price }) as MarketRecord;

  it('are the last ones in USDT, or the market’s initial price', () => {
    const tickers = { 'BTC-USDT': { last: '61000', open: '60000' } as Ticker };
    const markets = [market('BTC', 'USDT', '1'), market('ETH', 'USDT', '3000'), market('SOL', 'BTC', '0.002')];
    expect(pricesOf(markets, tickers)).toEqual({
      BTC: { last: '61000', open: '60000' },
      ETH: { last: '3000', open: null },
    });
  });

  it('exclude contracts', () => {
    const contract = { ...market('BTC', 'USDT', '70000'), name: 'BTC-USDT-PERP', product: 'perpetual' } as MarketRecord;
    const tickers = { 'BTC-USDT-PERP': { last: '71000', open: '70000' } as Ticker };
    const spot = market('BTC', 'USDT', '60000');
    expect(pricesOf([contract, spot, contract], tickers)).toEqual({ BTC: { last: '60000', open: null } });
    expect(pricesOf([contract], tickers)).toEqual({});
  });

  it('of legal currency are the inverse of USDT’s price, rounded down', () => {
    const tickers = { 'USDT-USD': { last: '0.9', open: '1.25' } as Ticker };
    expect(pricesOf([market('USDT', 'USD', '1')], tickers)).toEqual({
      USD: { last: '1.111111111111111111', open: '0.8' },
    });
  });
});
