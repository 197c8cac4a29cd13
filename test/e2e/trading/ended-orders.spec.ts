/** Answers to a cancel or amendment after the order's end: its final state and filled quantity. */
import { expectSuccess, HttpExchange, type Person } from '../../tools/people/http-exchange';

const SPOT = 'BTC-USDT';

let exchange: HttpExchange;
let admin: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start();
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  [alice, bob] = [await exchange.person('alice'), await exchange.person('bob')];
  for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
});
afterAll(() => exchange.stop());

const post = (person: Person, at: string, body: object) =>
  exchange.post(`/app/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
const spot = (side: 'buy' | 'sell', price: string, quantity = '0.002') => {
  return { market: SPOT, side, kind: 'limit', price, quantity };
};

describe('for a spot order', () => {
  let filled: string;
  let cancelled: string;
  let partly: string;

  beforeAll(async () => {
    ({ order: filled } = await expectSuccess(post(alice, 'spot/place', spot('buy', '50000'))));
    await expectSuccess(post(bob, 'spot/place', spot('sell', '50000')));
    ({ order: cancelled } = await expectSuccess(post(alice, 'spot/place', spot('buy', '40000'))));
    ({ order: partly } = await expectSuccess(post(alice, 'spot/place', spot('buy', '50000'))));
    await expectSuccess(post(bob, 'spot/place', spot('sell', '50000', '0.001')));
    for (const order of [cancelled, partly]) await expectSuccess(post(alice, 'spot/cancel', { order }));
  });

  it.each(['cancel', 'amend'])('%s reports filled, cancelled or unknown, with its state', async (act) => {
    const ask = (order: string, person = alice) =>
      post(person, `spot/${act}`, act === 'amend' ? { order, price: '41000' } : { order });
    const at = { market: SPOT, quantity: '0.002' };
    expect(await ask(filled)).toMatchObject({
      status: 200,
      code: 'order.filled',
      data: { order: filled, ...at, status: 'filled', filledQuantity: '0.002', reason: null },
    });
    expect(await ask(cancelled)).toMatchObject({
      code: 'order.cancelled',
      data: { order: cancelled, ...at, status: 'cancelled', filledQuantity: '0', reason: 'requested' },
    });
    expect(await ask(partly)).toMatchObject({
      code: 'order.cancelled',
      data: { order: partly, ...at, status: 'partially_cancelled', filledQuantity: '0.001', reason: 'requested' },
    });
    expect(await ask('999999')).toMatchObject({ code: 'order.not.found', data: null });
    // An order of another user counts as not found.
    expect(await ask(filled, bob)).toMatchObject({ code: 'order.not.found', data: null });
  });

  it('names the part of a quote', async () => {
    const empty = { market: SPOT, cancels: [], amends: [], places: [] };
    expect(await post(alice, 'spot/quote', { ...empty, cancels: [filled] })).toMatchObject({
      code: 'order.filled',
      data: { piece: 'cancels/0', order: filled, filledQuantity: '0.002' },
    });
    const amends = [{ order: cancelled, price: '41000' }];
    expect(await post(alice, 'spot/quote', { ...empty, amends })).toMatchObject({
      code: 'order.cancelled',
      data: { piece: 'amends/0', order: cancelled },
    });
  });

  it('gives staff the same answer', async () => {
    const body = { clientId: exchange.clientId(), userId: alice.id, order: filled };
    expect(await exchange.post('/admin/spot/cancel', body, admin.ticket)).toMatchObject({
      code: 'order.filled',
      data: { order: filled },
    });
  });

  it('a retry of a successful cancel is still a repetition', async () => {
    const { order } = await expectSuccess(post(alice, 'spot/place', spot('buy', '40000')));
    const again = { clientId: exchange.clientId(), order };
    await expectSuccess(post(alice, 'spot/cancel', again));
    expect(await post(alice, 'spot/cancel', again)).toMatchObject({ code: 'success', data: { repeated: true } });
  });
});
