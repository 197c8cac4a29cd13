/**
 * The ledger is reconciled with everything that should agree; a difference stops withdrawals until two of staff lift
 * it.
 */
import Libsql from 'libsql';
import type { CoreState } from '../../../server/core/state';
import type { ChainWithFlows } from '../../../server/platform/chains/chain-port';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { MILLION, walletOf } from '../../tools/people/wallet';
import { modelFile } from '../../tools/samples/model-file';

/** Rounds are started by the tests. */
const BY_HAND = {
  LIMIT_DRIFT_ROUND_SECONDS: '2000000',
  LIMIT_DRIFT_REST_MS: '1',
  LIMIT_DRIFT_AGAIN_MS: '20',
  LIMIT_DRIFT_CUSTODY_MS: '1',
};

const METRICS_TOKEN = 'a-token-for-metrics';

let exchange: HttpExchange;
let admin: Person;
let user: Person;
let now = 1_800_000_000_000;

const wallet = walletOf({ exchange: () => exchange, admin: () => admin, pass: (ms) => (now += ms) });
const { apply, parts, ready, mine, ethereum, head, turn } = wallet;

beforeAll(async () => {
  const env = { ...BY_HAND, LIMIT_TICKET_HOURS_MAX: '100000', METRICS_TOKEN };
  exchange = await HttpExchange.start(env, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  user = await ready('5000');
  const address = (
    await expectSuccess(exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, user.ticket))
  ).address;
  await turn();
  await ethereum().send([{ asset: 'USDT', address, amount: 500n * MILLION }]);
  // Makes the deposit final: until then orders need an index.
  await mine(16);
  await place('0.01');
  await exchange.act(admin, '/funds/freeze', { userId: user.id, asset: 'USDT', amount: '7', reason: 'asked for' });
  await expectSuccess(apply(user, '20'));
});
afterAll(() => exchange.stop());

const place = (quantity: string): Promise<Json> =>
  expectSuccess(
    exchange.post(
      '/app/spot/place',
      { clientId: exchange.clientId(), market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '40000', quantity },
      user.ticket,
    ),
  );

async function board(): Promise<Json> {
  return expectSuccess(exchange.get(`/audit/drift?minPosition=${head()}`, admin.ticket));
}

async function round(): Promise<Json> {
  await parts().reconciliation.runRound();
  return board();
}

