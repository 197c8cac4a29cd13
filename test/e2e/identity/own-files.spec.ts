/** Exports of a user's spot activity: orders, fills, and the file for tax programs. */
import { zonedTime } from '../../../shared/rules/days';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { expectTaxesToFoot, isNone, taxFile } from '../../tools/samples/tax-file';

const MARKET = 'BTC-USDT';
/** More rows than one read of the export returns. */
const SALES = 205;

let exchange: HttpExchange;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_ORDERS_PER_SECOND_MAX: '1000' });
  const admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
  for (let sale = 0; sale < SALES; sale++) {
    await place(alice, 'sell', '0.001');
    // The limit of open orders is 200, so half of them are bought in between.
    if (sale === SALES / 2 - 0.5) await place(bob, 'buy', '0.1');
  }
  await place(bob, 'buy', '0.1');
  const last = await place(bob, 'buy', '0.004');
  await place(alice, 'sell', '0.01');
  await expectSuccess(
    exchange.post('/app/spot/cancelAll', { clientId: exchange.clientId(), market: MARKET }, alice.ticket),
  );
  expect(last.repeated).toBe(false);
});
afterAll(() => exchange.stop());

const place = (person: Person, side: string, quantity: string) => {
  const order = { clientId: exchange.clientId(), market: MARKET, side, kind: 'limit', price: '50000', quantity };
  return expectSuccess(exchange.post('/app/spot/place', order, person.ticket));
};

async function file(query: string, { ticket } = alice): Promise<{ columns: string[]; rows: string[][] }> {
  const { position } = exchange.headOfJournal();
  const { status, headers, bytes } = await exchange.file(`/app/spot/export?minPosition=${position}&${query}`, ticket);
  if (isNone(status, bytes)) return { columns: [], rows: [] };
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="spot-(orders|fills)\.csv"$/);
  const [columns = [], ...rows] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return { columns, rows };
}

it('exports every fill, oldest first, with times in the zone of the header', async () => {
  const { columns, rows } = await file('list=fills');
  expect(columns).toContain('at (GMT+8)');
  expect(rows).toHaveLength(204);
  expect(new Set(rows.map(([trade, order]) => `${trade}.${order}`)).size).toBe(204);
  const { records } = await expectSuccess(
    exchange.post('/app/spot/fills', { minPosition: exchange.headOfJournal().position }, alice.ticket),
  );
  const [newest] = records as Json[];
  const told = columns.map((column) => (column === 'at (GMT+8)' ? zonedTime(newest.at) : String(newest[column])));
  expect(rows.at(-1)).toEqual(told);
});

it('exports ended orders by market, side, kind and time, to their owner only', async () => {
  const { columns, rows } = await file('list=orders');
  expect(columns).toEqual(expect.arrayContaining(['order', 'placedAt (GMT+8)', 'changedAt (GMT+8)']));
  // One rested and one was placed behind the others; both were cancelled.
  expect(rows).toHaveLength(SALES + 1);
  expect(rows.filter((row) => row[columns.indexOf('status')] === 'filled')).toHaveLength(204);
  expect((await file(`list=orders&side=buy`)).rows).toEqual([]);
  expect((await file(`list=orders&market=ETH-USDT`)).rows).toEqual([]);
  expect((await file(`list=orders&kind=market`)).rows).toEqual([]);
  expect((await file(`list=orders&from=${Date.now() + 60_000}`)).rows).toEqual([]);
  expect((await file('list=orders&kind=limit&side=buy', bob)).rows).toHaveLength(3);
  expect(await exchange.get('/app/spot/export?list=orders')).toMatchObject({ code: 'login.user.not.login' });
  for (const query of ['list=stops', 'list=fills&kind=limit', ''])
    expect(await exchange.get(`/app/spot/export?${query}`, alice.ticket)).toMatchObject({ code: 'request.invalid' });
});

it('exports a tax file whose sums equal the account balances', async () => {
  const transfer = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount: '10' };
  await expectSuccess(exchange.post('/app/transfer/apply', transfer, alice.ticket));
  const rows = await expectTaxesToFoot(exchange, alice);
  const [dollars, bitcoin, ...trades] = rows;
  expect(dollars).toMatchObject({ 'Received Amount': '100000', 'Received Currency': 'USDT', 'Sent Amount': '' });
  expect(bitcoin).toMatchObject({ 'Received Amount': '10', 'Received Currency': 'BTC' });
  expect(trades).toHaveLength(204);
  expect(trades[0]).toMatchObject({
    ...{ 'Sent Amount': '0.001', 'Sent Currency': 'BTC', 'Received Amount': '50', 'Received Currency': 'USDT' },
    ...{ 'Fee Amount': '0.05', 'Fee Currency': 'USDT', Label: '' },
  });
  expect((await expectTaxesToFoot(exchange, bob)).length).toBeGreaterThan(204);
  expect(await taxFile(exchange, alice, `&from=${Date.now() + 60_000}`)).toEqual([]);
  expect(await exchange.get('/app/assets/taxes')).toMatchObject({ code: 'login.user.not.login' });
});
