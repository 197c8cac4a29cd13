import { Global, Module } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket as NetworkSocket } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import type { Connection } from '../../server/features/market-data/connection';
import { MarketDataGateway } from '../../server/features/market-data/market-data.gateway';
import { MarketDataModule, MarketDataSockets } from '../../server/features/market-data/market-data.module';
import { SOCKET_LIMITS, type SocketLimits } from '../../server/features/market-data/options';
import {
  TICKET_PORT,
  type Revocation,
  type TicketHolder,
  type TicketPort,
} from '../../server/platform/auth/ticket-port';
import { LIMITS } from '../../server/platform/limits';
import { Messages } from '../../server/platform/messages/messages';
import { CLOCK, CONFIG, LIVE_VIEWS } from '../../server/platform/tokens';
import { LiveViews } from '../../server/views/live/live-views';
import {
  applyDifference,
  bookChecksum,
  bookOf,
  INTERVALS,
  depthDifference,
  depthSnapshot,
  klinePush,
  orderSnapshot,
  orderUpdate,
  balanceUpdate,
  SOCKET_PATH,
  ticker,
  tradePush,
  type Ack,
  type DepthBook,
  type DepthDifference,
  type DepthSnapshot,
  type OrderSnapshot,
  type OrderUpdate,
  type SessionPush,
  type SnapshotPush,
  type TradePush,
} from '../../shared/wire/market-data';
import { actAtRandom, chanceOf, LiveExchange, MARKET } from '../tools/live-exchange';

const ANN = 10_000_001;
const BEN = 10_000_002;
const USERS = [ANN, BEN];

/** Tickets `ann`, `ann-2`, … until they are revoked. */
class Tickets implements TicketPort {
  readonly gone = new Set<string>();
  private readonly listeners = new Set<(revocation: Revocation) => void>();

  async check(ticket: string): Promise<TicketHolder | null> {
    if (ticket === 'broken') throw new Error('the store is gone');
    if (this.gone.has(ticket)) return null;
    if (ticket.startsWith('ann')) return { user: ANN, role: 'user' };
    return ticket.startsWith('ben') ? { user: BEN, role: 'user' } : null;
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  revoke(ticket: string, user: number, code: Revocation['code'] = '4001'): void {
    this.gone.add(ticket);
    for (const listener of this.listeners) listener({ user, code });
  }
}

type Fullness = Pick<Connection, 'isFull' | 'waitingBytes'>;

/** A server whose market channels tick when told to, and its clients. */
class Desk {
  readonly exchange = LiveExchange.open(USERS, 5_000);
  readonly views = new LiveViews();
  readonly tickets = new Tickets();
  now = this.exchange.at;
  private readonly clients: Socket[] = [];
  private readonly http: HttpServer = createServer();
  private gateway!: MarketDataGateway;
  private closed = false;

  static async open(limits: Partial<SocketLimits> = {}): Promise<Desk> {
    const desk = new Desk();
    const { views, tickets } = desk;
    views.fold(desk.exchange.batches);
    const messageOf = (code: string): string => `text of ${code}`;
    const clock = (): number => desk.now;
    desk.gateway = new MarketDataGateway(desk.http, { views, tickets, messageOf, limits, clock, tickMs: 0 });
    await new Promise<void>((resolve) => desk.http.listen(0, '127.0.0.1', resolve));
    return desk;
  }

  client(ticket?: string, transports: string[] = ['websocket']): Socket {
    const { port } = this.http.address() as AddressInfo;
    const auth = ticket === undefined ? {} : { ticket };
    const options = { path: SOCKET_PATH, transports, auth, forceNew: true, reconnection: false };
    const client = io(`http://127.0.0.1:${port}`, options);
    this.clients.push(client);
    return client;
  }

  /** Connects and waits until the server has said whom the socket stands for. */
  async connected(ticket?: string): Promise<Socket> {
    const client = this.client(ticket);
    await next<SessionPush>(client, 'session');
    return client;
  }

  /** Folds what the exchange has made since the last time. */
  fold(): void {
    this.views.fold(this.exchange.batches);
  }

  tick(times = 1): void {
    for (let count = 0; count < times; count += 1) this.gateway.tick();
  }

  beat(): void {
    this.tick(10);
  }

