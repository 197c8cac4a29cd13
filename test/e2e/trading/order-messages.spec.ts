/**
 * Users are told of orders that ended or fired while they were away: once, in their language, whatever happens to the
 * notifier.
 */
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

const LONG_TICKETS = { LIMIT_TICKET_HOURS_MAX: '100000' };

let exchange: HttpExchange;
let alice: Person;
let bob: Person;

const place = (person: Person, order: object) =>
  expectSuccess(
    exchange.post('/app/spot/place', { clientId: exchange.clientId(), market: 'BTC-USDT', ...order }, person.ticket),
  );
const limit = (side: string, price: string, quantity: string) => ({ side, kind: 'limit', price, quantity });

/** Texts of a user's order messages, oldest first; waits for the count. */
async function told(person: Person, count: number, lang = 'en'): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const { records } = await expectSuccess(exchange.post('/app/message/list', {}, person.ticket, { lang }));
    const ofOrders = records.filter(({ key }: Json) => key.startsWith('order'));
    if (ofOrders.length >= count || tries === 500) return ofOrders.map(({ text }: Json) => text).reverse();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function isTold(): Promise<void> {
  const { position } = exchange.headOfJournal();
  for (let tries = 0; tries < 2_000; tries++) {
    const row = await exchange.application.exchange.database.sql.selectFrom('followers').selectAll().executeTakeFirst();
    if ((row?.position ?? -1) >= position) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the journal has not been told');
}

afterAll(() => exchange.stop());

it('messages about filled and fired orders are sent once, also if the events are processed again', async () => {
  exchange = await HttpExchange.start(LONG_TICKETS);
  const admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  alice = await exchange.person('alice');
  bob = await exchange.person('bob');
  for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '1000000', BTC: '10' });

  const sold = await place(alice, limit('sell', '50000', '0.1'));
  await place(bob, limit('buy', '50000', '0.04'));
  await place(bob, limit('buy', '50000', '0.06'));
  const waiting = await place(alice, { ...limit('buy', '50500', '0.01'), kind: 'stop_limit', trigger: '50200' });
  await place(bob, limit('sell', '50200', '0.01'));
  await place(alice, limit('buy', '50200', '0.01'));

  const english = await told(alice, 2);
  expect(english).toEqual([
    `BTC-USDT, Sell: order ${sold.order} has been filled. 0.1 BTC for 5,000 USDT.`,
    `BTC-USDT, Buy: the price reached 50,200 USDT, and order ${waiting.order} is now in effect.`,
  ]);
  expect((await told(alice, 2, 'zh'))[0]).toBe(
    `BTC-USDT 卖出：委托 ${sold.order} 已全部成交。成交 0.1 BTC，成交额 5,000 USDT。`,
  );
  // His immediate fills were in the answers; the resting order was filled by hers.
  expect(await told(bob, 1)).toHaveLength(1);

  // As if the notifier had been killed before saving its position, at the beginning and in between.
  const { position } = exchange.headOfJournal();
  for (const place of [-1, position - 3]) {
    const followers = exchange.application.exchange.database.sql.updateTable('followers');
    await followers.set({ position: place, hash: null }).execute();
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await HttpExchange.start({ ...LONG_TICKETS, DATA_DIR: dataDir });
    await isTold();
    expect(await told(alice, 2)).toEqual(english);
    expect(await told(bob, 1)).toHaveLength(1);
  }
});
