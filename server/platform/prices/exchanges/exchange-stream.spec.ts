import type { SourcePrice } from '../index-sources';
import { ExchangeStream, type Exchange } from './exchange-stream';
import type { Ticker } from './ticker-price';

const NOW = 1_700_000_000_000;
const PAUSES = { firstMs: 1_000, maxMs: 4_000, silentMs: 30_000 };

/** An exchange in ccxt's form whose answers wait for the test. */
class Scripted implements Exchange {
  readonly watched: string[][] = [];
  closed = 0;
  private answers: { resolve: (tickers: Record<string, Ticker>) => void; reject: (error: Error) => void }[] = [];

  constructor(
    readonly has: Record<string, boolean>,
    private readonly listed: readonly string[] | Error,
  ) {}

  async loadMarkets(): Promise<Record<string, unknown>> {
    if (this.listed instanceof Error) throw this.listed;
    return Object.fromEntries(this.listed.map((symbol) => [symbol, {}]));
  }

  watchTickers(symbols: string[]): Promise<Record<string, Ticker>> {
    this.watched.push(symbols);
    return new Promise((resolve, reject) => this.answers.push({ resolve, reject }));
  }

  async watchTicker(symbol: string): Promise<Ticker> {
    return (await this.watchTickers([symbol]))[symbol];
  }

  tell(...tickers: Ticker[]): void {
    this.answers.shift()?.resolve(Object.fromEntries(tickers.map((ticker) => [String(ticker.symbol), ticker])));
  }

  fail(message: string): void {
    for (const { reject } of this.answers.splice(0)) reject(new Error(message));
  }

  async close(): Promise<void> {
    this.closed++;
    this.fail('closed');
  }
}

let exchanges: Scripted[];
let heard: [string, SourcePrice][];
let said: string[];
let stream: ExchangeStream;
let next: () => Scripted;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  exchanges = [];
  heard = [];
  said = [];
  next = () => new Scripted({ watchTickers: true, watchTicker: true }, ['BTC/USDT', 'ETH/USDT']);
  stream = new ExchangeStream({
    open: () => {
      exchanges.push(next());
      return exchanges[exchanges.length - 1];
    },
    clock: Date.now,
    onPrice: (symbol, told) => heard.push([symbol, told]),
    report: (line) => said.push(line),
    pauses: PAUSES,
  });
});
afterEach(async () => {
  await stream.stop();
  jest.useRealTimers();
});

const passed = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

describe('the stream of an exchange', () => {
  it('subscribes listed symbols under their names there and forwards the prices', async () => {
    stream.follow(['BTC-USDT', 'XMR-USDT']);
    await passed();
    expect(exchanges[0].watched).toEqual([['BTC/USDT']]);
    exchanges[0].tell({ symbol: 'BTC/USDT', last: '65000', timestamp: NOW - 5 });
    await passed();
    exchanges[0].tell({ symbol: 'ETH/USDT', last: '3400' }, { last: '1' }, { symbol: 'BTC/USDT', last: 'none' });
    await passed();
    expect(heard).toEqual([['BTC-USDT', { price: '65000', at: NOW - 5 }]]);
    expect(exchanges[0].watched).toHaveLength(3);
  });

  it('subscribes symbol by symbol if there is no other way', async () => {
    next = () => new Scripted({ watchTicker: true }, ['BTC/USDT', 'ETH/USDT']);
    stream.follow(['BTC-USDT', 'ETH-USDT']);
    await passed();
    expect(exchanges[0].watched).toEqual([['BTC/USDT'], ['ETH/USDT']]);
    exchanges[0].tell({ symbol: 'BTC/USDT', last: '65000' });
    await passed();
    expect(heard.map(([symbol]) => symbol)).toEqual(['BTC-USDT']);
    expect(exchanges[0].watched).toHaveLength(3);
  });

  it('reconnects with growing delays up to a maximum, which reset after a message', async () => {
    const failing = () => new Scripted({}, new Error('no route'));
    const listing = next;
    next = failing;
    stream.follow(['BTC-USDT']);
    for (const [ms, attempts] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [4_000, 4],
      [4_000, 5],
    ]) {
      await passed(ms);
      expect(exchanges).toHaveLength(attempts);
    }
    next = listing;
    await passed(4_000);
    exchanges[5].tell({ symbol: 'BTC/USDT', last: '65000' });
    await passed();
    exchanges[5].fail('cut');
    await passed(1_000);
    expect(exchanges).toHaveLength(7);
    expect(exchanges.map(({ closed }) => closed)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect(said.at(-2)).toBe('cut; again in 1000 ms');
  });

  it('closes a silent connection', async () => {
    stream.follow(['BTC-USDT']);
    await passed();
    exchanges[0].tell({ symbol: 'BTC/USDT', last: '65000' });
    await passed(59_999);
    expect(exchanges[0].closed).toBe(0);
    await passed(30_000);
    expect(exchanges[0].closed).toBe(1);
    expect(said).toContain('nothing heard for 30000 ms; again in 1000 ms');
    // Later messages of the old stream are ignored, and it is not queried again.
    exchanges[0].tell({ symbol: 'BTC/USDT', last: '1' });
    await passed();
    expect(exchanges[0].watched).toHaveLength(2);
    expect(heard).toHaveLength(1);
  });

  it('restarts at once for other symbols and ends when told', async () => {
    stream.follow(['BTC-USDT']);
    await passed();
    stream.follow(['ETH-USDT']);
    await passed();
    expect(exchanges.map(({ watched }) => watched)).toEqual([[['BTC/USDT']], [['ETH/USDT']]]);
    await stream.stop();
    await passed(120_000);
    expect(exchanges.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  it('reports that no symbol is listed, and retries later', async () => {
    stream.follow(['XMR-USDT']);
    await passed();
    expect(said).toEqual(['none of the symbols is listed there; again in 1000 ms']);
    await passed(1_000);
    expect(exchanges).toHaveLength(2);
  });
});
