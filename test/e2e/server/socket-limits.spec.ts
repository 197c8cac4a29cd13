import type { Socket as NetworkSocket } from 'node:net';
import type { Socket } from 'socket.io-client';
import { SOCKET_LIMITS } from '../../../server/features/market-data/options';
import {
  applyDifference,
  bookOf,
  INTERVALS,
  SOCKET_PATH,
  type Ack,
  type DepthDifference,
  type DepthSnapshot,
  type OrderSnapshot,
  type OrderUpdate,
  type SessionPush,
  type SnapshotPush,
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
} from '../../tools/people/socket-test-server';

let desk: SocketTestServer;
afterEach(() => desk.close());

describe('one address', () => {
  it('has a limited number of sockets; closing one frees its place', async () => {
    desk = await SocketTestServer.open({ socketsPerAddressMax: 2 });
    const [first] = [await desk.connected(), await desk.connected()];
    const third = desk.client();
    expect((await next<SessionPush>(third, 'session')).code).toBe('sockets.too.many');
    const isGone = next(first, 'disconnect');
    first.disconnect();
    await isGone;
    for (let tries = 0; ; tries += 1) {
      const { code } = await next<SessionPush>(desk.client(), 'session');
      if (code === 'success') break;
      expect(tries).toBeLessThan(50);
    }
  });

  it('is limited in handshakes per minute, and allowed again in the next', async () => {
    desk = await SocketTestServer.open({ handshakesPerMinuteMax: 2 });
    await desk.connected();
    await desk.connected();
    await next(desk.client(), 'connect_error');
    desk.now += 60_000;
    await desk.connected();
  });
});

describe('a slow client', () => {
  /** Stops reading and requests books until the server's buffer is full. Returns the way to read on. */
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

  /** Places `count` orders at as many prices. */
  function restMany(count: number, user = BEN): void {
    for (let ticks = 1; ticks <= count; ticks += 1) {
      desk.exchange.place({ user, side: 'buy', price: 8_000 + ticks, quantity: ticks });
    }
    desk.fold();
  }

  it('ASVS 1.4.3: is reduced to snapshots with a bounded buffer, and is in sync again once it reads', async () => {
    desk = await SocketTestServer.open({ messagesBurstMax: 10_000 });
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
      await awaitPushes(quick);
    }
    // The limit, one answer that exceeded it, and short refusals.
    expect(desk.fullest.waitingBytes).toBeLessThan(SOCKET_LIMITS.outboundBytesMax + 64 * 1024);
    readOn();
    while (seen.snapshots.length < 2) {
      await awaitPushes(quick);
      desk.tick();
    }
    desk.exchange.place({ user: ANN, side: 'buy', price: 9_500, quantity: 1 });
    desk.fold();
    desk.tick();
    await Promise.all([awaitPushes(quick), awaitPushes(slow)]);
    expect(seen).toEqual({ snapshots: ['depth', 'trade'], gaps: 0, quickGaps: 0 });
    expect(slowBook).toEqual(bookOf(desk.views.depth.snapshot(MARKET)));
    expect(book).toEqual(slowBook);
  });

  it.each([
    [1_000, 'updates'],
    [1_001, 'a snapshot'],
  ])('gets its %i private updates as %s when it reads again', async (count, form) => {
    desk = await SocketTestServer.open({ messagesBurstMax: 10_000 });
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
    await awaitPushes(client);
    expect(updates).toHaveLength(form === 'updates' ? count : 0);
    expect(snapshots).toHaveLength(form === 'updates' ? 0 : 1);
    if (form === 'updates') expect(updates.at(-1)?.position).toBe(desk.views.position);
    else expect((snapshots[0]?.snapshot as OrderSnapshot).orders).toHaveLength(count);
  });

  it('does not keep the server from stopping', async () => {
    desk = await SocketTestServer.open({ messagesBurstMax: 10_000 });
    restMany(900);
    const readOn = await fill(await desk.connected());
    const startedAt = performance.now();
    await desk.close();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    // Otherwise the client would never see the end and would keep the tests running.
    readOn();
  });
});

