import { LiveExchange, MARKET, STARTED_AT } from '../../../test/tools/people/live-exchange';
import { CLOSED_UNSENT_MAX } from './candles';
import { LiveViews } from './live-views';
import { TRADES_MAX } from './trades';
import { ANN, BEN, USERS, viewsOf } from '../../../test/tools/fixtures/live-views-fixture';

describe('trades', () => {
  it('are all pushed once, and the newest are kept', () => {
    const exchange = LiveExchange.open(USERS);
    const views = viewsOf(exchange.batches);
    const { seq } = views.trades.snapshot(MARKET, 100);
    exchange.place({ user: ANN, side: 'sell', price: 10_000, quantity: 3 });
    exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 1 });
    exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 2 });
    views.fold(exchange.batches);
    const push = views.trades.takePush(MARKET);
    expect(push).toEqual({
      market: MARKET,
      from: seq,
      to: exchange.state.position,
      trades: [
        { id: '1', price: '100', quantity: '0.0001', takerSide: 'buy', at: STARTED_AT },
        { id: '2', price: '100', quantity: '0.0002', takerSide: 'buy', at: STARTED_AT },
      ],
    });
    expect(views.trades.takePush(MARKET).trades).toEqual([]);
    expect(views.trades.snapshot(MARKET, 1).trades.map(({ id }) => id)).toEqual(['2']);
  });

  it('are at most a thousand a market', () => {
    const exchange = LiveExchange.open(USERS);
    for (let count = 0; count <= TRADES_MAX; count += 1) {
      exchange.place({ user: ANN, side: 'sell', price: 10_000, quantity: 1 });
      exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 1 });
    }
    const { trades } = viewsOf(exchange.batches).trades.snapshot(MARKET, TRADES_MAX + 1);
    expect(trades).toHaveLength(TRADES_MAX);
    expect(trades[0]?.id).toBe('2');
  });
});

/** A trade of one lot at `ticks`. */
function tradeAt(exchange: LiveExchange, at: string | number, ticks: number, lots = 1): void {
  exchange.at = typeof at === 'number' ? at : Date.parse(at);
  exchange.place({ user: ANN, side: 'sell', price: ticks, quantity: lots });
  exchange.place({ user: BEN, side: 'buy', price: ticks, quantity: lots });
}

describe('the ticker', () => {
  const day = (time: string): number => Date.parse(`2026-02-03T${time}Z`);
  const next = (time: string): number => Date.parse(`2026-02-04T${time}Z`);

  it('covers 24 hours to the minute', () => {
    const exchange = LiveExchange.open(USERS);
    tradeAt(exchange, day('10:00:10'), 10_000, 10);
    tradeAt(exchange, day('10:01:10'), 12_000, 1);
    tradeAt(exchange, day('20:00:00'), 9_000, 2);
    const { ticker } = viewsOf(exchange.batches);
    expect(ticker.read(MARKET, day('20:00:01'))).toMatchObject({
      last: '90',
      open: '100',
      change: '-10',
      changeRatio: '-0.1',
      high: '120',
      low: '90',
      baseVolume: '0.0013',
      quoteVolume: '0.13',
    });
    // The first minute has left the window; its close is the price of 24 hours ago.
    expect(ticker.read(MARKET, next('10:00:00'))).toMatchObject({ open: '100', high: '120', baseVolume: '0.0003' });
    expect(ticker.read(MARKET, next('10:01:00'))).toMatchObject({ open: '120', high: '90', baseVolume: '0.0002' });
    const later = ticker.read(MARKET, next('23:00:00'));
    expect(later).toMatchObject({ last: '90', open: '90', change: '0', high: '90', low: '90', quoteVolume: '0' });
  });

  it('says null before the first trade', () => {
    const { ticker } = viewsOf(LiveExchange.open(USERS).batches);
    expect(ticker.read(MARKET, day('10:00:00'))).toMatchObject({ last: null, high: null, change: null });
  });

  it('goes on from stored minutes, and without them from the last price', async () => {
    const exchange = LiveExchange.open(USERS);
    tradeAt(exchange, day('10:00:10'), 10_000);
    const { position } = exchange.state;
    const [markets, views] = [new LiveViews(), new LiveViews()];
    markets.seed(exchange.state);
    expect(markets.ticker.read(MARKET, day('11:00:00'))).toMatchObject({ last: '100', baseVolume: '0' });
    views.seed(exchange.state);
    const minute = { market: MARKET, open: 10_000, high: 10_000, low: 10_000, close: 10_000, base: 1n, quote: 10_000n };
    const rows = [{ ...minute, interval: '1m' as const, start: day('10:00:00') }];
    await views.seedHistory(
      {
        newestCandles: async () => ({ position, rows }),
        newestMarkCandles: async () => ({ position, rows: [] }),
        minuteCandles: async () => ({ position, rows }),
        newestTrades: async (perMarket) => ({
          position,
          rows: [{ market: MARKET, trade: perMarket, price: 1, quantity: 1, takerSide: 'buy', at: 0 }],
        }),
      },
      day('11:00:00'),
    );
    tradeAt(exchange, day('10:00:50'), 11_000);
    views.fold(exchange.batches);
    const folded = viewsOf(exchange.batches);
    expect(views.ticker.read(MARKET, day('11:00:00'))).toEqual(folded.ticker.read(MARKET, day('11:00:00')));
    const now = day('10:00:55');
    expect(views.candles.current(MARKET, '1m', now)).toEqual(folded.candles.current(MARKET, '1m', now));
    expect(views.trades.snapshot(MARKET, 2).trades.map(({ id }) => id)).toEqual(['1000', '2']);
  });
});

