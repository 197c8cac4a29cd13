/** Sockets with public data: depth, trades, candles, the index, and the tickers of all markets. */
import {
  applyDifference,
  bookChecksum,
  bookOf,
  depthDifference,
  depthSnapshot,
  indexPrice,
  klinePush,
  ticker,
  tickersPush,
  tickersSnapshot,
  type TickersPush,
  tradePush,
  type DepthBook,
  type DepthDifference,
  type IndexPrice,
  type TradePush,
} from '../../../shared/wire/market-data';
import { actAtRandom, chanceOf, MARKET } from '../../tools/people/live-exchange';
import {
  ANN,
  BEN,
  USERS,
  SocketTestServer,
  next,
  ask,
  subscribe,
  awaitPushes,
  DEPTH,
} from '../../tools/people/socket-test-server';

let desk: SocketTestServer;
afterEach(() => desk.close());

describe('depth', () => {
  it('keeps the client’s book equal to the server’s through gaps, late snapshots and reconnects', async () => {
    desk = await SocketTestServer.open({ messagesBurstMax: 10_000 });
    const chance = chanceOf(20_260_203);
    let book: DepthBook | null = null;
    const outcomes = { applied: 0, dropped: 0, gap: 0, checked: 0 };
    let client = await desk.connected();
    const read = async (): Promise<void> => {
      const { data } = await subscribe(client, DEPTH);
      book = bookOf(depthSnapshot.parse(data.snapshot));
    };
    const listen = (): void => {
      client.on('depth', (push: DepthDifference) => {
        depthDifference.parse(push);
        // One frame in eight is lost.
        if (book === null || chance() < 0.125) return;
        const outcome = applyDifference(book, push);
        outcomes[outcome] += 1;
        if (outcome === 'gap') book = null;
        else if (push.checksum !== undefined && push.to === book.seq) {
          expect(bookChecksum(book)).toBe(push.checksum);
          outcomes.checked += 1;
        }
      });
    };
    listen();
    for (let round = 0; round < 150; round += 1) {
      if (round % 40 === 39) {
        client.disconnect();
        client = await desk.connected();
        book = null;
        listen();
      }
      for (let act = 0; act < 5; act += 1) actAtRandom(desk.exchange, USERS, chance);
      desk.fold();
      // The snapshot may be requested between two ticks.
      if (book === null) await read();
      desk.tick();
      if (round % 3 === 0) await awaitPushes(client);
    }
    await awaitPushes(client);
    await read();
    desk.beat();
    await awaitPushes(client);
    expect(book).toEqual(bookOf(desk.views.depth.snapshot(MARKET)));
    expect(outcomes.gap).toBeGreaterThan(3);
    expect(outcomes.applied).toBeGreaterThan(20);
    expect(outcomes.checked).toBeGreaterThan(3);
  });

  it('merges changes between two ticks, and sends once a second even without changes', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const pushes: DepthDifference[] = [];
    client.on('depth', (push: DepthDifference) => pushes.push(push));
    const { data } = await subscribe(client, DEPTH);
    for (let order = 1; order <= 20; order += 1) {
      desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: order });
      desk.fold();
    }
    desk.tick();
    desk.beat();
    await awaitPushes(client);
    expect(pushes).toHaveLength(2);
    const { position } = desk.views;
    expect(pushes[0]).toEqual({
      market: MARKET,
      from: data.snapshot.seq,
      to: position,
      bids: [['90', '0.021']],
      asks: [],
    });
    expect(pushes[1]).toMatchObject({ from: position, to: position, bids: [] });
    expect(pushes[1]?.checksum).toBe(desk.views.depth.checksum(MARKET));
  });

  it('works over long polling too', async () => {
    desk = await SocketTestServer.open();
    const client = desk.client(undefined, ['polling']);
    await next(client, 'connect');
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    const push = next<DepthDifference>(client, 'depth');
    desk.tick();
    expect((await push).bids).toEqual([['90', '0.0001']]);
  });

  it('is pushed to subscribers only, and ends with unsubscribing', async () => {
    desk = await SocketTestServer.open();
    const [one, other] = [await desk.connected(), await desk.connected()];
    const heard: string[] = [];
    one.on('depth', () => heard.push('one'));
    other.on('depth', () => heard.push('other'));
    await subscribe(one, DEPTH);
    await subscribe(other, { channel: 'ticker', market: MARKET });
    desk.beat();
    await Promise.all([awaitPushes(one), awaitPushes(other)]);
    expect(heard).toEqual(['one']);
    expect((await ask(one, 'unsubscribe', DEPTH)).code).toBe('success');
    desk.beat();
    await awaitPushes(one);
    expect(heard).toHaveLength(1);
  });
});

