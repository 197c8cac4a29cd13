/** Private sockets: updates, log-ins that start, end or cannot be checked, and their place in the application. */
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
import { CLOCK, CONFIG, LIVE_VIEWS, SERVER_TEXTS } from '../../../server/platform/tokens';
import { ALL_TEXTS } from '../../../server/texts';
import { positionPush } from '../../../shared/products/perpetual/stream';
import {
  orderSnapshot,
  orderPush,
  orderUpdate,
  messagePush,
  balancePush,
  balanceUpdate,
  SOCKET_PATH,
  type OrderUpdate,
  type SessionPush,
} from '../../../shared/wire/market-data';
import { MARKET } from '../../tools/people/live-exchange';
import {
  ANN,
  BEN,
  SocketTestServer,
  next,
  ask,
  subscribe,
  awaitPushes,
  DEPTH,
  type Any,
} from '../../tools/people/socket-test-server';

/** Like `awaitPushes`, for a client that keeps listening to its orders. */
async function caughtUpBeside(client: Socket): Promise<void> {
  await ask(client, 'unsubscribe', { channel: 'index', market: MARKET });
}

let desk: SocketTestServer;
afterEach(() => desk.close());

describe('private updates', () => {
  it('arrive at once with the position, and catch up from a given position', async () => {
    desk = await SocketTestServer.open();
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
    desk = await SocketTestServer.open();
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
    desk = await SocketTestServer.open();
    const client = await desk.connected('ann');
    const { data } = await subscribe(client, { channel: 'balance', since: sinceOf(desk.views.position) });
    expect(data.snapshot.position).toBe(desk.views.position);
  });

  it('are invisible to other users', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected('ben');
    await subscribe(client, { channel: 'order' });
    const heard: unknown[] = [];
    client.on('order', (push) => heard.push(push));
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    await awaitPushes(client);
    expect(heard).toEqual([]);
    // Another user on the same socket inherits no subscriptions.
    expect((await ask(client, 'login', { ticket: 'ann' })).code).toBe('success');
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_000, quantity: 1 });
    desk.fold();
    await awaitPushes(client);
    expect(heard).toEqual([]);
  });

  it('announce new messages', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected('ann');
    expect((await subscribe(client, { channel: 'message' })).data.snapshot).toEqual({ position: 0, messages: [] });
    expect((await subscribe(client, { channel: 'position' })).data.snapshot).toMatchObject({ positions: [] });
    const push = next(client, 'message');
    desk.notify(ANN);
    const messages = [{ id: '7', at: desk.now }];
    expect(messagePush.parse(await push)).toEqual({ from: 0, to: 1, at: desk.now, messages });
  });

  it('arrive once a second even without events, and each push continues the previous one', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected('ann');
    const pushes: Record<string, Any[]> = { order: [], balance: [], position: [], message: [] };
    for (const [channel, heard] of Object.entries(pushes)) {
      client.on(channel, (push) => heard.push(push));
      await subscribe(client, { channel });
    }
    const start = desk.views.position;
    desk.beat();
    // An event of another user: the push reports no change.
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

describe('an unresponsive ticket store', () => {
  it('ends no session: subscriptions continue, and the check is retried later', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected('ann');
    await subscribe(client, { channel: 'order' });
    desk.tickets.check = () => Promise.reject(new Error('the store is gone'));
    await desk.recheck();
    const push = next<Any>(client, 'order');
    desk.beat();
    expect((await push).updates).toEqual([]);
  });

  it('drops sessions that may be revoked, with the reason that this is unknown', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected('ann');
    desk.tickets.check = () => Promise.reject(new Error('the store is gone'));
    const [said, dropped] = [next<SessionPush>(client, 'session'), next(client, 'disconnect')];
    desk.tickets.revoke('ann', ANN);
    expect((await said).code).toBe('system.busy');
    await dropped;
  });

  it('does not delay public data', async () => {
    desk = await SocketTestServer.open();
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

describe('log-in on a socket', () => {
  it('ASVS 4.4.4: is possible later on the same socket', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    expect((await subscribe(client, { channel: 'order' })).code).toBe('subscription.login.required');
    const session = next<SessionPush>(client, 'session');
    expect(await ask(client, 'login', { ticket: 'ann' })).toMatchObject({ code: 'success', data: { user: ANN } });
    expect(await session).toEqual({ code: 'success', message: 'text of success', user: ANN, at: desk.now });
    expect((await subscribe(client, { channel: 'order' })).code).toBe('success');
  });

  it('applies to requests sent without waiting for it', async () => {
    desk = await SocketTestServer.open();
    const client = desk.client('ann');
    const [answer] = await Promise.all([subscribe(client, { channel: 'order' })]);
    expect(answer.code).toBe('success');
  });

  it('ASVS 4.4.3: with an unknown ticket is reported, and leaves public data available', async () => {
    desk = await SocketTestServer.open();
    const client = desk.client('nobody');
    expect(await next(client, 'session')).toMatchObject({ code: 'login.user.not.login', user: null });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
    expect((await ask(client, 'login', { ticket: 'broken' })).code).toBe('system.busy');
  });

  it.each(['4001', '4003'] as const)(
    'ASVS 7.4.1: that is revoked (%s) drops its sockets within a second, and no other',
    async (code) => {
      desk = await SocketTestServer.open();
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

  it('that is revoked during the check is refused', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const { tickets } = desk;
    const check = tickets.check.bind(tickets);
    let checks = 0;
    tickets.check = async (ticket) => {
      const holder = await check(ticket);
      // Revoked between the look-up and its answer.
      if ((checks += 1) === 1) tickets.revoke('ann', ANN);
      return holder;
    };
    expect((await ask(client, 'login', { ticket: 'ann' })).code).toBe('login.user.not.login');
    expect(checks).toBe(2);
  });
});

describe('in the application', () => {
  it('sockets share Nest’s server and stop with it', async () => {
    desk = await SocketTestServer.open();
    const { views, tickets } = desk;
    const providers = [
      { provide: LIVE_VIEWS, useValue: views },
      { provide: TICKET_PORT, useValue: tickets },
      { provide: CONFIG, useValue: { limits: LIMITS } },
      { provide: CLOCK, useValue: Date.now },
      { provide: SERVER_TEXTS, useValue: ALL_TEXTS },
      { provide: Messages, useValue: { onMessage: () => () => undefined } },
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
    // No test drives the ticks here.
    await next(client, 'depth');
    const dropped = next(client, 'disconnect');
    await application.close();
    await dropped;
  });
});