describe('candles', () => {
  const day = (time: string): number => Date.parse(`2026-02-03T${time}Z`);

  it('grow, and a closed one is told with its final figures before the next', () => {
    const exchange = LiveExchange.open(USERS);
    tradeAt(exchange, day('10:00:00'), 10_000);
    tradeAt(exchange, day('10:00:30'), 10_100);
    tradeAt(exchange, day('10:00:59'), 9_900);
    tradeAt(exchange, day('10:01:00'), 10_500);
    const { candles } = viewsOf(exchange.batches);
    const now = day('10:01:01');
    expect(candles.hasChanged(MARKET, '1m')).toBe(true);
    const { candles: pushed } = candles.takePush(MARKET, '1m', now);
    expect(pushed).toMatchObject([
      { start: day('10:00:00'), open: '100', high: '101', low: '99', close: '99', baseVolume: '0.0003' },
      { start: day('10:01:00'), open: '105', close: '105', quoteVolume: '0.0105' },
    ]);
    expect(pushed.map(({ isRunning }) => isRunning)).toEqual([undefined, true]);
    tradeAt(exchange, day('10:01:30'), 10_500);
    const later = viewsOf(exchange.batches).candles.takePush(MARKET, '1m', day('10:02:00'));
    expect(later.candles.map(({ close, isRunning }) => [close, isRunning])).toEqual([
      ['99', undefined],
      ['105', undefined],
      ['105', true],
    ]);
    expect(candles.hasChanged(MARKET, '1m')).toBe(false);
    expect(candles.takePush(MARKET, '1h', now).candles).toMatchObject([{ open: '100', high: '105', close: '105' }]);
  });

  it('are flat at the last close while nothing trades', () => {
    const exchange = LiveExchange.open(USERS);
    tradeAt(exchange, day('10:00:00'), 10_000);
    const { candles } = viewsOf(exchange.batches);
    expect(candles.current(MARKET, '5m', day('11:07:00'))).toEqual({
      start: day('11:05:00'),
      open: '100',
      high: '100',
      low: '100',
      close: '100',
      baseVolume: '0',
      quoteVolume: '0',
      isRunning: true,
    });
    exchange.list('ETH-USDT');
    const untraded = viewsOf(exchange.batches).ticker.read('ETH-USDT', day('11:07:00'));
    expect(untraded).toMatchObject({ last: null, open: null, change: null, changeRatio: null, baseVolume: '0' });
    expect(viewsOf(exchange.batches).candles.current('ETH-USDT', '5m', day('11:07:00'))).toBeNull();
  });

  it('wait to be told in bounded number', () => {
    const exchange = LiveExchange.open(USERS);
    for (let minute = 0; minute < 30; minute += 1) tradeAt(exchange, day('10:00:00') + minute * 60_000, 10_000);
    const { candles } = viewsOf(exchange.batches);
    expect(candles.takePush(MARKET, '1m', day('10:29:30')).candles).toHaveLength(CLOSED_UNSENT_MAX + 1);
  });
});