describe('trades, ticker and candles', () => {
  it('arrive together, every trade of them', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const trade = (await subscribe(client, { channel: 'trade', market: MARKET })).data;
    ticker.parse((await subscribe(client, { channel: 'ticker', market: MARKET })).data.snapshot);
    klinePush.parse((await subscribe(client, { channel: 'kline', market: MARKET, interval: '1m' })).data.snapshot);
    const pushes = ['trade', 'ticker', 'kline'].map((event) => next<object>(client, event));
    for (let count = 0; count < 50; count += 1) {
      desk.exchange.place({ user: ANN, side: 'sell', price: 10_000, quantity: 1 });
      desk.exchange.place({ user: BEN, side: 'buy', price: 10_000, quantity: 1 });
    }
    desk.fold();
    desk.beat();
    const [trades, last, candles] = await Promise.all(pushes);
    expect(tradePush.parse(trades).trades.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    expect((trades as TradePush).from).toBe(trade.snapshot.seq);
    expect(ticker.parse(last)).toMatchObject({ last: '100', baseVolume: '0.005' });
    expect(klinePush.parse(candles).candles).toMatchObject([{ close: '100', baseVolume: '0.005' }]);
  });
});

describe('index', () => {
  const INDEX = { channel: 'index', market: MARKET };
  const publish = (...prices: number[]): void => {
    const sources = prices.map((price, number) => ({ source: `source ${number}`, price, at: desk.exchange.at }));
    desk.exchange.run({ type: 'PublishIndex', prices: [{ symbol: MARKET, sources }] });
    desk.fold();
  };
  const setTerms = (symbol: string): void => {
    const terms = { symbol, decimals: 2, sourceStaleMs: 1_000, staleMs: 5_000, sourcesMin: 2, reason: 'listed' };
    desk.exchange.run({ type: 'SetIndexTerms', ...terms });
    desk.fold();
  };

  it('arrives with its sources, one push per publication, and once a second in any case', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    // Subscribed before the first publication.
    const { snapshot } = (await subscribe(client, INDEX)).data;
    expect(indexPrice.parse(snapshot)).toMatchObject({ market: MARKET, price: null, isStale: true, sources: [] });
    setTerms(MARKET);
    const pushes: IndexPrice[] = [];
    client.on('index', (push: IndexPrice) => pushes.push(indexPrice.parse(push)));
    publish(10_000, 10_100);
    desk.tick(5);
    await awaitPushes(client);
    expect(pushes).toEqual([
      {
        market: MARKET,
        position: desk.views.position,
        price: '100.5',
        at: desk.exchange.at,
        isStale: expect.any(Boolean),
        sources: [
          { name: 'source 0', price: '100', at: desk.exchange.at },
          { name: 'source 1', price: '101', at: desk.exchange.at },
        ],
        asOf: desk.now,
      },
    ]);
    desk.tick(4);
    await awaitPushes(client);
    expect(pushes).toHaveLength(1);
    desk.now = desk.exchange.at + 5_001;
    desk.tick();
    await awaitPushes(client);
    expect(pushes.slice(1)).toMatchObject([{ price: '100.5', isStale: true, asOf: desk.exchange.at + 5_001 }]);
    expect((await subscribe(await desk.connected(), INDEX)).data.snapshot).toMatchObject({ price: '100.5' });
  });

  it('exists for symbols without a market, and for nothing else', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const other = { channel: 'index', market: 'XYZ-USDT' };
    expect(await subscribe(client, other)).toMatchObject({ code: 'market.unknown' });
    setTerms('XYZ-USDT');
    expect(await subscribe(client, other)).toMatchObject({ code: 'success' });
    expect(await subscribe(client, { ...other, channel: 'depth' })).toMatchObject({ code: 'market.unknown' });
    expect(await subscribe(client, { channel: 'index' })).toMatchObject({ code: 'request.invalid' });
    expect(await subscribe(client, { ...INDEX, interval: '1m' })).toMatchObject({ code: 'request.invalid' });
    expect(await subscribe(client, { ...INDEX, channel: 'price' })).toMatchObject({ code: 'channel.unknown' });
  });
});

describe('tickers', () => {
  it('arrive for every market at once: all at first, then changed ones', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const { data } = await subscribe(client, { channel: 'tickers' });
    const { position, tickers } = tickersSnapshot.parse(data.snapshot);
    expect([position, tickers.map(({ market }) => market)]).toEqual([desk.views.position, [MARKET]]);
    const pushes: TickersPush[] = [];
    client.on('tickers', (push) => pushes.push(tickersPush.parse(push)));
    desk.beat();
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.exchange.place({ user: BEN, side: 'sell', price: 9_000, quantity: 1 });
    desk.fold();
    desk.tick(5);
    desk.tick(5);
    await awaitPushes(client);
    const end = desk.views.position;
    expect(pushes.map(({ from, to }) => [from, to])).toEqual([
      [position, position],
      [position, end],
      [end, end],
    ]);
    expect(pushes.map(({ tickers: told }) => told.map(({ last }) => last))).toEqual([[null], ['90'], []]);
  });

  it('accept no market parameter', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    for (const named of [{ market: MARKET }, { interval: '1m' }]) {
      expect((await subscribe(client, { channel: 'tickers', ...named })).code).toBe('request.invalid');
    }
    expect(await subscribe(client, { channel: 'tickers', since: 1 })).toMatchObject({ code: 'request.invalid' });
    await subscribe(client, { channel: 'tickers' });
    const heard: unknown[] = [];
    client.on('tickers', (push) => heard.push(push));
    expect((await ask(client, 'unsubscribe', { channel: 'tickers' })).code).toBe('success');
    desk.beat();
    await awaitPushes(client);
    expect(heard).toEqual([]);
  });
});
