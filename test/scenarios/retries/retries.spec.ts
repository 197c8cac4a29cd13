import { REMEMBERED_MAX } from '../../../server/core/member/memory';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  RICH,
  SECOND,
  amend,
  amended,
  withClientId,
  available,
  buy,
  asUser,
  cancel,
  cancelled,
  frozen,
  given,
  open,
  placed,
  quote,
  refused,
  repeated,
  restingOrder,
  sell,
  staff,
  expectThat,
  traded,
  transfer,
  withdraw,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { later, restarted } from './retries-fixture';

test('the same client id and payload return the first result, and nothing happens', () => {
  const scenario = given().when(withClientId('a', buy(100, 3)));
  const first = scenario.exchange.state.position;
  scenario.when(withClientId('a', buy(100, 3))).then(
    repeated(),
    expectThat((_, { outcomes }) => expect(outcomes).toEqual([{ position: first, id: 1, repeated: true }])),
    frozen(BOB, 'USDT', 300n),
  );
});

test.each<[string, Step, number]>([
  ['an order', buy(100, 3), 1],
  ['a withdrawal', withdraw('USDT', 500n), 1],
  ['a transfer', transfer('USDT', 'spot', 'option', 500n), 1],
])('the first result of %s names its id', (_, step, id) => {
  given(withClientId('a', step))
    .when(withClientId('a', step))
    .then(expectThat((__, { outcomes }) => expect(outcomes[0]).toMatchObject({ id, repeated: true })));
});

test('the order of fields does not matter', () => {
  const step = buy(100, 3);
  const reversed = Object.fromEntries(Object.entries(step.command).reverse()) as typeof step.command;
  given(withClientId('a', step))
    .when(withClientId('a', { ...step, command: reversed }))
    .then(repeated());
});

test.each<[string, Step]>([
  ['another price', buy(101, 3)],
  ['another quantity', buy(100, 4)],
  ['another side', sell(100, 3)],
  ['another command', cancel(1)],
])('the same client id with %s is refused as reused', (_, other) => {
  given(withClientId('a', buy(100, 3)))
    .when(withClientId('a', other))
    .then(refused('client.id.reused'), frozen(BOB, 'USDT', 300n));
});

test('a client id belongs to its sender', () => {
  given(withClientId('a', buy(100, 3)))
    .when(withClientId('a', asUser(CAROL, buy(100, 3))))
    .then(placed('rests'));
  const credit = staff({ type: 'CreditRecharge', user: BOB, asset: 'USD', amount: 7n, reference: 'r' });
  given(withClientId('a', buy(100, 3)), withClientId('a', credit))
    .when(withClientId('a', credit))
    .then(repeated(), available(BOB, 'USD', 7n, 'legal'))
    .when({ ...withClientId('a', credit), actor: SECOND })
    .then(refused('recharge.already.credited'));
});

test('commands of the system are not remembered: its own rules refuse a repeated one', () => {
  const step: Step = { actor: 'registrar', clientId: 'a', command: { type: 'RegisterMember', user: 5 } };
  given(step).when(step).then(refused('account.already.registered'));
});

