/**
 * Robots over HTTP: keys and terms by staff, every refusal by name, two cycles with their orders, and every kind of
 * end.
 */
import { io } from 'socket.io-client';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import {
  robot as robotSchema,
  robotBacktest,
  robotCycle,
  robotOrder,
  robotProduct,
  robotPush,
  runningRobots,
  type Robot,
  type RobotUpdate,
} from '../../../shared/products/robot/wire';
import { orderRecord, type OrderRecord } from '../../../shared/products/spot/wire';
import { robotDesk, robotsOfUser } from '../../../shared/products/robot/staff';
import type { PublishIndex } from '../../../server/core/command';
import { HttpExchange, expectSuccess, type Answer, type Json, type Person } from '../../tools/people/http-exchange';
import { subscribe } from '../../tools/people/socket-test-server';

const MARKET = 'BTC-USDT';
const PRICE = 5_000_000;
const CYCLE = 150_000;
const TERMS = { market: MARKET, state: 'open', amountMin: '100', userMax: '9000' };
const GRID = { lower: '49000', upper: '51000', lines: 5 };

let now = Date.now();
let exchange: HttpExchange;
let admin: Person;
let auditor: Person;
let alice: Person;
let bob: Person;
let dave: Person;
/** Alice's key. */
let key: string;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  admin = await exchange.staff('admin');
  auditor = await exchange.staff('auditor');
  await exchange.listMarkets(admin);
  const index = { symbol: MARKET, decimals: 2, sourceStaleMs: 5_000, staleMs: 10_000, sourcesMin: 2 };
  await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  dave = await exchange.person('dave');
  await exchange.verifyAndFund(admin, alice, { USDT: '8000' });
  await exchange.verifyAndFund(admin, bob, { USDT: '100000', BTC: '10' });
  await publish();
});
afterAll(() => exchange.stop());

async function publish(ms = 1_000, price = PRICE): Promise<void> {
  now += ms;
  const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price, at: now }));
  const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: MARKET, sources }] };
  const outcome = await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
  expect(outcome).not.toHaveProperty('rejected');
}
/** Advances the clock and publishes until robots have no due work: one step runs between two commands. */
async function pass(ms = 1_000, price = PRICE): Promise<void> {
  await publish(ms, price);
  const isDue = () => {
    const { running } = exchange.application.exchange.engine.state().robots;
    return [...running.values()].some(({ nextAt }) => nextAt <= now);
  };
  for (let tries = 0; tries < 100 && isDue(); tries++) await publish(1_000, price);
  // Makes the last step durable.
  await publish(1_000, price);
}
const head = () => exchange.headOfJournal().position;
const staff = (at: string, body: object, person = admin): Promise<Answer> =>
  exchange.post(`/admin/robot/${at}`, { clientId: exchange.clientId(), reason: 'as agreed', ...body }, person.ticket);
const start = (person: Person, body: object = {}): Promise<Answer> => {
  const wish = { market: MARKET, amount: '4000', grid: GRID, secretKey: key, lossLimitPpb: 200_000_000 };
  return exchange.post('/app/robot/start', { clientId: exchange.clientId(), ...wish, ...body }, person.ticket);
};
const stop = (person: Person, robot: string): Promise<Answer> =>
  exchange.post('/app/robot/stop', { clientId: exchange.clientId(), robot }, person.ticket);
const list = (person: Person, at: string, body: object): Promise<Json> =>
  expectSuccess(exchange.post(`/app/robot/${at}`, { minPosition: head(), ...body }, person.ticket));
const info = async (person: Person, robot: string): Promise<Robot> =>
  robotSchema.parse(await list(person, 'info', { robot }));
