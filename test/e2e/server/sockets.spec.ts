import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { MarketDataModule, MarketDataSockets } from '../../../server/features/market-data/market-data.module';
import { Exports } from '../../../server/features/shared/endpoints/exports';
import { TICKET_PORT } from '../../../server/platform/auth/ticket-port';
import { LIMITS } from '../../../server/platform/limits';
import { Messages } from '../../../server/platform/messages/messages';
import { CLOCK, CONFIG, LIVE_VIEWS } from '../../../server/platform/tokens';
import {
  applyDifference,
  bookChecksum,
  bookOf,
  depthDifference,
  depthSnapshot,
  indexPrice,
  klinePush,
  orderSnapshot,
  orderPush,
  orderUpdate,
  messagePush,
  positionPush,
  balancePush,
  balanceUpdate,
  SOCKET_PATH,
  ticker,
  tickersPush,
  tickersSnapshot,
  type TickersPush,
  tradePush,
  type DepthBook,
  type DepthDifference,
  type IndexPrice,
  type OrderUpdate,
  type SessionPush,
  type TradePush,
} from '../../../shared/wire/market-data';
import { actAtRandom, chanceOf, MARKET } from '../../tools/people/live-exchange';
import {
  ANN,
  BEN,
  USERS,
  SocketDesk,
  next,
  ask,
  subscribe,
  caughtUp,
  DEPTH,
  type Any,
} from '../../tools/people/socket-desk';

/** As `caughtUp`, for one that goes on listening to its orders. */
async function caughtUpBeside(client: Socket): Promise<void> {
  await ask(client, 'unsubscribe', { channel: 'index', market: MARKET });
}

let desk: SocketDesk;
afterEach(() => desk.close());

