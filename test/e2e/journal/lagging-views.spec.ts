/** Operation while the read models stand still: payouts, amendments and messages go on. */
import Libsql from 'libsql';
import { isPaying } from '../../../server/platform/chains/chain-port';
import { payoutKey } from '../../../server/platform/chains/payout-claims';
import { expectSuccess, HttpExchange, type Person } from '../../tools/people/http-exchange';
import { walletOf } from '../../tools/people/wallet';
import { modelFile } from '../../tools/samples/model-file';

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;
let views: Libsql.Database;
let recordsFile: Libsql.Database;

beforeAll(async () => {
  const limits = { LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_PROJECTION_WAIT_MS_MAX: '500' };
  exchange = await HttpExchange.start(limits, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  views = new Libsql(modelFile(exchange.dataDir, 'views'));
  recordsFile = new Libsql(modelFile(exchange.dataDir, 'records'));
  for (const file of [views, recordsFile]) file.exec('pragma busy_timeout = 5000');
});
afterAll(async () => {
  views.close();
  recordsFile.close();
  await exchange.stop();
});

const { parts, head, ready, apply, staff, messages, withdrawals } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

/** Blocks all writes to the read models, or to the records only, during the work. */
async function heldBack<T>(work: () => Promise<T>, file = views): Promise<T> {
  file.exec('begin immediate');
  try {
    return await work();
  } finally {
    file.exec('rollback');
    await parts().progress.waitFor(head(), 20_000);
  }
}

it('a withdrawal is paid and its owner is told of every step', async () => {
  const person = await ready();
  const chain = parts().chains.find('ERC20');
  if (!chain || !isPaying(chain)) throw new Error('nobody pays here');
  const { withdrawal } = await heldBack(async () => {
    const applied = await expectSuccess(apply(person, '100'));
    await expectSuccess(staff(admin, 'approve', { withdrawal: applied.withdrawal }));
    await parts().chainWork.poll();
    expect(await chain.paymentWithKey(payoutKey(Number(applied.withdrawal)))).not.toBeNull();
    for (let block = 0; block < 2; block++) await parts().chainWork.mine();
    expect(parts().live.withdrawals.find(Number(applied.withdrawal))).toBeUndefined();
    expect(parts().progress.position()).toBeLessThan(applied.position);
    const told = ['withdrawal.paid', 'withdrawal.approved', 'withdrawal.first'];
    expect((await messages(person)).slice(0, 3)).toEqual(told);
    return applied;
  });
  expect(await withdrawals(person)).toMatchObject([{ withdrawal, status: 'withdrawn' }]);
});

it('staff reject a withdrawal before it is sent, and not afterwards', async () => {
  const person = await ready();
  await heldBack(async () => {
    const [one, other] = [await expectSuccess(apply(person, '10')), await expectSuccess(apply(person, '10'))];
    const no = { reason: 'not theirs' };
    await expectSuccess(staff(admin, 'reject', { withdrawal: one.withdrawal, ...no }));
    await expectSuccess(staff(admin, 'approve', { withdrawal: other.withdrawal }));
    await parts().chainWork.poll();
    expect(await staff(admin, 'reject', { withdrawal: other.withdrawal, ...no })).toMatchObject({
      code: 'payout.submitted',
    });
  });
});

it('a new order is amended, and an unknown one is not found', async () => {
  const person = await ready();
  const post = (at: string, body: object) =>
    exchange.post(`/app/spot/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
  const order = await heldBack(async () => {
    const terms = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '40000', quantity: '0.001' };
    const placed = await expectSuccess(post('place', terms));
    await expectSuccess(post('amend', { order: placed.order, price: '40001' }));
    return placed.order as string;
  });
  const { records } = await expectSuccess(
    exchange.post('/app/spot/currentOrders', { minPosition: head() }, person.ticket),
  );
  expect(records).toMatchObject([{ order, price: '40001' }]);
  expect(await post('amend', { order: '999999', price: '40001' })).toMatchObject({ code: 'order.not.found' });
});

it('freezing and releasing funds by staff is announced', async () => {
  const person = await ready();
  await heldBack(async () => {
    const act = async (at: string, body: object) =>
      expectSuccess(exchange.post(`/admin${at}`, { clientId: exchange.clientId(), ...body }, admin.ticket));
    const freeze = { userId: person.id, asset: 'USDT', amount: '5', reason: 'a claim' };
    const { hold } = await act('/funds/freeze', freeze);
    const { proposal } = await act('/funds/unfreeze', { hold, reason: 'settled' });
    await exchange.two.confirm(Number(proposal));
    expect((await messages(person)).slice(0, 2)).toEqual(['funds.released', 'funds.frozen']);
  });
});

it('only calls that show records wait for the records; balances and orders are available', async () => {
  const person = await ready();
  const records = (minPosition: number) => exchange.post('/app/assets/records', { minPosition }, person.ticket);
  const { total } = await expectSuccess(records(head()));
  await heldBack(async () => {
    const terms = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '39000', quantity: '0.001' };
    const body = { clientId: exchange.clientId(), ...terms };
    const { order } = await expectSuccess(exchange.post('/app/spot/place', body, person.ticket));
    const minPosition = head();
    const open = await expectSuccess(exchange.post('/app/spot/currentOrders', { minPosition }, person.ticket));
    expect(open.records).toMatchObject([{ order, price: '39000' }]);
    const balances = await expectSuccess(
      exchange.get(`/app/assets/balances?minPosition=${minPosition}`, person.ticket),
    );
    expect(balances.position).toBeGreaterThanOrEqual(minPosition);
    expect(await records(minPosition)).toMatchObject({ code: 'projection.behind' });
    for (const at of ['history', 'export']) {
      const answer = await exchange.get(`/app/assets/${at}?minPosition=${minPosition}`, person.ticket);
      expect(answer).toMatchObject({ code: 'projection.behind' });
    }
    expect(parts().progress.position()).toBeLessThan(minPosition);
  }, recordsFile);
  expect(await expectSuccess(records(head()))).toMatchObject({ total: (total as number) + 1 });
});

it('missing items are waited for and reported as missing', async () => {
  const { ticket } = await ready();
  const behind = await exchange.get(`/app/assets/balances?minPosition=${head() + 1}`, ticket);
  expect(behind).toMatchObject({ status: 503, code: 'projection.behind' });
  expect(behind.headers.get('retry-after')).toBe('1');
});