const place = (person: Person, side: 'buy' | 'sell', price: string, quantity: string): Promise<Json> => {
  const order = { clientId: exchange.clientId(), market: MARKET, side, kind: 'limit', price, quantity };
  return expectSuccess(exchange.post('/app/spot/place', order, person.ticket));
};
async function money(person: Person, asset: string): Promise<Json> {
  const { balances } = await expectSuccess(exchange.get(`/app/assets/balances?minPosition=${head()}`, person.ticket));
  return balances.find((one: Json) => one.account === 'spot' && one.asset === asset);
}
const showKey = (person: Person, headers: Record<string, string> = {}): Promise<Answer> =>
  exchange.post('/app/robot/showKey', {}, person.ticket, headers);
async function issue(person: Person): Promise<string> {
  await expectSuccess(staff('issueKey', { userId: person.id }));
  return (await expectSuccess(showKey(person))).key;
}

test('staff offer robots where an index exists, and issue a key shown to its user only', async () => {
  for (const [body, code] of [
    [{ market: 'XRP-USDT' }, 'market.unknown'],
    [{ market: 'ETH-USDT' }, 'index.symbol.unknown'],
    [{ userMax: '99.99999999' }, 'robot.terms.invalid'],
    [{ amountMin: '0' }, 'robot.terms.invalid'],
    [{ amountMin: '100.000000001' }, 'amount.too.precise'],
    [{ state: 'sold' }, 'request.invalid'],
  ] as const) {
    expect(await staff('setTerms', { ...TERMS, ...body })).toMatchObject({ code });
  }
  for (const person of [alice, auditor]) {
    expect(await staff('setTerms', TERMS, person)).toMatchObject({ code: 'permission.denied' });
    expect(await staff('issueKey', { userId: alice.id }, person)).toMatchObject({ code: 'permission.denied' });
  }
  await expectSuccess(exchange.withApproval(staff('setTerms', { ...TERMS, state: 'closed' })));
  const products = async () => robotProduct.array().parse(await expectSuccess(exchange.get('/app/robot/products')));
  expect(await products()).toMatchObject([{ market: MARKET, state: 'closed', price: '50000', makerFeePpb: 1_000_000 }]);
  expect(await staff('setTerms', { ...TERMS, state: 'closed' })).toMatchObject({ code: 'terms.unchanged' });

  expect(await staff('revokeKey', { userId: alice.id })).toMatchObject({ code: 'robot.key.none' });
  const clientId = exchange.clientId();
  const issued = await expectSuccess(staff('issueKey', { clientId, userId: alice.id }));
  expect(Object.keys(issued).sort()).toEqual(['position', 'repeated']);
  const shown = await expectSuccess(showKey(alice));
  expect(shown).toEqual({ issuedAt: expect.any(Number), key: expect.any(String) });
  key = shown.key;
  expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{8}-){3}[0-9A-HJKMNP-TV-Z]{8}$/);
  // A retry returns the same key, which stays the same.
  expect(await expectSuccess(staff('issueKey', { clientId, userId: alice.id }))).toEqual({ ...issued, repeated: true });
  expect(await expectSuccess(showKey(alice))).toEqual(shown);
  for (const person of [bob, admin]) expect(await showKey(person)).toMatchObject({ code: 'robot.key.none' });
  const seen = await exchange.get(`/admin/robot/robots?userId=${alice.id}&minPosition=${head()}`, admin.ticket);
  expect(seen.data.key).toEqual({ number: 1, issuedAt: shown.issuedAt, by: admin.id });
  expect(JSON.stringify(seen)).not.toContain(key);
  const rows = await exchange.application.exchange.database.sql.selectFrom('robotKeys').selectAll().execute();
  expect(rows.some(({ userId }) => userId === alice.id)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain(key);
  const kept = JSON.stringify(exchange.application.exchange.engine.state().robots.keys.get(alice.id));
  expect(kept).toMatch(/"hash":"[0-9a-f]{64}"/);
  expect(kept).not.toContain(key);
  const { key: known } = robotsOfUser.parse(
    await expectSuccess(exchange.get(`/admin/robot/robots?userId=${alice.id}&minPosition=${head()}`, admin.ticket)),
  );
  expect(known).toEqual({ number: 1, issuedAt: now, by: admin.id });

  expect(await start(alice)).toMatchObject({ code: 'robot.closed' });
  await expectSuccess(exchange.withApproval(staff('setTerms', TERMS)));
  expect(await products()).toMatchObject([{ ...TERMS, linesMin: 3, linesMax: 50, cycleMs: CYCLE }]);
  const desk = robotDesk.parse(
    await expectSuccess(exchange.get(`/admin/robot/desk?minPosition=${head()}`, admin.ticket)),
  );
  expect(desk).toMatchObject({ terms: [TERMS], running: [{ market: MARKET, robots: 0, users: 0, staked: '0' }] });
});