describe('depth', () => {
  it('leaves the client’s book equal to the server’s through gaps, late snapshots and reconnects', async () => {
    desk = await SocketDesk.open({ messagesBurstMax: 10_000 });
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
        // One in eight is lost on the way.
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
      // The snapshot may be asked for between two ticks.
      if (book === null) await read();
      desk.tick();
      if (round % 3 === 0) await caughtUp(client);
    }
    await caughtUp(client);
    await read();
    desk.beat();
    await caughtUp(client);
    expect(book).toEqual(bookOf(desk.views.depth.snapshot(MARKET)));
    expect(outcomes.gap).toBeGreaterThan(3);
    expect(outcomes.applied).toBeGreaterThan(20);
    expect(outcomes.checked).toBeGreaterThan(3);
  });

  it('conflates what happens between two ticks, and speaks once a second even when nothing does', async () => {
    desk = await SocketDesk.open();
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
    await caughtUp(client);
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

  it('comes over long polling too', async () => {
    desk = await SocketDesk.open();
    const client = desk.client(undefined, ['polling']);
    await next(client, 'connect');
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    const push = next<DepthDifference>(client, 'depth');
    desk.tick();
    expect((await push).bids).toEqual([['90', '0.0001']]);
  });

  it('is pushed to those who listen alone, and ends with unsubscribing', async () => {
    desk = await SocketDesk.open();
    const [one, other] = [await desk.connected(), await desk.connected()];
    const heard: string[] = [];
    one.on('depth', () => heard.push('one'));
    other.on('depth', () => heard.push('other'));
    await subscribe(one, DEPTH);
    await subscribe(other, { channel: 'ticker', market: MARKET });
    desk.beat();
    await Promise.all([caughtUp(one), caughtUp(other)]);
    expect(heard).toEqual(['one']);
    expect((await ask(one, 'unsubscribe', DEPTH)).code).toBe('success');
    desk.beat();
    await caughtUp(one);
    expect(heard).toHaveLength(1);
  });
});

describe('trades, ticker and candles', () => {
  it('come together, every trade of them', async () => {
    desk = await SocketDesk.open();
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

describe('the index', () => {
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

  it('comes with its sources, a publication a push, and once a second whatever happens', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected();
    // Listened to before there is any.
    const { snapshot } = (await subscribe(client, INDEX)).data;
    expect(indexPrice.parse(snapshot)).toMatchObject({ market: MARKET, price: null, isStale: true, sources: [] });
    setTerms(MARKET);
    const pushes: IndexPrice[] = [];
    client.on('index', (push: IndexPrice) => pushes.push(indexPrice.parse(push)));
    publish(10_000, 10_100);
    desk.tick(5);
    await caughtUp(client);
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
    await caughtUp(client);
    expect(pushes).toHaveLength(1);
    desk.now = desk.exchange.at + 5_001;
    desk.tick();
    await caughtUp(client);
    expect(pushes.slice(1)).toMatchObject([{ price: '100.5', isStale: true, asOf: desk.exchange.at + 5_001 }]);
    expect((await subscribe(await desk.connected(), INDEX)).data.snapshot).toMatchObject({ price: '100.5' });
  });

  it('may be of what has no market, and is of nothing else', async () => {
    desk = await SocketDesk.open();
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

describe('private updates', () => {
  it('come at once with the position, and since a position what was missed', async () => {
    desk = await SocketDesk.open();
    let client = await desk.connected('ann');
    const first = await subscribe(client, { channel: 'order' });
    orderSnapshot.parse(first.data.snapshot);
    await subscribe(client, { channel: 'balance' });
    const pushed = Promise.all([next<Any>(client, 'order'), next<Any>(client, 'balance')]);
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 3 });
    desk.fold();
    const [order, balance] = await pushed;
    expect(orderUpdate.parse(order.updates[0])).toMatchObject({
      position: desk.views.position,
      orders: [{ price: '90' }],
    });
    expect(balanceUpdate.parse(balance.updates[0]).balances).toMatchObject([{ asset: 'USDT', frozen: '0.027' }]);
    const since = desk.views.position;
    client.disconnect();
    desk.exchange.place({ user: BEN, side: 'sell', price: 9_000, quantity: 1 });
    desk.exchange.cancel(ANN, Number(order.updates[0].orders[0].order));
    desk.fold();
    client = await desk.connected('ann');
    const missed = await subscribe(client, { channel: 'order', since });
    expect(missed.data.updates.map((update: OrderUpdate) => update.orders[0]?.status)).toEqual([
      'partially_filled',
      'partially_cancelled',
    ]);
    const nothing = await subscribe(client, { channel: 'order', since: desk.views.position });
    const { position } = desk.views;
    expect(nothing.data).toEqual({ from: position, to: position, at: desk.now, updates: [] });
  });

  it.each([
    [1_000, 'updates'],
    [1_001, 'snapshot'],
  ])('after %i missed ones are %s', async (missed, form) => {
    desk = await SocketDesk.open();
    (await desk.connected('ann')).disconnect();
    const since = desk.views.position;
    for (let count = 0; count < missed; count += 1) {
      desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    }
    desk.fold();
    const client = await desk.connected('ann');
    const { data } = await subscribe(client, { channel: 'order', since });
    expect(data).toHaveProperty(form);
    expect((data.updates ?? data.snapshot.orders).length).toBe(missed);
  });

  it.each([
    ['of before the user was known', (position: number) => position - 1],
    ['of a future that is another journal’s', (position: number) => position + 1],
  ])('since a position %s are a snapshot', async (_, sinceOf) => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ann');
    const { data } = await subscribe(client, { channel: 'balance', since: sinceOf(desk.views.position) });
    expect(data.snapshot.position).toBe(desk.views.position);
  });

  it('are nobody else’s', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ben');
    await subscribe(client, { channel: 'order' });
    const heard: unknown[] = [];
    client.on('order', (push) => heard.push(push));
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    await caughtUp(client);
    expect(heard).toEqual([]);
    // The same socket, another person: what was subscribed before does not carry over.
    expect((await ask(client, 'login', { ticket: 'ann' })).code).toBe('success');
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    await caughtUp(client);
    expect(heard).toEqual([]);
  });

  it('say that there is a new message', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ann');
    expect((await subscribe(client, { channel: 'message' })).data.snapshot).toEqual({ position: 0, messages: [] });
    expect((await subscribe(client, { channel: 'position' })).data.snapshot).toMatchObject({ positions: [] });
    const push = next(client, 'message');
    desk.notify(ANN);
    const messages = [{ id: '7', at: desk.now }];
    expect(messagePush.parse(await push)).toEqual({ from: 0, to: 1, at: desk.now, messages });
  });

  it('speak once a second even when nothing happens, and each push goes on from the one before', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ann');
    const pushes: Record<string, Any[]> = { order: [], balance: [], position: [], message: [] };
    for (const [channel, heard] of Object.entries(pushes)) {
      client.on(channel, (push) => heard.push(push));
      await subscribe(client, { channel });
    }
    const start = desk.views.position;
    desk.beat();
    // Of another: what is told of then is that nothing has happened.
    desk.exchange.place({ user: BEN, side: 'buy', price: 8_000, quantity: 1 });
    desk.fold();
    desk.tick(9);
    await caughtUpBeside(client);
    const [nothing, at] = [desk.views.position, desk.now];
    expect(pushes.order).toEqual([{ from: start, to: start, at, updates: [] }]);
    desk.tick();
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    desk.notify(ANN);
    desk.beat();
    await caughtUpBeside(client);
    const end = desk.views.position;
    const spans = (channel: string) => pushes[channel].map(({ from, to }) => [from, to]);
    for (const channel of ['order', 'balance']) {
      expect(spans(channel)).toEqual([
        [start, start],
        [start, nothing],
        [nothing, end],
        [end, end],
      ]);
    }
    expect(pushes.order.map((push) => orderPush.parse(push).updates.length)).toEqual([0, 0, 1, 0]);
    expect(pushes.balance.map((push) => balancePush.parse(push).updates.length)).toEqual([0, 0, 1, 0]);
    expect(pushes.position.map((push) => positionPush.parse(push).to)).toEqual([start, nothing, end]);
    expect(pushes.message.map((push) => messagePush.parse(push)).map(({ from, to }) => [from, to])).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('tickers', () => {
  it('come of every market at once: all at first, then those that are other than they were', async () => {
    desk = await SocketDesk.open();
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
    await caughtUp(client);
    const end = desk.views.position;
    expect(pushes.map(({ from, to }) => [from, to])).toEqual([
      [position, position],
      [position, end],
      [end, end],
    ]);
    expect(pushes.map(({ tickers: told }) => told.map(({ last }) => last))).toEqual([[null], ['90'], []]);
  });

  it('name no market', async () => {
    desk = await SocketDesk.open();
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
    await caughtUp(client);
    expect(heard).toEqual([]);
  });
});

describe('a store of tickets that does not answer', () => {
  it('ends no session: what is followed goes on, and it is asked again later', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ann');
    await subscribe(client, { channel: 'order' });
    desk.tickets.check = () => Promise.reject(new Error('the store is gone'));
    await desk.recheck();
    const push = next<Any>(client, 'order');
    desk.beat();
    expect((await push).updates).toEqual([]);
  });

  it('drops whom it may have revoked, and says that it does not know', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected('ann');
    desk.tickets.check = () => Promise.reject(new Error('the store is gone'));
    const [said, dropped] = [next<SessionPush>(client, 'session'), next(client, 'disconnect')];
    desk.tickets.revoke('ann', ANN);
    expect((await said).code).toBe('system.busy');
    await dropped;
  });

  it('holds up nothing that everybody may see', async () => {
    desk = await SocketDesk.open();
    let answer: () => void = () => undefined;
    const slow = new Promise<null>((resolve) => (answer = () => resolve(null)));
    desk.tickets.check = () => slow;
    const client = desk.client('ann');
    const order = subscribe(client, { channel: 'order' });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    answer();
    expect((await order).code).toBe('subscription.login.required');
  });
});

describe('a log-in', () => {
  it('ASVS 4.4.4: can come later, on the same socket', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected();
    expect((await subscribe(client, { channel: 'order' })).code).toBe('subscription.login.required');
    const session = next<SessionPush>(client, 'session');
    expect(await ask(client, 'login', { ticket: 'ann' })).toMatchObject({ code: 'success', data: { user: ANN } });
    expect(await session).toEqual({ code: 'success', message: 'text of success', user: ANN, at: desk.now });
    expect((await subscribe(client, { channel: 'order' })).code).toBe('success');
  });

  it('counts for requests that were sent without waiting for it', async () => {
    desk = await SocketDesk.open();
    const client = desk.client('ann');
    const [answer] = await Promise.all([subscribe(client, { channel: 'order' })]);
    expect(answer.code).toBe('success');
  });

  it('ASVS 4.4.3: with a ticket nobody knows leaves the market data, and says so', async () => {
    desk = await SocketDesk.open();
    const client = desk.client('nobody');
    expect(await next(client, 'session')).toMatchObject({ code: 'login.user.not.login', user: null });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    expect((await ask(client, 'login', { ticket: 'broken' })).code).toBe('system.busy');
  });

  it.each(['4001', '4003'] as const)(
    'ASVS 7.4.1: that is revoked (%s) drops its sockets within a second, and no other',
    async (code) => {
      desk = await SocketDesk.open();
      const [revoked, kept, other] = await Promise.all(
        ['ann-1', 'ann-2', 'ben'].map((ticket) => desk.connected(ticket)),
      );
      const said = next<SessionPush>(revoked, 'session');
      const dropped = next(revoked, 'disconnect');
      const startedAt = performance.now();
      desk.tickets.revoke('ann-1', ANN, code);
      expect((await said).code).toBe(code);
      await dropped;
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      for (const socket of [kept, other]) expect((await subscribe(socket, { channel: 'order' })).code).toBe('success');
    },
  );

  it('that is revoked while it is being checked does not come through', async () => {
    desk = await SocketDesk.open();
    const client = await desk.connected();
    const { tickets } = desk;
    const check = tickets.check.bind(tickets);
    let checks = 0;
    tickets.check = async (ticket) => {
      const holder = await check(ticket);
      // Between the look-up and its answer.
      if ((checks += 1) === 1) tickets.revoke('ann', ANN);
      return holder;
    };
    expect((await ask(client, 'login', { ticket: 'ann' })).code).toBe('login.user.not.login');
    expect(checks).toBe(2);
  });
});

describe('in the application', () => {
  it('the sockets hang on Nest’s server and go down with it', async () => {
    desk = await SocketDesk.open();
    const { views, tickets } = desk;
    const providers = [
      { provide: LIVE_VIEWS, useValue: views },
      { provide: TICKET_PORT, useValue: tickets },
      { provide: CONFIG, useValue: { limits: LIMITS } },
      { provide: CLOCK, useValue: Date.now },
      { provide: Messages, useValue: { onTold: () => () => undefined } },
      { provide: Exports, useValue: {} },
    ];
    @Global()
    @Module({ providers, exports: providers.map(({ provide }) => provide) })
    class Platform {}
    @Module({ imports: [Platform, CqrsModule.forRoot(), MarketDataModule] })
    class Application {}
    const built = await Test.createTestingModule({ imports: [Application] }).compile();
    const application = built.createNestApplication(new FastifyAdapter());
    await application.listen(0, '127.0.0.1');
    expect(built.get(MarketDataSockets).gateway).not.toBeNull();
    const { port } = application.getHttpServer().address() as AddressInfo;
    const options = { path: SOCKET_PATH, transports: ['websocket'], forceNew: true, reconnection: false };
    const client = io(`http://127.0.0.1:${port}`, { ...options, extraHeaders: { lang: 'en' } });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    expect((await subscribe(client, { channel: 'order' })).message).toBe('Please log in to subscribe to this channel.');
    // Nobody ticks by hand here.
    await next(client, 'depth');
    const dropped = next(client, 'disconnect');
    await application.close();
    await dropped;
  });
});
