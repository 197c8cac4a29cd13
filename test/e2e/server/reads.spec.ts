/** Limits of reading: concurrent exports, the depth of lists, and how to page beyond it. */
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

let exchange: HttpExchange;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  const limits = { LIMIT_EXPORTS_AT_ONCE_MAX: '2', LIMIT_PROJECTION_WAIT_MS_MAX: '3000' };
  exchange = await HttpExchange.start(limits);
  const admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '1000', BTC: '1' });
});
afterAll(() => exchange.stop());

const EXPORT = '/app/assets/export';

it('ASVS 15.1.3: writes one file at a time per user and two in total, and states when to retry', async () => {
  // They wait for a position that is never reached and keep their slot meanwhile.
  const waiting = `${EXPORT}?minPosition=${exchange.headOfJournal().position + 1_000}`;
  const first = exchange.get(waiting, alice.ticket);
  const refused = await until(() => exchange.get(waiting, alice.ticket), 'request.too.many');
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.headers.get('retry-after')).toBe('2');
  const carol = await exchange.person('carol');
  const second = exchange.get(waiting, bob.ticket);
  const busy = await until(() => exchange.get(waiting, carol.ticket), 'system.busy');
  expect(busy).toMatchObject({ status: 503 });
  expect(busy.headers.get('retry-after')).toBe('2');
  expect((await Promise.all([first, second])).map(({ code }) => code)).toEqual([
    'projection.behind',
    'projection.behind',
  ]);
  expect((await exchange.file(EXPORT, alice.ticket)).bytes.toString()).toContain('opening');
});

/** Polls until the answer has this code; an earlier export may still hold its slot. */
async function until(ask: () => ReturnType<HttpExchange['get']>, code: string) {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask();
    if (answer.code === code) return answer;
  }
  throw new Error(`never ${code}`);
}

it('lists up to the maximum depth and refuses pages beyond', async () => {
  for (const list of [
    'spot/currentOrders',
    'spot/historyOrders',
    'spot/fills',
    'assets/records',
    'transfer/list',
    'message/list',
  ]) {
    const last = await exchange.post(`/app/${list}`, { pageIndex: 50, pageSize: 200 }, alice.ticket);
    expect(last).toMatchObject({ code: 'success', data: { records: [] } });
    const beyond = await exchange.post(`/app/${list}`, { pageIndex: 51, pageSize: 200 }, alice.ticket);
    expect(beyond).toMatchObject({ status: 200, code: 'page.too.deep', data: { rowsMax: 10_000 } });
  }
});

it.each([
  ['spot/currentOrders', 'market.desc', '42'],
  ['spot/historyOrders', 'filled.asc', '42'],
  ['spot/fills', 'price.desc', '71.42'],
  ['assets/records', 'available.desc', '1041.0.spot'],
  ['transfer/list', 'amount.asc', '42'],
  ['withdraw/list', 'amount.asc', null],
  ['rechargerecord/list', 'asset.desc', null],
])('sorts %s by %s, refuses other columns, and refuses a cursor of another order', async (list, sort, before) => {
  const ask = (body: object) => exchange.post(`/app/${list}`, body, alice.ticket);
  expect(await ask({ sort })).toMatchObject({ code: 'success' });
  for (const other of ['userId.asc', 'time', 'time.up', 'time.desc; drop table orders', '']) {
    expect(await ask({ sort: other })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      data: { fields: [{ path: 'sort', code: 'out.of.range' }] },
    });
  }
  if (before === null) return;
  expect(await ask({ sort, before })).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ path: 'before', code: 'unknown' }] },
  });
});

it('continues behind the last row of a page, each row once, in every list', async () => {
  const orders: string[] = [];
  const place = async (person: Person, side: string, price: string) => {
    const order = { market: 'BTC-USDT', side, kind: 'limit', price, quantity: '0.001' };
    const { data } = await exchange.post('/app/spot/place', { clientId: exchange.clientId(), ...order }, person.ticket);
    return data.order as string;
  };
  for (let count = 0; count < 5; count++) {
    await place(bob, 'sell', '50000');
    orders.push(await place(alice, 'buy', '50000'));
  }
  const open = [
    await place(alice, 'buy', '40000'),
    await place(alice, 'buy', '40001'),
    await place(alice, 'buy', '40002'),
  ];
  const transfer = { asset: 'USDT', from: 'spot', to: 'option', amount: '1' };
  let position = 0;
  const transfers: string[] = [];
  for (let count = 0; count < 3; count++) {
    const made = await expectSuccess(
      exchange.post('/app/transfer/apply', { clientId: exchange.clientId(), ...transfer }, alice.ticket),
    );
    position = made.position;
    transfers.push(made.transfer);
  }
  const walk = async (list: string, place: (record: Json) => string): Promise<Json[]> => {
    const found: Json[] = [];
    for (let before: string | undefined; ;) {
      const page = { pageSize: 2, minPosition: position, ...(before === undefined ? {} : { before }) };
      const { records } = await expectSuccess(exchange.post(`/app/${list}`, page, alice.ticket));
      found.push(...records);
      if (records.length < 2) return found;
      before = place(records[1]);
    }
  };
  const newest = (ids: string[]) => [...ids].reverse();
  expect((await walk('spot/historyOrders', ({ order }) => order)).map(({ order }) => order)).toEqual(newest(orders));
  expect((await walk('spot/currentOrders', ({ order }) => order)).map(({ order }) => order)).toEqual(newest(open));
  const fills = await walk('spot/fills', ({ trade, order }) => `${trade}.${order}`);
  expect(fills.map(({ order }) => order)).toEqual(newest(orders));
  expect((await walk('transfer/list', ({ transfer: id }) => id)).map(({ transfer: id }) => id)).toEqual(
    newest(transfers),
  );
  const whole = await expectSuccess(exchange.post('/app/assets/records', { pageSize: 200 }, alice.ticket));
  expect(whole.total).toBeGreaterThan(10);
  expect(await walk('assets/records', ({ record }) => record)).toEqual(whole.records);
});