test('invalid starts are refused by name, at the limit and one beyond', async () => {
  for (const [body, code, facts] of [
    [{ market: 'ETH-USDT' }, 'robot.unknown', null],
    [{ amount: '99.99999999' }, 'robot.amount.minimum', { asset: 'USDT', minimum: '100' }],
    [{ amount: '9000.00000001' }, 'robot.cap.user', { asset: 'USDT', maximum: '9000' }],
    [{ amount: '9000' }, 'balance.insufficient', { asset: 'USDT', required: '9000', available: '8000' }],
    [{ amount: '100.000000001' }, 'amount.too.precise', null],
    [{ amount: '-1' }, 'request.invalid', null],
    [{ grid: { ...GRID, lower: '49000.001' } }, 'price.off.tick', null],
    [{ grid: { ...GRID, lower: '51000' } }, 'robot.grid.invalid', null],
    [{ grid: { ...GRID, lines: 2 } }, 'robot.grid.invalid', null],
    [{ grid: { ...GRID, lines: 51 } }, 'request.invalid', null],
    [{ grid: { ...GRID, upper: '1000000.01' } }, 'robot.grid.invalid', null],
    [{ grid: { ...GRID, lines: 50 } }, 'robot.grid.too.narrow', null],
    [{ grid: { ...GRID, width: '500' } }, 'request.invalid', null],
    [{ grid: { lower: '49000', upper: '51000', width: '1000.01' } }, 'robot.grid.invalid', null],
    [{ grid: { lower: '49000', upper: '51000' } }, 'request.invalid', null],
    [{ lossLimitPpb: 9_999_999 }, 'request.invalid', null],
    [{ lossLimitPpb: 900_000_001 }, 'request.invalid', null],
    [{ secretKey: '' }, 'request.invalid', null],
  ] as const) {
    const { code: told, data } = await start(alice, body);
    expect([body, told]).toEqual([body, code]);
    if (facts) expect(data).toMatchObject(facts);
  }
  expect(await start(dave)).toMatchObject({ code: 'account.not.authenticated' });
  // A user without a key gets the same refusal.
  expect(await start(bob)).toMatchObject({ code: 'secret.key.wrong' });
  expect(await exchange.post('/app/robot/start', {})).toMatchObject({ code: 'login.user.not.login' });

  await exchange.act(admin, '/account/freeze', { userId: alice.id, reason: 'asked' });
  expect(await start(alice)).toMatchObject({ code: 'account.frozen' });
  await exchange.act(admin, '/account/unfreeze', { userId: alice.id, reason: 'asked' });
  const coin = { asset: 'BTC', trading: 'maintenance', deposits: 'open', withdrawals: 'open', reason: 'fork' };
  await exchange.act(admin, '/product/setAssetState', coin);
  expect(await start(alice)).toMatchObject({ code: 'coin.under.maintenance' });
  expect(await expectSuccess(exchange.get('/app/robot/products'))).toMatchObject([{ state: 'maintenance' }]);
  await exchange.act(admin, '/product/setAssetState', { ...coin, trading: 'open' });
  await exchange.act(admin, '/product/setMarketState', { market: MARKET, state: 'closed' });
  expect(await start(alice)).toMatchObject({ code: 'coin.not.open' });
  await exchange.act(admin, '/product/setMarketState', { market: MARKET, state: 'open' });
  now += 10_001;
  expect(await start(alice)).toMatchObject({ code: 'index.stale' });
  expect(await expectSuccess(exchange.get('/app/robot/products'))).toMatchObject([{ price: null }]);
  await publish();
  expect(await stop(alice, '1')).toMatchObject({ code: 'robot.not.found' });
});