/** Waits for the message in the person's own language. */
async function told(person: Person, key: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { records } = await expectSuccess(exchange.post('/app/message/list', {}, person.ticket));
    const message = records.find((one: Json) => one.key === key);
    // The affected user is named at the desk, not to all staff.
    if (message) return expect(message.text).not.toMatch(new RegExp(`{{|undefined|${user.id}`));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${key} was not told`);
}

/** As an intruder with a shell on the machine would. */
function inFile(file: 'views' | 'records', sql: string): void {
  const database = new Libsql(modelFile(exchange.dataDir, file));
  try {
    // Waits for writes of the projector thread.
    database.exec('pragma busy_timeout = 10000');
    expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
  } finally {
    database.close();
  }
}

async function lift(differences: Json[]): Promise<void> {
  const upTo = String(Math.max(...differences.map(({ difference }: Json) => Number(difference))));
  await exchange.act(admin, '/withdraw/lift', { upTo, reason: 'looked into' });
}

const state = (): CoreState => parts().engine.state();
const cell = (): { available: bigint } => {
  const view = parts().live.balances as unknown as { byUser: Map<number, Map<string, { available: bigint }>> };
  return view.byUser.get(user.id)?.get('spot/USDT') as { available: bigint };
};
const houseCell = (): { balance: bigint } => {
  const view = parts().live.balances as unknown as { house: Map<string, { balance: bigint }> };
  return view.house.get('custody/USDT') as { balance: bigint };
};
const liveOrder = (): { filledQuantity: number } => {
  const [order] = parts().live.orders.openOf(user.id);
  return order;
};
const hold = (): { remaining: bigint } => [...state().holds.values()][0];
const account = (): { balance: bigint } => {
  return state().ledger.accounts.get(`${user.id}/spot/USDT/available`) as { balance: bigint };
};
const custodyOf = (): Promise<{ id: number; amount: string }> =>
  parts()
    .database.sql.selectFrom('simulatedPayments')
    .select(['id', 'amount'])
    .where('asset', '=', 'USDT')
    .executeTakeFirstOrThrow();
async function pretend(amount: string): Promise<void> {
  const { id } = await custodyOf();
  await parts().database.sql.updateTable('simulatedPayments').set({ amount }).where('id', '=', id).execute();
}

test('an untouched exchange has no differences', async () => {
  const { stopped, comparisons, custody, lastRoundAt } = await round();
  expect(stopped).toBe(false);
  expect(lastRoundAt).toBe(now);
  // No real chain is connected.
  const others = comparisons.filter(({ state }: Json) => state !== 'agrees');
  expect(others).toMatchObject([{ comparison: 'chain.holdings', state: 'unknown', why: 'none' }]);
  expect(custody.filter(({ chain }: Json) => chain === 'ERC20')).toMatchObject([
    { asset: 'ETH', expected: '0', found: '0', why: null },
    { asset: 'USDT', expected: '500', found: '500', uncredited: '0', underWay: '0', why: null },
  ]);
  // Manual credits by the demo and the owners, and balances at banks.
  expect(custody.filter(({ chain }: Json) => chain === null)).toMatchObject([
    { asset: 'USDT', expected: '5000', found: null, why: 'none' },
  ]);
});

describe('a manipulation is found, named, and stops withdrawals', () => {
  const subject = (bucket = 'available') => `${user.id}/spot/USDT/${bucket}`;
  const where = () => `user_id = ${user.id} and account = 'spot' and asset = 'USDT'`;
  test.each<[string, () => void | Promise<void>, () => void | Promise<void>, () => string]>([
    [
      'stored.balance',
      () => inFile('views', `update balances set available = available + 1 where ${where()}`),
      () => inFile('views', `update balances set available = available - 1 where ${where()}`),
      subject,
    ],
    [
      'records.balance',
      () => inFile('records', `update balances set frozen = frozen + 1 where ${where()}`),
      () => inFile('records', `update balances set frozen = frozen - 1 where ${where()}`),
      () => subject('frozen'),
    ],
    [
      'stored.order',
      () => inFile('views', `update orders set filled_quantity = filled_quantity + 1 where open = 1`),
      () => inFile('views', `update orders set filled_quantity = filled_quantity - 1 where open = 1`),
      () => '1',
    ],
    [
      'stored.withdrawal',
      () => inFile('views', `update withdrawals set amount = amount + 1 where status = 'applied'`),
      () => inFile('views', `update withdrawals set amount = amount - 1 where status = 'applied'`),
      () => '1',
    ],
    [
      'stored.frozen',
      () => inFile('views', 'update frozen_funds set amount = amount + 1'),
      () => inFile('views', 'update frozen_funds set amount = amount - 1'),
      () => String([...state().holds.values()].find(({ reason }) => reason === 'admin')?.id),
    ],
    ['live.balance', () => void cell().available++, () => void cell().available--, subject],
    ['live.house', () => void houseCell().balance++, () => void houseCell().balance--, () => 'custody/USDT'],
    ['live.order', () => void liveOrder().filledQuantity++, () => void liveOrder().filledQuantity--, () => '1'],
    ['ledger.hold', () => void hold().remaining++, () => void hold().remaining--, () => subject('frozen')],
    ['ledger.sum', () => void account().balance++, () => void account().balance--, () => 'USDT'],
    ['chain.custody', () => pretend(`${499n * MILLION}`), () => pretend(`${500n * MILLION}`), () => 'ERC20/USDT'],
  ])('%s', async (comparison, tamper, undo, named) => {
    expect((await board()).stopped).toBe(false);
    await tamper();
    const { stopped, differences } = await round();
    expect(stopped).toBe(true);
    expect(differences).toContainEqual(expect.objectContaining({ comparison, subject: named(), at: now }));
    expect(await apply(user, '20')).toMatchObject({ code: 'withdrawals.stopped' });

    // A lifted difference stays lifted; any other stops withdrawals again.
    await lift(differences);
    expect(await round()).toMatchObject({ stopped: false });
    await undo();
    expect(await round()).toMatchObject({ stopped: false });
  });
});

test('a difference without a second look is unknown, and checked in the next round', async () => {
  const chain = ethereum() as unknown as Pick<ChainWithFlows, 'flowsUpTo'>;
  const flowsUpTo = chain.flowsUpTo.bind(chain);
  let looks = 0;
  chain.flowsUpTo = (...asked) =>
    looks++ === 0 ? flowsUpTo(...asked) : Promise.reject(new Error('too many requests'));
  await pretend(`${498n * MILLION}`);
  const { stopped, comparisons } = await round();
  expect(stopped).toBe(false);
  expect(looks).toBe(2);
  const custody = comparisons.find(({ comparison }: Json) => comparison === 'chain.custody');
  expect(custody).toMatchObject({ state: 'unknown', why: 'away', position: null });
  chain.flowsUpTo = flowsUpTo;
  const { differences } = await round();
  expect(differences).toMatchObject([{ comparison: 'chain.custody', subject: 'ERC20/USDT' }]);
  await lift(differences);
  await pretend(`${500n * MILLION}`);
  expect(await round()).toMatchObject({ stopped: false });
});

test('a stop holds pending withdrawals, lets owners cancel, and is announced to everyone', async () => {
  const auditor = await exchange.staff('auditor');
  expect(await (await fetch(`${exchange.url}/ready`)).json()).toMatchObject({ drift: 'none' });
  inFile('views', `update balances set available = available + 5 where user_id = ${user.id} and asset = 'USDT'`);
  const { differences } = await round();
  const [{ expected, found, asset }] = differences;
  expect(asset).toBe('USDT');
  expect(Number(found)).toBeGreaterThan(Number(expected));
  const readiness = await fetch(`${exchange.url}/ready`);
  expect(readiness.status).toBe(200);
  expect(await readiness.json()).toMatchObject({ ready: true, drift: 'stopped' });
  const metrics = await fetch(`${exchange.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const figures = await metrics.text();
  expect(figures).toMatch(/^exchange_drift_differences 1$/m);
  expect(figures).toMatch(/^exchange_drift_unknown 0$/m);
  expect(figures).toMatch(new RegExp(`^exchange_drift_round_seconds ${now / 1_000}$`, 'm'));
  const quote = await expectSuccess(exchange.get('/app/withdraw/quote?asset=USDT&chain=ERC20', user.ticket));
  expect(quote.stopped).toBe(true);

  const [open] = await wallet.withdrawals(user);
  expect(await wallet.staff(admin, 'approve', { withdrawal: open.withdrawal })).toMatchObject({
    code: 'withdrawals.stopped',
  });
  await expectSuccess(
    exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal: open.withdrawal }, user.ticket),
  );
  await place('0.02');
  for (const one of [admin, auditor]) await told(one, 'withdrawals.stopped');

  // Only staff who supervise balances see the affected user.
  const writer = await exchange.staff('admin', 'writer');
  const rights = { userId: writer.id, rights: ['content'], reason: 'their work' };
  await exchange.withApproval(exchange.post('/admin/staff/setRights', rights, admin.ticket));
  const shownTo = async ({ ticket }: Person): Promise<Json> => expectSuccess(exchange.get('/audit/drift', ticket));
  expect(await shownTo(auditor)).toMatchObject({
    differences: [{ subject: `${user.id}/spot/USDT/available`, expected }],
  });
  const shown = await shownTo(writer);
  expect(shown).toMatchObject({ stopped: true, custody: [] });
  expect(shown.differences).toEqual([
    {
      difference: differences[0].difference,
      comparison: 'stored.balance',
      asset: 'USDT',
      at: now,
      subject: null,
      expected: null,
      found: null,
    },
  ]);

  await lift(differences);
  await told(auditor, 'withdrawals.lifted');
  await expectSuccess(apply(user, '20'));
});