describe('limits', () => {
  it('50 subscriptions per socket, not 51; repeated ones do not count', async () => {
    desk = await SocketTestServer.open();
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

  it('10 sockets per user, not 11, at the handshake and later; a closed one frees its place', async () => {
    desk = await SocketTestServer.open();
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
    await awaitPushes(anonymous);
    expect((await ask(anonymous, 'login', { ticket: 'ann' })).code).toBe('success');
  });

  it('ASVS 15.2.2: 100 requests at once, not 101; 20 more per second; a client that persists is dropped', async () => {
    desk = await SocketTestServer.open();
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

  it('a total number of sockets over all clients', async () => {
    desk = await SocketTestServer.open({ socketsMax: 1 });
    await desk.connected();
    const second = desk.client();
    const left = next(second, 'disconnect');
    expect(await next(second, 'session')).toMatchObject({ code: 'system.busy' });
    await left;
  });

  it('one slot per connection: joining many times in a request takes no slots of others', async () => {
    desk = await SocketTestServer.open({ socketsMax: 100 });
    const polling = `${desk.url}${SOCKET_PATH}/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1)) as { sid: string };
    const joins = Array<string>(100).fill('40').join('\x1e');
    await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: joins });
    expect(await next(desk.client(), 'session')).toMatchObject({ code: 'success' });
    // A polling connection learns of its end with its next request.
    await fetch(`${polling}&sid=${sid}`);
  });

  it('one namespace: a client that requests another is dropped without an answer to buffer', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const elsewhere = client.io.socket('/elsewhere').connect();
    const answered = next(elsewhere, 'connect_error').then(() => 'answered');
    const dropped = next(client, 'disconnect').then(() => 'dropped');
    expect(await Promise.race([answered, dropped])).toBe('dropped');
  });

  it('64 KiB per request, not more', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    const overhead = '420["login",{"ticket":""}]'.length;
    const ticket = (bytes: number): object => ({ ticket: 'x'.repeat(bytes - overhead) });
    expect((await ask(client, 'login', ticket(64 * 1024))).code).toBe('request.invalid');
    const dropped = next(client, 'disconnect');
    client.emit('login', ticket(64 * 1024 + 10));
    await dropped;
  });
});

describe('an invalid message', () => {
  const fault = (path: string, code: string) => ({ fields: [{ path, code }] });

  it.each([
    [{ channel: 'gossip' }, 'channel.unknown', undefined],
    [{ channel: 'constructor', market: MARKET }, 'channel.unknown', undefined],
    // A spot market has no mark price.
    [{ channel: 'mark', market: MARKET }, 'market.unknown', undefined],
    [{ channel: 'mark', market: 'DOGE-USDT' }, 'market.unknown', undefined],
    [{ channel: 'position' }, 'subscription.login.required', undefined],
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
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    expect(await ask(client, 'subscribe', request)).toEqual({
      code,
      message: `text of ${code}`,
      ...(data && { data }),
    });
    expect((await subscribe(client, DEPTH)).code).toBe('success');
  });

  it('of unknown kind, without payload or without callback is harmless', async () => {
    desk = await SocketTestServer.open();
    const client = await desk.connected();
    expect((await ask(client, 'withdraw', { amount: '1' })).code).toBe('request.invalid');
    expect(((await client.emitWithAck('subscribe')) as Ack).code).toBe('request.invalid');
    expect((await ask(client, 'login', { ticket: Buffer.from('ann') })).code).toBe('request.invalid');
    client.emit('subscribe', DEPTH);
    client.emit('subscribe');
    client.emit('__proto__', { polluted: true });
    await awaitPushes(client);
    const push = next(client, 'depth');
    desk.beat();
    await push;
  });
});