test('a user runs a limited number of robots at once, from the smallest amount on', async () => {
  const small = { amount: '100', grid: { lower: '40000', upper: '60000', width: '10000' } };
  const robots: string[] = [];
  for (let number = 0; number < 10; number++) robots.push((await expectSuccess(start(alice, small))).robot);
  expect(await start(alice, small)).toMatchObject({ code: 'robots.too.many', data: { maximum: 10 } });
  const page = await list(alice, 'robots', { pageSize: 4, status: 'running' });
  expect(page).toMatchObject({ total: 10 });
  expect(page.records).toMatchObject([{ robot: robots[9], lines: 3, upper: '60000' }, {}, {}, {}]);
  for (const robot of robots) await expectSuccess(stop(alice, robot));
  await pass();
  expect(await money(alice, 'USDT')).toMatchObject({ available: '8000', frozen: '0' });
  expect(await list(alice, 'robots', { status: 'running' })).toMatchObject({ total: 0 });
  expect(await list(alice, 'robots', { status: 'ended', before: robots[1] })).toMatchObject({ total: 1 });
});

test('after five wrong keys the right one is refused too, until staff issue another', async () => {
  const clientId = exchange.clientId();
  const small = { amount: '100', grid: { lower: '40000', upper: '60000', lines: 3 } };
  const first = await expectSuccess(start(alice, { ...small, clientId }));
  for (let tries = 0; tries < 5; tries++) {
    expect(await start(alice, { secretKey: 'wrong' })).toMatchObject({ code: 'secret.key.wrong' });
    // A refusal before the key check does not reset the count.
    expect(await start(alice, { clientId, secretKey: 'x' })).toMatchObject({ code: 'client.id.reused' });
  }
  for (const body of [{}, { amount: '1' }, { secretKey: 'wrong' }]) {
    const { code, data } = await start(alice, body);
    expect({ code, data }).toMatchObject({ code: 'tries.too.many', data: { lockedUntil: expect.any(Number) } });
  }
  expect(await expectSuccess(start(alice, { ...small, clientId }))).toEqual({ ...first, repeated: true });
  const before = key;
  key = await issue(alice);
  expect(await start(alice, { secretKey: before })).toMatchObject({ code: 'secret.key.wrong' });
  // In any notation.
  await expectSuccess(
    stop(
      alice,
      (await expectSuccess(start(alice, { ...small, secretKey: key.replaceAll('-', ' ').toLowerCase() }))).robot,
    ),
  );
  await expectSuccess(stop(alice, first.robot));
  await expectSuccess(staff('revokeKey', { userId: alice.id }));
  expect(await start(alice)).toMatchObject({ code: 'secret.key.wrong' });
  key = await issue(alice);
  await pass();
});

