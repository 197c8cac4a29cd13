import type { Ticker } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { turnoverIn } from './turnover';
import { tickersOf } from './tickers';

const market = (name: string) => ({ name, quote: name.split('-')[1] }) as MarketRecord;
const ticker = (quoteVolume: string) => ({ quoteVolume }) as Ticker;

it('turnover is the exact sum over the markets of a quote asset', () => {
  const markets = ['BTC-USDT', 'ETH-USDT', 'ETH-BTC', 'NEW-USDT'].map(market);
  const tickers = {
    'BTC-USDT': ticker('0.1'),
    'ETH-USDT': ticker('0.20000000000000000001'),
    'ETH-BTC': ticker('5'),
  };
  expect(turnoverIn('USDT', markets, tickers)).toBe('0.30000000000000000001');
  expect(turnoverIn('EUR', markets, tickers)).toBe('0');
});

it('streamed tickers take precedence over listed ones', () => {
  const quotes = { A: { quote: { ticker: ticker('2'), moved: 'level' as const, moves: 0 } }, C: undefined };
  expect(tickersOf(quotes, { A: ticker('1'), B: ticker('3') })).toEqual({ A: ticker('2'), B: ticker('3') });
});
