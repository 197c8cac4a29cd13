/** A user's reads include their own acknowledged writes, without a position in the request. */
import Libsql from 'libsql';
import { expectSuccess, HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { modelFile } from '../../tools/samples/model-file';

const WAIT_MS_MAX = 600;
const TERMS = { market: 'BTC-USDT', side: 'buy', kind: 'limit', quantity: '0.001' };

let exchange: HttpExchange;
let views: Libsql.Database;
let alice: Person;
let bob: Person;
let admin: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_PROJECTION_WAIT_MS_MAX: String(WAIT_MS_MAX) });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  [alice, bob] = [await exchange.person('alice'), await exchange.person('bob')];
  for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
  views = new Libsql(modelFile(exchange.dataDir, 'views'));
  views.exec('pragma busy_timeout = 5000');
});
afterAll(async () => {
  views.close();
  await exchange.stop();
});

/** Blocks the read models during the work; earlier writes are in them. */
async function heldBack<T>(work: (release: () => void) => Promise<T>): Promise<T> {
  const { progress } = exchange.application.exchange;
  await progress.waitFor(exchange.headOfJournal().position, 20_000);
  views.exec('begin immediate');
  let isHeld = true;
  const release = () => {
    if (isHeld) views.exec('rollback');
    isHeld = false;
  };
  try {
    return await work(release);
  } finally {
    release();
    await progress.waitFor(exchange.headOfJournal().position, 20_000);
  }
}