describe('a trading robot', () => {
  let robot: string;
  const updates: RobotUpdate[] = [];

  test('places its grid, buys and sells by it, and reports the result of a cycle', async () => {
    const socket = io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket: alice.ticket } });
    try {
      const { data: begun } = await subscribe(socket, { channel: 'robot' });
      expect(runningRobots.parse(begun.snapshot)).toMatchObject({ robots: [] });
      const told = new Promise<void>((resolve) => {
        socket.on('robot', (push: Json) => {
          updates.push(...robotPush.parse(push).updates);
          if (updates.some(({ cycles }) => cycles.length > 0)) resolve();
        });
      });
      const started = await expectSuccess(start(alice));
      robot = started.robot;
      await pass();
      const facts = { robot, status: 'running', amount: '4000', lower: '49000', upper: '51000', lines: 5, cycle: 1 };
      expect(await info(alice, robot)).toMatchObject({
        ...facts,
        ...{ startedPosition: started.position, stopValue: '3200', quoteHeld: '4000', baseHeld: '0', trades: 0 },
      });
      expect(await money(alice, 'USDT')).toMatchObject({ available: '4000', frozen: '4000' });
      const orders = robotOrder.array().parse((await list(alice, 'orders', { robot })).records);
      expect(orders.map(({ side, price, status, cycle }) => [side, price, status, cycle])).toEqual([
        ['buy', '49000', 'open', 1],
        ['buy', '49500', 'open', 1],
        ['buy', '50000', 'open', 1],
      ]);
      // Bob sells into the highest line in full, and buys at the next one.
      await place(bob, 'sell', '50000', '0.02');
      await pass();
      expect(await info(alice, robot)).toMatchObject({
        ...{ trades: 1, bought: '0.02', paid: '1000', feesBase: '0.00002', quoteHeld: '3000', baseHeld: '0.01998' },
        cost: '1000',
      });
      await place(bob, 'buy', '50500', '0.01998');
      await pass(CYCLE);
      await told;
    } finally {
      socket.disconnect();
    }
    const [cycle] = robotCycle.array().parse((await list(alice, 'cycles', { robot })).records);
    // 1,008.99 less 1.00899 of fees and 1,000 of cost.
    const counted = { trades: 2, bought: '0.02', sold: '0.01998', received: '1008.99', feesQuote: '1.00899' };
    expect(cycle).toMatchObject({ cycle: 1, ...counted, realised: '7.98101', quoteHeld: '4007.98101', baseHeld: '0' });
    expect(cycle).toMatchObject({ price: '50000', value: '4007.98101', endedAt: cycle.startedAt + CYCLE });
    expect(updates.flatMap(({ cycles }) => cycles)).toEqual([cycle]);
    expect(updates.at(-1)?.robots.at(-1)).toMatchObject({ robot, realised: '7.98101' });
    expect(await info(alice, robot)).toMatchObject({ cycle: 2, realised: '7.98101', cost: '0' });
  });

  test('continues after a restart in the middle of its cycle, and pays nothing twice', async () => {
    await place(bob, 'sell', '50000', '0.01');
    const before = [await info(alice, robot), await money(alice, 'USDT'), await money(alice, 'BTC')];
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await HttpExchange.start({ DATA_DIR: dataDir }, { clock: () => now });
    for (const person of [admin, alice, bob]) person.ticket = await exchange.logIn(person.email);
    expect([await info(alice, robot), await money(alice, 'USDT'), await money(alice, 'BTC')]).toEqual(before);
    expect(before[0]).toMatchObject({ trades: 3, baseHeld: '0.00999' });
    await pass(CYCLE);
    const cycles = robotCycle.array().parse((await list(alice, 'cycles', { robot })).records);
    expect(cycles.map(({ cycle, trades, realised }) => [cycle, trades, realised])).toEqual([
      [2, 1, '0'],
      [1, 2, '7.98101'],
    ]);
    // A partial purchase is offered for sale at the next step.
    await pass();
    const orders = robotOrder.array().parse((await list(alice, 'orders', { robot, cycle: 3 })).records);
    expect(orders).toContainEqual(
      expect.objectContaining({ side: 'sell', price: '50500', quantity: '0.00999', status: 'open' }),
    );
    const cancelled = robotOrder.array().parse((await list(alice, 'orders', { robot })).records);
    expect(cancelled).toContainEqual(
      expect.objectContaining({ price: '50000', filledQuantity: '0.01', status: 'cancelled', reason: 'robot' }),
    );
  });

  test('is invisible to others, and its orders cannot be changed by hand', async () => {
    expect(await exchange.post('/app/robot/info', { robot }, bob.ticket)).toMatchObject({ code: 'robot.not.found' });
    expect(await stop(bob, robot)).toMatchObject({ code: 'robot.not.found' });
    for (const at of ['cycles', 'orders']) expect(await list(bob, at, { robot })).toMatchObject({ total: 0 });
    const {
      records: [{ order }],
    } = await list(alice, 'orders', { robot });
    const cancelled = await exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order }, alice.ticket);
    expect(cancelled).toMatchObject({ code: 'order.of.robot' });
  });

  test("is named by its orders in the lists of all orders, and by none of the user's own", async () => {
    const { data: own } = await exchange.post(
      '/app/spot/place',
      { clientId: exchange.clientId(), market: MARKET, side: 'buy', kind: 'limit', price: '48000', quantity: '0.001' },
      alice.ticket,
    );
    const { order, position } = own as { order: string; position: number };
    const listed = async (path: string): Promise<OrderRecord[]> => {
      const all = await expectSuccess(
        exchange.post(`/app/spot/${path}`, { pageSize: 100, minPosition: position }, alice.ticket),
      );
      return orderRecord.array().parse(all.records);
    };
    const robots = robotOrder.array().parse((await list(alice, 'orders', { robot })).records);
    const numbersOf = (orders: readonly { order: string }[]) => orders.map((one) => one.order).sort();
    for (const path of ['currentOrders', 'historyOrders']) {
      const all = await listed(path);

      const byRobot = robots.filter(({ status }) => (status === 'open') === (path === 'currentOrders'));
      expect(byRobot.length).toBeGreaterThan(0);
      expect(numbersOf(all.filter((one) => one.robot === robot))).toEqual(numbersOf(byRobot));
    }
    const [mine] = (await listed('currentOrders')).filter((one) => one.order === order);
    expect(mine).not.toHaveProperty('robot');
    const detail = await exchange.get(`/app/spot/order?order=${robots[0].order}`, alice.ticket);
    expect(detail.data).toMatchObject({ robot });
    await expectSuccess(exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order }, alice.ticket));
  });

  test('sells its holdings when its user stops it, and returns the remainder', async () => {
    await place(bob, 'buy', '50000', '0.1');
    const clientId = exchange.clientId();
    const stopped = await expectSuccess(exchange.post('/app/robot/stop', { clientId, robot }, alice.ticket));
    expect(await expectSuccess(exchange.post('/app/robot/stop', { clientId, robot }, alice.ticket))).toEqual({
      ...stopped,
      repeated: true,
    });
    await pass();
    // 499.5 less 0.999 of fees and 500 of cost.
    expect(await info(alice, robot)).toMatchObject({
      ...{
        status: 'ended',
        reason: 'requested',
        cycleEndsAt: null,
        quoteHeld: '0',
        baseHeld: '0',
        endedAt: expect.any(Number),
      },
      ...{ returnedQuote: '4006.48201', returnedBase: '0', realised: '6.48201', trades: 4 },
    });
    expect(await money(alice, 'USDT')).toMatchObject({ available: '8006.48201', frozen: '0' });
    expect(await stop(alice, robot)).toMatchObject({
      code: 'robot.ended',
      data: { robot, market: MARKET, status: 'ended', reason: 'requested' },
    });
    expect(await stop(bob, robot)).toMatchObject({ code: 'robot.not.found' });
    const { records } = await list(alice, 'orders', { robot });
    expect(records).toContainEqual(
      expect.objectContaining({ side: 'sell', price: null, quantity: '0.00999', status: 'filled' }),
    );
  });

  test('is exported with its cycles and orders', async () => {
    const lines = async (query: string) => {
      const { bytes } = await exchange.file(`/app/robot/export?minPosition=${head()}${query}`, alice.ticket);
      return bytes.toString('utf8').trim().split(/\r?\n/);
    };
    expect((await lines('')).at(-1)).toContain(`${robot},${MARKET},BTC,USDT,ended,requested,4000`);
    expect(await lines(`&robot=${robot}`)).toHaveLength(2);
    expect(await lines(`&of=cycles&robot=${robot}`)).toHaveLength(4);
    const { total } = await list(alice, 'orders', { robot });
    expect(await lines(`&of=orders&robot=${robot}`)).toHaveLength(total + 1);
    // The file applies the filters of the lists.
    expect(await lines(`&status=ended&market=${MARKET}`)).toHaveLength((await lines('')).length);
    for (const none of ['&status=running', '&market=ETH-USDT']) expect(await lines(none)).toHaveLength(1);
    const last = await list(alice, 'orders', { robot, cycle: 3 });
    expect(last.total).toBeLessThan(total);
    expect(await lines(`&of=orders&robot=${robot}&cycle=3`)).toHaveLength(last.total + 1);
  });

  test('rejects filters in an export that the file lacks', async () => {
    for (const query of ['of=cycles&status=ended', `of=orders&market=${MARKET}`, 'cycle=1', 'of=cycles&cycle=1'])
      expect(await exchange.get(`/app/robot/export?${query}`, alice.ticket)).toMatchObject({ code: 'request.invalid' });
  });
});

