/** What goes on while the read models stand still: money that is paid, orders that are amended, messages that are told. */
import Libsql from 'libsql';
import { isPaying } from '../../../server/platform/chains/chain-port';
import { payoutKey } from '../../../server/platform/chains/payout-turns';
import { done, HttpExchange, type Person } from '../../tools/people/http-exchange';
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

/** Nobody writes the read models meanwhile, or nobody the records. */
async function heldBack<T>(work: () => Promise<T>, file = views): Promise<T> {
  file.exec('begin immediate');
  try {
    return await work();
  } finally {
    file.exec('rollback');
    await parts().progress.waitFor(head(), 20_000);
  }
}

it('a withdrawal is paid to its end, and its owner is told of every step', async () => {
  const person = await ready();
  const chain = parts().chains.find('ERC20');
  if (!chain || !isPaying(chain)) throw new Error('nobody pays here');
  const { withdrawal } = await heldBack(async () => {
    const applied = await done(apply(person, '100'));
    await done(staff(admin, 'approve', { withdrawal: applied.withdrawal }));
    await parts().chainWork.turn();
    expect(await chain.paidUnder(payoutKey(Number(applied.withdrawal)))).not.toBeNull();
    for (let block = 0; block < 2; block++) await parts().chainWork.mine();
    expect(parts().live.withdrawals.find(Number(applied.withdrawal))).toBeUndefined();
    expect(parts().progress.position()).toBeLessThan(applied.position);
    const told = ['withdrawal.paid', 'withdrawal.approved', 'withdrawal.first'];
    expect((await messages(person)).slice(0, 3)).toEqual(told);
    return applied;
  });
  expect(await withdrawals(person)).toMatchObject([{ withdrawal, status: 'withdrawn' }]);
});

it('a withdrawal is rejected by staff before it is sent, and not any more when it was', async () => {
  const person = await ready();
  await heldBack(async () => {
    const [one, other] = [await done(apply(person, '10')), await done(apply(person, '10'))];
    const no = { reason: 'not theirs' };
    await done(staff(admin, 'reject', { withdrawal: one.withdrawal, ...no }));
    await done(staff(admin, 'approve', { withdrawal: other.withdrawal }));
    await parts().chainWork.turn();
    expect(await staff(admin, 'reject', { withdrawal: other.withdrawal, ...no })).toMatchObject({
      code: 'payout.submitted',
    });
  });
});

it('a fresh order is amended, and what there is not is not found', async () => {
  const person = await ready();
  const post = (at: string, body: object) =>
    exchange.post(`/app/spot/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
  const order = await heldBack(async () => {
    const terms = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '40000', quantity: '0.001' };
    const placed = await done(post('place', terms));
    await done(post('amend', { order: placed.order, price: '40001' }));
    return placed.order as string;
  });
  const { records } = await done(exchange.post('/app/spot/currentOrders', { minPosition: head() }, person.ticket));
  expect(records).toMatchObject([{ order, price: '40001' }]);
  expect(await post('amend', { order: '999999', price: '40001' })).toMatchObject({ code: 'order.not.found' });
});

it('funds that staff freeze and release are told of', async () => {
  const person = await ready();
  await heldBack(async () => {
    const act = async (at: string, body: object) =>
      done(exchange.post(`/admin${at}`, { clientId: exchange.clientId(), ...body }, admin.ticket));
    const freeze = { userId: person.id, asset: 'USDT', amount: '5', reason: 'a claim' };
    const { hold } = await act('/funds/freeze', freeze);
    const { proposal } = await act('/funds/unfreeze', { hold, reason: 'settled' });
    await exchange.two.confirm(Number(proposal));
    expect((await messages(person)).slice(0, 2)).toEqual(['funds.released', 'funds.frozen']);
  });
});

it('what shows the records waits for them alone: balances and orders are there meanwhile', async () => {
  const person = await ready();
  const records = (minPosition: number) => exchange.post('/app/assets/records', { minPosition }, person.ticket);
  const { total } = await done(records(head()));
  await heldBack(async () => {
    const terms = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '39000', quantity: '0.001' };
    const body = { clientId: exchange.clientId(), ...terms };
    const { order } = await done(exchange.post('/app/spot/place', body, person.ticket));
    const minPosition = head();
    const open = await done(exchange.post('/app/spot/currentOrders', { minPosition }, person.ticket));
    expect(open.records).toMatchObject([{ order, price: '39000' }]);
    const balances = await done(exchange.get(`/app/assets/balances?minPosition=${minPosition}`, person.ticket));
    expect(balances.position).toBeGreaterThanOrEqual(minPosition);
    expect(await records(minPosition)).toMatchObject({ code: 'projection.behind' });
    for (const at of ['history', 'export']) {
      const answer = await exchange.get(`/app/assets/${at}?minPosition=${minPosition}`, person.ticket);
      expect(answer).toMatchObject({ code: 'projection.behind' });
    }
    expect(parts().progress.position()).toBeLessThan(minPosition);
  }, recordsFile);
  expect(await done(records(head()))).toMatchObject({ total: (total as number) + 1 });
});

it('what is not there yet is waited for, and that it is not there is said', async () => {
  const { ticket } = await ready();
  const behind = await exchange.get(`/app/assets/balances?minPosition=${head() + 1}`, ticket);
  expect(behind).toMatchObject({ status: 503, code: 'projection.behind' });
  expect(behind.headers.get('retry-after')).toBe('1');
});
