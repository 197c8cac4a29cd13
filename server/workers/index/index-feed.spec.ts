import { LiveExchange } from '../../../test/tools/people/live-exchange';
import { livePort, type LivePort } from '../../../test/tools/live-port';
import { unavailable } from '../../platform/errors/refusal';
import type { IndexSources, SourcePrice } from '../../platform/prices/index-sources';
import { IndexFeed } from './index-feed';

const TERMS = { decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, sourcesMin: 2, reason: 'test' };

/** Sources with quotes that the test sets. */
class ToldSources implements IndexSources {
  readonly told = new Map<string, SourcePrice>();
  readonly sources = ['one', 'two', 'three'].map((name) => ({
    name,
    latest: (symbol: string) => this.told.get(`${name}/${symbol}`) ?? null,
  }));
  followed: string[][] = [];
  stopped = 0;

  follow(symbols: readonly string[]): void {
    this.followed.push([...symbols]);
  }

  async stop(): Promise<void> {
    this.stopped++;
  }

  tell(name: string, symbol: string, price: string, at: number): void {
    this.told.set(`${name}/${symbol}`, { price, at });
  }
}

let exchange: LiveExchange;
let port: LivePort;
let sources: ToldSources;
let feed: IndexFeed;
let said: unknown[];
let feedAt: () => Promise<string>;
let extraMs: number;

beforeEach(() => {
  exchange = new LiveExchange();
  port = livePort(exchange);
  sources = new ToldSources();
  said = [];
  feedAt = async () => 'test';
  extraMs = 0;
  for (const symbol of ['BTC-USDT', 'XRP-USDT']) {
    exchange.run({ type: 'SetIndexTerms', symbol, ...TERMS, decimals: symbol === 'BTC-USDT' ? 2 : 5 }, 'admin/1');
  }
  feed = new IndexFeed({
    commands: port,
    index: () => exchange.state.index,
    sources,
    clock: () => exchange.at,
    feedAt: () => feedAt(),
    say: (message, { fault }) => said.push([message, fault]),
    randomDelayMs: () => extraMs,
  });
});
afterEach(() => jest.useRealTimers());

const all = (symbol: string, price: string): void => {
  for (const one of ['one', 'two', 'three']) sources.tell(one, symbol, price, exchange.at);
};
const symbolsOf = async (): Promise<string[] | null> => {
  const publication = await feed.publication();
  if (publication?.command.type !== 'PublishIndex') return null;
  return publication.command.prices.map(({ symbol }) => symbol);
};
const publish = async (): Promise<unknown> => {
  const publication = await feed.publication();
  return publication && port.submit(publication);
};