const post = (person: Person, at: string, body: object) =>
  exchange.post(`/app/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
const read = (person: Person, at: string, body?: object) =>
  body ? exchange.post(`/app/${at}`, body, person.ticket) : exchange.get(`/app/${at}`, person.ticket);

it('finds an order accepted a moment ago', async () => {
  await heldBack(async (release) => {
    const { order } = await expectSuccess(post(alice, 'spot/place', { ...TERMS, price: '40000' }));
    const asked = [
      read(alice, `spot/order?order=${order}`),
      read(alice, 'spot/currentOrders', { pageSize: 1 }),
    ] as const;
    setTimeout(release, 200);
    const [one, open] = await Promise.all(asked);
    expect(one).toMatchObject({ code: 'success', data: { order, status: 'pending' } });
    expect(open.data.records).toMatchObject([{ order }]);
  });
});

it('reports lagging read models, and never that an accepted order is missing', async () => {
  await heldBack(async () => {
    const { order, position } = await expectSuccess(post(alice, 'spot/place', { ...TERMS, price: '40001' }));
    const reads: [string, object?][] = [
      [`spot/order?order=${order}`],
      // An older position in the request does not weaken that.
      [`spot/order?order=${order}&minPosition=${position - 1}`],
      ['spot/currentOrders', {}],
      ['spot/historyOrders', { minPosition: position - 1 }],
      ['spot/fills', {}],
      ['contract/historyOrders', {}],
      ['option/contract?contract=1'],
      ['option/history', {}],
      ['option/certificate?contract=1'],
      ['robot/robots', {}],
      ['robot/info', { robot: '1' }],
      ['contract/liquidation?liquidation=1'],
      ['assets/balances'],
      ['withdraw/list', {}],
      ['transfer/list', {}],
      ['financial/records', {}],
    ];
    const answers = await Promise.all(reads.map(([at, body]) => read(alice, at, body)));
    for (const [index, { status, code, headers }] of answers.entries()) {
      const [at] = reads[index];
      expect([at, status, code]).toEqual([at, 503, 'projection.behind']);
      expect(headers.get('retry-after')).toBe('1');
    }
    const own = await exchange.post('/app/personal/export', { password: PASSWORD }, alice.ticket);
    expect(own.code).toBe('projection.behind');
    // Users without writes do not wait.
    expect(await read(bob, 'spot/currentOrders', {})).toMatchObject({ code: 'success' });
    expect(await exchange.get('/app/spot/kline?market=BTC-USDT&interval=1m')).toMatchObject({ code: 'success' });
  });
});

it('accepts a later position, and refuses an invalid one', async () => {
  for (const given of ['-1', 'x', '1.5']) {
    const answer = await read(alice, `spot/order?order=1&minPosition=${given}`);
    expect(answer).toMatchObject({ code: 'request.invalid', data: { fields: [{ path: 'minPosition' }] } });
  }
  const ahead = exchange.headOfJournal().position + 1_000;
  expect(await read(alice, `assets/balances?minPosition=${ahead}`)).toMatchObject({ code: 'projection.behind' });
  expect(await read(alice, 'spot/fills', { minPosition: ahead })).toMatchObject({ code: 'projection.behind' });
});

it('includes the state that caused a refusal', async () => {
  const price = '45000';
  const { order } = await expectSuccess(post(alice, 'spot/place', { ...TERMS, price }));
  await heldBack(async (release) => {
    await expectSuccess(post(bob, 'spot/place', { ...TERMS, side: 'sell', price }));
    const { code } = await post(alice, 'spot/amend', { order, price: '45001' });
    expect(code).not.toBe('success');
    const asked = read(alice, `spot/order?order=${order}`);
    setTimeout(release, 200);
    expect((await asked).data).toMatchObject({ status: 'filled' });
  });
});

it('includes writes from before a restart', async () => {
  const { order } = await expectSuccess(post(alice, 'spot/place', { ...TERMS, price: '40002' }));
  await exchange.halt();
  exchange = await HttpExchange.start({ DATA_DIR: exchange.dataDir, LIMIT_PROJECTION_WAIT_MS_MAX: '20000' });
  const found = await exchange.get(`/app/spot/order?order=${order}`, await exchange.logIn(alice.email));
  expect(found).toMatchObject({ code: 'success', data: { order } });
});

describe('while read models are rebuilt after a start', () => {
  /** Beyond this lag users' commands are refused. A store silent for 10 s counts as away, and refuses none. */
  const BEHIND_MS_MAX = 8_000;
  let order: string;

  beforeAll(async () => {
    // The store rejects further batches, which looks like a long lag to readers.
    views.exec("create trigger held before update on checkpoint begin select raise(abort, 'held'); end");
    // A log-in after the start could take as long as the lag.
    alice.ticket = await exchange.logIn(alice.email);
    ({ order } = await expectSuccess(post(alice, 'spot/place', { ...TERMS, price: '40003' })));
    await exchange.halt();
    const limits = { LIMIT_PROJECTION_LAG_SECONDS_MAX: String(BEHIND_MS_MAX / 1_000) };
    exchange = await HttpExchange.start({ DATA_DIR: exchange.dataDir, LIMIT_PROJECTION_WAIT_MS_MAX: '50', ...limits });
  });
  afterAll(() => views.exec('drop trigger if exists held'));

  async function openOrdersOnceAvailable() {
    for (;;) {
      const lists = await read(alice, 'spot/currentOrders', {});
      if (lists.code !== 'projection.behind') return lists;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('waits for everything durable at the start, then answers from available data with a notice', async () => {
    expect(await read(alice, 'spot/currentOrders', {})).toMatchObject({ code: 'projection.behind' });
    const lists = await openOrdersOnceAvailable();
    expect(await post(alice, 'spot/cancel', { order })).toMatchObject({ code: 'system.busy' });
    expect(lists.status).toBe(200);
    expect(lists.data.records.map((one: { order: string }) => one.order)).not.toContain(order);
    expect(Number(lists.headers.get('projection-behind'))).toBeGreaterThan(0);
  });

  it('never reports an item as missing that may still come', async () => {
    expect(await read(alice, `spot/order?order=${order}`)).toMatchObject({ status: 503, code: 'projection.behind' });
  });

  it('makes no incomplete file', async () => {
    const file = await exchange.post('/app/personal/export', { password: PASSWORD }, alice.ticket);
    expect(file.code).toBe('projection.behind');
  });

  it('omits the notice once they are complete', async () => {
    views.exec('drop trigger if exists held');
    await exchange.application.exchange.progress.waitFor(exchange.headOfJournal().position, 20_000);
    const found = await read(alice, `spot/order?order=${order}`);
    expect(found).toMatchObject({ code: 'success', data: { order } });
    expect(found.headers.get('projection-behind')).toBeNull();
  });
});