test('payouts handed to a chain before the stop are followed up, and no others are handed over', async () => {
  const [open] = await wallet.withdrawals(user, { shown: 'applied' });
  const second = await exchange.staff('admin', 'second');
  await expectSuccess(wallet.staff(second, 'approve', { withdrawal: open.withdrawal }));
  await turn();
  await expectSuccess(apply(user, '21'));
  const waiting = (await wallet.withdrawals(user, { shown: 'applied' })).find(({ amount }: Json) => amount === '21');
  await expectSuccess(wallet.staff(second, 'approve', { withdrawal: waiting.withdrawal }));
  inFile('views', `update balances set available = available + 9 where user_id = ${user.id} and asset = 'USDT'`);
  const { differences } = await round();
  await mine(2);
  await turn();
  const statuses = new Map((await wallet.withdrawals(user)).map((one: Json) => [one.withdrawal, one.status]));
  expect(statuses.get(open.withdrawal)).toBe('withdrawn');
  expect(statuses.get(waiting.withdrawal)).toBe('approved');
  // A sent payout is not a difference.
  expect((await board()).custody).toContainEqual(expect.objectContaining({ chain: 'ERC20', asset: 'USDT', why: null }));

  await lift(differences);
  await turn();
  await mine(2);
  await turn();
  const after = new Map((await wallet.withdrawals(user)).map((one: Json) => [one.withdrawal, one.status]));
  expect(after.get(waiting.withdrawal)).toBe('withdrawn');
  expect(await round()).toMatchObject({ stopped: false });
});