test('refused commands are not remembered: they may succeed the next time', () => {
  given()
    .when(withClientId('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(refused('order.cannot.fill'))
    .given(restingOrder('sell', 100, 3))
    .when(withClientId('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(traded(100, 3));
});

test('a retry is answered before any rule, even after the order is filled', () => {
  given(withClientId('a', asUser(BOB, restingOrder('buy', 100, 3))), asUser(CAROL, sell(100, 3)))
    .when(withClientId('a', buy(100, 3)))
    .then(repeated(), available(BOB, 'BTC', RICH + 3n));
});

describe(`the last ${REMEMBERED_MAX} are remembered`, () => {
  test('and no more', () => {
    const scenario = later(given(), REMEMBERED_MAX + 1);
    restarted(scenario)
      .when(withClientId('later-1', buy(50, 1, { timeInForce: 'ioc' })))
      .then(repeated())
      .when(withClientId('later-0', buy(50, 1, { timeInForce: 'ioc' })))
      .then(cancelled(REMEMBERED_MAX + 2, 'time_in_force'));
    const { memories } = scenario.exchange.state;
    expect([memories.recent(BOB).length, memories.keptCommands(BOB).length]).toEqual([REMEMBERED_MAX, 0]);
  });

  test('and those of open orders until they end', () => {
    const scenario = later(given(withClientId('old', buy(40, 1)), withClientId('older', buy(41, 1))), REMEMBERED_MAX);
    restarted(scenario)
      .when(withClientId('old', buy(40, 1)))
      .then(repeated())
      .when(withClientId('older', buy(42, 1)))
      .then(refused('client.id.reused'))
      .when(withClientId('end', cancel(1)), asUser(CAROL, sell(41, 1)))
      .then(cancelled(1, 'requested'), traded(41, 1));
    restarted(scenario)
      .when(withClientId('old', buy(40, 1)), withClientId('older', buy(42, 1)))
      .then(placed('rests'), placed('rests'));
    expect(scenario.exchange.state.memories.keptCommands(BOB)).toEqual([]);
  });

  test('except that an amendment of an open order is dropped', () => {
    const scenario = given(withClientId('order', buy(40, 5)), withClientId('change', amend(1, { quantity: 4 })));
    later(scenario, REMEMBERED_MAX)
      .when(withClientId('change', amend(1, { quantity: 3 })))
      .then(amended(1, 'keeps'));
    expect(scenario.exchange.state.memories.keptCommands(BOB)).toMatchObject([{ id: 1, clientId: 'order' }]);
  });

  test("and a withdrawal is not mistaken for another user's order with the same number and client id", () => {
    const scenario = given(
      withClientId('same', asUser(ALICE, buy(40, 5))),
      withClientId('same', withdraw('USDT', 500n)),
    );
    later(scenario, REMEMBERED_MAX);
    expect(scenario.exchange.state.memories.keptCommands(BOB)).toEqual([]);
  });
});

test('a quote is remembered by its first placed order, and its orders have no client id', () => {
  const quotes = quote({
    amends: [{ order: 1, price: 91 }],
    places: [
      { side: 'buy', price: 95, quantity: 1 },
      { side: 'sell', price: 105, quantity: 1 },
    ],
  });
  const scenario = given(withClientId('own', buy(90, 1)), withClientId('quotes', quotes));
  const { position } = scenario.exchange.state;
  scenario.when(withClientId('quotes', quotes)).then(
    expectThat((_, { outcomes }) => expect(outcomes).toEqual([{ position, id: 2, repeated: true }])),
    open(1, { clientId: 'own', price: 91 }),
    open(2, { clientId: null }),
    open(3, { clientId: null }),
  );
  scenario.when(withClientId('quotes', quote({ cancels: [2] }))).then(refused('client.id.reused'));
});

test('a quote that only cancels and amends names no order', () => {
  const quotes = quote({ cancels: [2], amends: [{ order: 1, price: 91 }] });
  given(buy(90, 1), buy(80, 1), withClientId('quotes', quotes))
    .when(withClientId('quotes', quotes))
    .then(expectThat((_, { outcomes }) => expect(outcomes[0]).toMatchObject({ id: null, repeated: true })));
});

test('a quote is dropped from the recent ones even while an order of it is open', () => {
  const scenario = given(withClientId('quotes', quote({ places: [{ side: 'buy', price: 40, quantity: 1 }] })));
  later(scenario, REMEMBERED_MAX);
  expect(scenario.exchange.state.memories.find(BOB, 'quotes')).toBeNull();
  expect(scenario.exchange.state.memories.keptCommands(BOB)).toEqual([]);
  restarted(scenario).when(cancel(1)).then(cancelled(1, 'requested'));
});

test("a cancellation by staff lets the owner's client id expire", () => {
  const scenario = later(given(withClientId('old', buy(40, 1))), REMEMBERED_MAX);
  scenario.when({ ...withClientId('staff', cancel(1)), actor: ADMIN }).then(cancelled(1, 'staff'));
  expect(scenario.exchange.state.memories.find(BOB, 'old')).toBeNull();
});