test('ends by its loss limit, by staff, by a closed market and by a frozen account, with nothing held', async () => {
  const ended = async (robot: string) => {
    const { status, reason, returnedBase } = await info(alice, robot);
    expect(await money(alice, 'USDT')).toMatchObject({ frozen: '0' });
    expect(await money(alice, 'BTC')).toMatchObject({ frozen: '0' });
    return [status, reason, returnedBase];
  };
  const begun = async (): Promise<string> => {
    const { robot } = await expectSuccess(start(alice));
    await pass();
    return robot;
  };
  const first = await begun();
  expect(await staff('endRobot', { userId: bob.id, robot: first })).toMatchObject({ code: 'robot.not.found' });
  await expectSuccess(staff('endRobot', { userId: alice.id, robot: first, reason: 'by phone' }));
  await pass();
  expect(await ended(first)).toEqual(['ended', 'staff', '0']);

  // Bob's bids are gone, so the purchased coins are returned unsold.
  await expectSuccess(
    exchange.post('/app/spot/cancelAll', { clientId: exchange.clientId(), market: MARKET }, bob.ticket),
  );
  const second = await begun();
  await place(bob, 'sell', '50000', '0.02');
  await exchange.act(admin, '/product/setMarketState', { market: MARKET, state: 'closed' });
  await pass();
  expect(await ended(second)).toEqual(['ended', 'market_closed', '0.01998']);
  await exchange.act(admin, '/product/setMarketState', { market: MARKET, state: 'open' });

  const third = await begun();
  await exchange.act(await exchange.staff('admin', 'second'), '/account/freeze', { userId: alice.id, reason: 'asked' });
  await pass();
  expect(await ended(third)).toEqual(['ended', 'account_frozen', '0']);
  await exchange.act(admin, '/account/unfreeze', { userId: alice.id, reason: 'asked' });

  const fourth = await begun();
  await place(bob, 'sell', '49000', '0.0606');
  await place(bob, 'buy', '40000', '0.1');
  await pass(1_000, 3_000_000);
  expect((await ended(fourth)).slice(0, 2)).toEqual(['ended', 'loss']);
});

test('a backtest reports the past result of a grid, and promises nothing', async () => {
  const ask = { market: MARKET, amount: '4000', grid: GRID, lossLimitPpb: 200_000_000, interval: '1m' };
  const told = robotBacktest.parse(await expectSuccess(exchange.post('/app/robot/backtest', ask)));
  expect(told).toMatchObject({ lower: '49000', upper: '51000', lines: 5, isMade: false, interval: '1m' });
  expect(told.points.length).toBeGreaterThan(1);
  expect(told.from).toBeLessThan(told.to as number);
  for (const [body, code] of [
    [{ market: 'ETH-USDT' }, 'robot.unknown'],
    [{ grid: { ...GRID, lines: 2 } }, 'robot.grid.invalid'],
    [{ amount: '1' }, 'robot.amount.minimum'],
    [{ candles: 1_001 }, 'request.invalid'],
  ] as const) {
    expect(await exchange.post('/app/robot/backtest', { ...ask, ...body })).toMatchObject({ code });
  }
});