test('uncredited payments and unrecorded mined payouts are not differences', async () => {
  const { address } = await expectSuccess(
    exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, user.ticket),
  );
  await ethereum().send([{ asset: 'USDT', address, amount: 40n * MILLION }]);
  await mine(2);
  const seen = await round();
  expect(seen).toMatchObject({ stopped: false });
  expect(seen.custody.find(({ chain, asset }: Json) => chain === 'ERC20' && asset === 'USDT')).toMatchObject({
    uncredited: '40',
    why: null,
  });
  // A block that the chain follower has not read.
  await ethereum().mine();
  expect(await round()).toMatchObject({ stopped: false });
  await mine(12);
  expect(await round()).toMatchObject({ stopped: false });
});

test('a payment from before the address was assigned was never seen, and is not a difference', async () => {
  const { sql } = parts().database;
  const given = sql.selectFrom('depositAddresses').select('addressIndex').where('chain', '=', 'ERC20');
  const taken = (await given.execute()).map(({ addressIndex }) => addressIndex);
  const next = Math.max(...taken) + 1;
  await ethereum().send([{ asset: 'USDT', address: ethereum().depositAddress(next), amount: 70n * MILLION }]);
  await mine(2);
  const person = await wallet.someone();
  const asked = exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket);
  expect((await expectSuccess(asked)).address).toBe(ethereum().depositAddress(next));
  await mine(1);
  expect(await round()).toMatchObject({ stopped: false, differences: [] });
});

test('credits above the cursor of a follower stuck within a block are not a difference', async () => {
  const { address } = await expectSuccess(
    exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, user.ticket),
  );
  await exchange.act(admin, '/recharge/setTerms', { asset: 'USDT', chain: 'ERC20', minimum: '1', confirmations: 1 });
  const { sql } = parts().database;
  const cursor = await sql
    .selectFrom('chainCursors')
    .select(['height', 'hash'])
    .where('chain', '=', 'ERC20')
    .executeTakeFirstOrThrow();
  await ethereum().send([{ asset: 'USDT', address, amount: 30n * MILLION }]);
  await mine(1);
  await sql.updateTable('chainCursors').set(cursor).where('chain', '=', 'ERC20').execute();
  const seen = await round();
  expect(seen).toMatchObject({ stopped: false, differences: [] });
  const figures = seen.custody.find(({ chain, asset }: Json) => chain === 'ERC20' && asset === 'USDT');
  expect(figures).toMatchObject({ why: null });
  expect(figures.found).toBe(figures.expected);
});