describe('what a feed publishes', () => {
  it('has each source’s quote and time in rounded units, under its own name', async () => {
    sources.tell('one', 'BTC-USDT', '65000.125', exchange.at - 3);
    sources.tell('two', 'BTC-USDT', '65000.1249', exchange.at - 2);
    expect(await feed.publication()).toEqual({
      actor: 'feed/test',
      command: {
        type: 'PublishIndex',
        prices: [
          {
            symbol: 'BTC-USDT',
            sources: [
              { source: 'one', price: 6_500_013, at: exchange.at - 3 },
              { source: 'two', price: 6_500_012, at: exchange.at - 2 },
            ],
          },
        ],
      },
    });
    await publish();
    expect(exchange.state.index.symbols.get('BTC-USDT')?.latest?.price).toBe(6_500_012);
  });

  it('omits sources that are silent, ahead of time or invalid', async () => {
    all('BTC-USDT', '65000');
    sources.tell('one', 'BTC-USDT', '65000', exchange.at - 10_001);
    expect((await feed.publication())?.command).toMatchObject({
      prices: [{ sources: [{ source: 'two' }, { source: 'three' }] }],
    });
    for (const [price, at] of [
      ['65000', exchange.at + 1],
      ['0.004', exchange.at],
      ['1e30', exchange.at],
    ] as const) {
      sources.tell('two', 'BTC-USDT', price, at);
      expect(await feed.publication()).toBeNull();
      expect(feed.latest('BTC-USDT')).toBeNull();
    }
  });

  it('has changed prices, and the others often enough to be at most ten seconds old', async () => {
    all('BTC-USDT', '65000');
    all('XRP-USDT', '0.52');
    expect(await symbolsOf()).toEqual(['BTC-USDT', 'XRP-USDT']);
    await publish();
    exchange.at += 999;
    all('BTC-USDT', '65001');
    expect(await symbolsOf()).toBeNull();
    exchange.at += 1;
    all('XRP-USDT', '0.520001');
    expect(await symbolsOf()).toEqual(['BTC-USDT']);
    await publish();
    exchange.at += 7_500;
    all('BTC-USDT', '65001');
    all('XRP-USDT', '0.52');
    expect(await symbolsOf()).toEqual(['XRP-USDT']);
  });

  it('is nothing without a permitted feed or a symbol', async () => {
    all('BTC-USDT', '65000');
    const allowed = feedAt;
    feedAt = () => Promise.reject(new Error('no seed yet'));
    await expect(feed.publication()).rejects.toThrow('no seed yet');
    feedAt = allowed;
    all('SOL-USDT', '150');
    expect(await symbolsOf()).toEqual(['BTC-USDT']);
    expect(feed.latest('SOL-USDT')).toBeNull();
  });

  it('requests symbols with terms from its sources, again after a change', async () => {
    await feed.publication();
    await feed.publication();
    exchange.run({ type: 'SetIndexTerms', symbol: 'SOL-USDT', ...TERMS }, 'admin/1');
    await feed.publication();
    expect(sources.followed).toEqual([
      ['BTC-USDT', 'XRP-USDT'],
      ['BTC-USDT', 'XRP-USDT', 'SOL-USDT'],
    ]);
  });

  it('provides the sources’ agreed price, published or not', async () => {
    sources.tell('one', 'BTC-USDT', '65000.10', exchange.at);
    sources.tell('two', 'BTC-USDT', '65000.30', exchange.at);
    sources.tell('three', 'BTC-USDT', '90000', exchange.at);
    expect(feed.latest('BTC-USDT')).toEqual({ price: '65000.2', at: exchange.at });
  });

  it('is measured: age per symbol, and live sources', async () => {
    all('BTC-USDT', '65000');
    sources.tell('one', 'BTC-USDT', '65000', exchange.at - 10_001);
    await publish();
    exchange.at += 4_000;
    expect(feed.ages()).toEqual(
      new Map([
        ['BTC-USDT', 4],
        ['XRP-USDT', 4],
      ]),
    );
    expect(feed.alive()).toEqual(
      new Map([
        ['one', false],
        ['two', true],
        ['three', true],
      ]),
    );
  });
});

describe('a running feed', () => {
  async function pass(ms: number): Promise<void> {
    exchange.at += ms;
    await jest.advanceTimersByTimeAsync(ms);
  }

  it('publishes about every second, retries faults with growing delays, and logs each fault once', async () => {
    jest.useFakeTimers();
    all('BTC-USDT', '65000');
    feed.start();
    await pass(0);
    expect(port.sent).toHaveLength(1);
    for (let second = 1; second <= 3; second++) {
      await pass(1_010);
      all('BTC-USDT', `6500${second}`);
    }
    expect(port.sent).toHaveLength(3);

    const busy = { error: unavailable('system.busy'), isTaken: false };
    port.faults.push(busy, busy, { error: unavailable('outcome.unknown'), isTaken: true });
    await pass(1_010);
    expect([port.sent.length, said]).toEqual([4, [['index is not published', 'system.busy']]]);
    await pass(2_000);
    expect(port.sent).toHaveLength(4);
    all('BTC-USDT', '65010');
    await pass(20);
    expect([port.sent.length, said.length]).toEqual([5, 1]);
    await pass(4_050);
    all('BTC-USDT', '65011');
    expect([port.sent.length, said.at(-1)]).toEqual([6, ['index is not published', 'outcome.unknown']]);
    await pass(8_100);
    expect(said.at(-1)).toEqual(['index goes on', null]);
    await feed.stop();
  });

  it('adds a random delay to the second', async () => {
    jest.useFakeTimers();
    extraMs = 600;
    all('BTC-USDT', '65000');
    feed.start();
    await pass(0);
    all('BTC-USDT', '65001');
    await pass(1_609);
    expect(port.sent).toHaveLength(1);
    extraMs = 0;
    await pass(1);
    expect(port.sent).toHaveLength(2);
    all('BTC-USDT', '65002');
    await pass(1_010);
    expect(port.sent).toHaveLength(3);
    await feed.stop();
  });

  it('ends at once, whatever the engine does with submitted publications', async () => {
    all('BTC-USDT', '65000');
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    port.submit = () => {
      asked();
      return new Promise(() => undefined);
    };
    feed.start();
    await isAsked;
    jest.useFakeTimers();
    const stopped = feed.stop();
    await jest.advanceTimersByTimeAsync(1_000);
    await stopped;
    expect(sources.stopped).toBe(1);
  });
});