  notify(user: number): void {
    this.gateway.notify(user, { id: '7', at: this.now });
  }

  /** The connection for which most is waiting; what waits can be seen nowhere else. */
  get fullest(): Fullness {
    const { connections } = this.gateway as unknown as { connections: Set<Fullness> };
    return [...connections].reduce((a, b) => (b.waitingBytes > a.waitingBytes ? b : a));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    for (const client of this.clients) client.disconnect();
    await this.gateway.close();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

/** What comes over the wire is checked by the schemas or field by field. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

function next<Payload>(client: Socket, event: string): Promise<Payload> {
  return new Promise((resolve) => client.once(event, resolve));
}

async function ask(client: Socket, event: string, payload: unknown): Promise<Ack & { data: Any }> {
  return (await client.timeout(5_000).emitWithAck(event, payload)) as Ack & { data: Any };
}

function subscribe(client: Socket, payload: object): Promise<Ack & { data: Any }> {
  return ask(client, 'subscribe', payload);
}

/** Everything sent so far has arrived: the answer to a request comes after it. */
async function caughtUp(client: Socket): Promise<void> {
  await ask(client, 'unsubscribe', { channel: 'order' });
}

const DEPTH = { channel: 'depth', market: MARKET };

let desk: Desk;
afterEach(() => desk.close());

describe('depth', () => {
  it('leaves the client’s book equal to the server’s through gaps, late snapshots and reconnects', async () => {
    desk = await Desk.open({ messagesBurstMax: 10_000 });
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
    desk = await Desk.open();
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
    desk = await Desk.open();
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
    desk = await Desk.open();
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
    desk = await Desk.open();
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

describe('private updates', () => {
  it('come at once with the position, and since a position what was missed', async () => {
    desk = await Desk.open();
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
    expect(nothing.data).toEqual({ updates: [] });
  });

  it.each([
    [1_000, 'updates'],
    [1_001, 'snapshot'],
  ])('after %i missed ones are %s', async (missed, form) => {
    desk = await Desk.open();
    (await desk.connected('ann')).disconnect();
    const since = desk.views.position;
    for (let count = 0; count < missed; count += 1) {
      desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    }
    desk.fold();
    const client = await desk.connected('ann');
    const { data } = await subscribe(client, { channel: 'order', since });
    expect(Object.keys(data)).toEqual([form]);
    expect((data.updates ?? data.snapshot.orders).length).toBe(missed);
  });

  it.each([
    ['of before the user was known', (position: number) => position - 1],
    ['of a future that is another journal’s', (position: number) => position + 1],
  ])('since a position %s are a snapshot', async (_, sinceOf) => {
    desk = await Desk.open();
    const client = await desk.connected('ann');
    const { data } = await subscribe(client, { channel: 'balance', since: sinceOf(desk.views.position) });
    expect(data.snapshot.position).toBe(desk.views.position);
  });

  it('are nobody else’s', async () => {
    desk = await Desk.open();
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
    desk = await Desk.open();
    const client = await desk.connected('ann');
    expect((await subscribe(client, { channel: 'message' })).data.snapshot).toEqual({ messages: [] });
    expect((await subscribe(client, { channel: 'position' })).data.snapshot).toMatchObject({ positions: [] });
    const push = next(client, 'message');
    desk.notify(ANN);
    expect(await push).toEqual({ id: '7', at: desk.now });
  });
});

describe('a log-in', () => {
  it('can come later, on the same socket', async () => {
    desk = await Desk.open();
    const client = await desk.connected();
    expect((await subscribe(client, { channel: 'order' })).code).toBe('subscription.login.required');
    const session = next<SessionPush>(client, 'session');
    expect(await ask(client, 'login', { ticket: 'ann' })).toMatchObject({ code: 'success', data: { user: ANN } });
    expect(await session).toEqual({ code: 'success', message: 'text of success', user: ANN });
    expect((await subscribe(client, { channel: 'order' })).code).toBe('success');
  });

  it('counts for requests that were sent without waiting for it', async () => {
    desk = await Desk.open();
    const client = desk.client('ann');
    const [answer] = await Promise.all([subscribe(client, { channel: 'order' })]);
    expect(answer.code).toBe('success');
  });

  it('with a ticket nobody knows leaves the market data, and says so', async () => {
    desk = await Desk.open();
    const client = desk.client('nobody');
    expect(await next(client, 'session')).toMatchObject({ code: 'login.user.not.login', user: null });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    expect((await ask(client, 'login', { ticket: 'broken' })).code).toBe('system.busy');
  });

  it.each(['4001', '4003'] as const)(
    'that is revoked (%s) drops its sockets within a second, and no other',
    async (code) => {
      desk = await Desk.open();
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
    desk = await Desk.open();
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

describe('a slow client', () => {
  /** Stops reading, and asks for books until the server holds back as much as it may. Returns how to read on. */
  async function fill(client: Socket): Promise<() => void> {
    const network = (client.io.engine.transport as unknown as { ws: { _socket: NetworkSocket } }).ws._socket;
    network.pause();
    for (let asked = 0; asked < 5_000 && !desk.fullest.isFull; asked += 1) {
      client.emit('subscribe', DEPTH, () => undefined);
      await new Promise(setImmediate);
    }
    expect(desk.fullest.isFull).toBe(true);
    return () => void network.resume();
  }

  /** `count` orders at as many prices. */
  function restMany(count: number, user = BEN): void {
    for (let ticks = 1; ticks <= count; ticks += 1) {
      desk.exchange.place({ user, side: 'buy', price: 8_000 + ticks, quantity: ticks });
    }
    desk.fold();
  }

  it('is dropped to snapshots, holds a bounded buffer, and is in step again once it reads', async () => {
    desk = await Desk.open({ messagesBurstMax: 10_000 });
    restMany(900);
    const [slow, quick] = [await desk.connected('ann'), await desk.connected()];
    const book = bookOf((await subscribe(quick, DEPTH)).data.snapshot as DepthSnapshot);
    let slowBook = bookOf((await subscribe(slow, DEPTH)).data.snapshot as DepthSnapshot);
    await subscribe(slow, { channel: 'trade', market: MARKET });
    const seen = { snapshots: [] as string[], gaps: 0, quickGaps: 0 };
    quick.on('depth', (push: DepthDifference) => (seen.quickGaps += applyDifference(book, push) === 'gap' ? 1 : 0));
    slow.on('depth', (push: DepthDifference) => (seen.gaps += applyDifference(slowBook, push) === 'gap' ? 1 : 0));
    slow.on('snapshot', ({ channel, snapshot }: SnapshotPush) => {
      seen.snapshots.push(channel);
      if (channel === 'depth') slowBook = bookOf(snapshot as DepthSnapshot);
    });
    const readOn = await fill(slow);
    for (let round = 0; round < 30; round += 1) {
      desk.exchange.place({ user: ANN, side: 'buy', price: 7_000 + round, quantity: 1 });
      desk.fold();
      desk.tick();
      slow.emit('subscribe', DEPTH, () => undefined);
      await caughtUp(quick);
    }
    // The limit, the one answer that went over it, and short refusals.
    expect(desk.fullest.waitingBytes).toBeLessThan(SOCKET_LIMITS.outboundBytesMax + 64 * 1024);
    readOn();
    while (seen.snapshots.length < 2) {
      await caughtUp(quick);
      desk.tick();
    }
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_500, quantity: 1 });
    desk.fold();
    desk.tick();
    await Promise.all([caughtUp(quick), caughtUp(slow)]);
    expect(seen).toEqual({ snapshots: ['depth', 'trade'], gaps: 0, quickGaps: 0 });
    expect(slowBook).toEqual(bookOf(desk.views.depth.snapshot(MARKET)));
    expect(book).toEqual(slowBook);
  });

  it.each([
    [1_000, 'updates'],
    [1_001, 'a snapshot'],
  ])('gets its %i private updates as %s when it reads again', async (count, form) => {
    desk = await Desk.open({ messagesBurstMax: 10_000 });
    restMany(900);
    const client = await desk.connected('ann');
    await subscribe(client, { channel: 'order' });
    const updates: OrderUpdate[] = [];
    const snapshots: SnapshotPush[] = [];
    client.on('order', (push: { updates: OrderUpdate[] }) => updates.push(...push.updates));
    client.on('snapshot', (push: SnapshotPush) => push.channel === 'order' && snapshots.push(push));
    const readOn = await fill(client);
    for (let order = 0; order < count; order += 1) {
      desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
      desk.fold();
      desk.exchange.batches.length = 0;
    }
    readOn();
    while (desk.fullest.isFull) await new Promise(setImmediate);
    desk.tick();
    await caughtUp(client);
    expect(updates).toHaveLength(form === 'updates' ? count : 0);
    expect(snapshots).toHaveLength(form === 'updates' ? 0 : 1);
    if (form === 'updates') expect(updates.at(-1)?.position).toBe(desk.views.position);
    else expect((snapshots[0]?.snapshot as OrderSnapshot).orders).toHaveLength(count);
  });

  it('does not keep the server from going down', async () => {
    desk = await Desk.open({ messagesBurstMax: 10_000 });
    restMany(900);
    await fill(await desk.connected());
    const startedAt = performance.now();
    await desk.close();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('limits', () => {
  it('50 subscriptions a socket, not 51; the same again is none more', async () => {
    desk = await Desk.open();
    desk.exchange.run({ type: 'ListAsset', asset: 'SOL', scale: 8, withdrawalFee: 0n, withdrawalMin: 1n });
    for (const market of ['ETH-USDT', 'ETH-BTC', 'SOL-USDT', 'SOL-BTC']) desk.exchange.list(market);
    desk.fold();
    const client = await desk.connected('ann');
    const topics: object[] = [...desk.views.markets.all()].flatMap(({ terms: { market } }) => [
      ...INTERVALS.map((interval) => ({ channel: 'kline', market, interval })),
      ...['depth', 'trade', 'ticker'].map((channel) => ({ channel, market })),
    ]);
    expect(SOCKET_LIMITS.subscriptionsPerSocketMax).toBe(50);
    expect(topics.length).toBeGreaterThan(50);
    for (const topic of topics.slice(0, 50)) expect((await subscribe(client, topic)).code).toBe('success');
    expect((await subscribe(client, topics[50])).code).toBe('subscriptions.too.many');
    expect((await subscribe(client, { channel: 'order' })).code).toBe('subscriptions.too.many');
    expect((await subscribe(client, topics[0])).code).toBe('success');
    await ask(client, 'unsubscribe', topics[0]);
    expect((await subscribe(client, { channel: 'order' })).code).toBe('success');
    expect((await subscribe(client, topics[50])).code).toBe('subscriptions.too.many');
  });

  it('10 sockets a user, not 11, at the handshake and later; one that leaves makes room', async () => {
    desk = await Desk.open();
    const sockets = await Promise.all(Array.from({ length: 10 }, () => desk.connected('ann')));
    const eleventh = desk.client('ann');
    const left = next(eleventh, 'disconnect');
    expect(await next(eleventh, 'session')).toMatchObject({ code: 'sockets.too.many', user: null });
    await left;
    const anonymous = await desk.connected();
    expect((await ask(anonymous, 'login', { ticket: 'ann' })).code).toBe('sockets.too.many');
    expect((await ask(anonymous, 'login', { ticket: 'ben' })).code).toBe('success');
    expect((await ask(sockets[0], 'login', { ticket: 'ann-2' })).code).toBe('success');
    sockets[0]?.disconnect();
    await caughtUp(anonymous);
    expect((await ask(anonymous, 'login', { ticket: 'ann' })).code).toBe('success');
  });

  it('100 requests at once, not 101; 20 more each second; who does not stop is dropped', async () => {
    desk = await Desk.open();
    const client = await desk.connected();
    const send = (count: number): Promise<string[]> =>
      Promise.all(Array.from({ length: count }, async () => (await ask(client, 'unsubscribe', DEPTH)).code));
    expect(await send(101)).toEqual([...Array.from({ length: 100 }, () => 'success'), 'request.too.many']);
    desk.now += 1_000;
    expect((await send(21)).filter((code) => code === 'success')).toHaveLength(20);
    const dropped = next(client, 'disconnect');
    for (let count = 0; count < SOCKET_LIMITS.messagesRefusedMax; count += 1) client.emit('unsubscribe', DEPTH);
    await dropped;
  });

  it('so many sockets of everybody', async () => {
    desk = await Desk.open({ socketsMax: 1 });
    await desk.connected();
    const second = desk.client();
    const left = next(second, 'disconnect');
    expect(await next(second, 'session')).toMatchObject({ code: 'system.busy' });
    await left;
  });

  it('64 KiB a request, not more', async () => {
    desk = await Desk.open();
    const client = await desk.connected();
    const overhead = '420["login",{"ticket":""}]'.length;
    const ticket = (bytes: number): object => ({ ticket: 'x'.repeat(bytes - overhead) });
    expect((await ask(client, 'login', ticket(64 * 1024))).code).toBe('request.invalid');
    const dropped = next(client, 'disconnect');
    client.emit('login', ticket(64 * 1024 + 10));
    await dropped;
  });
});

describe('a wrong message', () => {
  const fault = (path: string, code: string) => ({ fields: [{ path, code }] });

  it.each([
    [{ channel: 'gossip' }, 'channel.unknown', undefined],
    [{ channel: 'constructor', market: MARKET }, 'channel.unknown', undefined],
    [{ channel: 'mark', market: MARKET }, 'channel.unknown', undefined],
    [{ channel: 'depth', market: 'DOGE-USDT' }, 'market.unknown', undefined],
    [{ channel: 'kline', market: MARKET, interval: '2m' }, 'interval.unknown', undefined],
    [{ channel: 'kline', market: MARKET, interval: 'toString' }, 'interval.unknown', undefined],
    [{ channel: 'order' }, 'subscription.login.required', undefined],
    [{ channel: 'depth' }, 'request.invalid', fault('market', 'required')],
    [{ channel: 'kline', market: MARKET }, 'request.invalid', fault('interval', 'required')],
    [{ channel: 'depth', market: MARKET, interval: '1m' }, 'request.invalid', fault('interval', 'unknown')],
    [{ channel: 'depth', market: MARKET, since: 3 }, 'request.invalid', fault('since', 'unknown')],
    [{ channel: 'order', market: MARKET }, 'request.invalid', fault('market', 'unknown')],
    [{ channel: 'order', since: 'now' }, 'request.invalid', fault('since', 'type')],
    [{ channel: 'order', since: -2 }, 'request.invalid', fault('since', 'out.of.range')],
    [{ channel: 7 }, 'request.invalid', fault('channel', 'type')],
    [{ channel: 'x'.repeat(37) }, 'request.invalid', fault('channel', 'too.long')],
    [{ channel: '' }, 'request.invalid', fault('channel', 'too.short')],
    [{}, 'request.invalid', fault('channel', 'required')],
    [{ channel: 'depth', market: MARKET, extra: 1 }, 'request.invalid', fault('extra', 'unknown')],
    [null, 'request.invalid', fault('', 'type')],
    ['depth', 'request.invalid', fault('', 'type')],
    [[], 'request.invalid', fault('', 'type')],
  ])('%j is answered with %s', async (request, code, data) => {
    desk = await Desk.open();
    const client = await desk.connected();
    expect(await ask(client, 'subscribe', request)).toEqual({
      code,
      message: `text of ${code}`,
      ...(data && { data }),
    });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
  });

  it('of an unknown kind, without payload or without an answer does no harm', async () => {
    desk = await Desk.open();
    const client = await desk.connected();
    expect((await ask(client, 'withdraw', { amount: '1' })).code).toBe('request.invalid');
    expect(((await client.emitWithAck('subscribe')) as Ack).code).toBe('request.invalid');
    expect((await ask(client, 'login', { ticket: Buffer.from('ann') })).code).toBe('request.invalid');
    client.emit('subscribe', DEPTH);
    client.emit('subscribe');
    client.emit('__proto__', { polluted: true });
    await caughtUp(client);
    const push = next(client, 'depth');
    desk.beat();
    await push;
  });
});

describe('in the application', () => {
  it('the sockets hang on Nest’s server and go down with it', async () => {
    desk = await Desk.open();
    const { views, tickets } = desk;
    const providers = [
      { provide: LIVE_VIEWS, useValue: views },
      { provide: TICKET_PORT, useValue: tickets },
      { provide: CONFIG, useValue: { limits: LIMITS } },
      { provide: CLOCK, useValue: Date.now },
      { provide: Messages, useValue: { onTold: () => () => undefined } },
    ];
    @Global()
    @Module({ providers, exports: providers.map(({ provide }) => provide) })
    class Platform {}
    @Module({ imports: [Platform, MarketDataModule] })
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
