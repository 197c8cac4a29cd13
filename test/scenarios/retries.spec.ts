import { canonicalLines, restoreState } from '../../server/core/canonical-state';
import { REMEMBERED_MAX } from '../../server/core/member/memory';
import {
  ADMIN,
  ALICE,
  BOB,
  CAROL,
  RICH,
  SECOND,
  amend,
  amended,
  as,
  available,
  buy,
  by,
  cancel,
  cancelled,
  frozen,
  given,
  occurred,
  placed,
  refused,
  repeated,
  rested,
  sell,
  staff,
  that,
  traded,
  transfer,
  withdraw,
  type Scenario,
  type Step,
} from '../tools/core-fixture';

/** So many accepted commands of Bob that fill his memory and leave nothing behind. */
function later(scenario: Scenario, count: number, name = 'later'): Scenario {
  for (let number = 0; number < count; number++)
    scenario.given(as(`${name}-${number}`, buy(50, 1, { timeInForce: 'ioc' })));
  return scenario;
}

/** The memory of the next process: the same answers. */
function restarted(scenario: Scenario): Scenario {
  const { exchange } = scenario;
  exchange.restart(restoreState(canonicalLines(exchange.state)));
  return scenario;
}

test('the same client id and payload: the first outcome again, and nothing happens', () => {
  const scenario = given().when(as('a', buy(100, 3)));
  const first = scenario.exchange.state.position;
  scenario.when(as('a', buy(100, 3))).then(
    repeated(),
    that((_, { outcomes }) => expect(outcomes).toEqual([{ position: first, id: 1, repeated: true }])),
    frozen(BOB, 'USDT', 300n),
  );
});

test.each<[string, Step, number]>([
  ['an order', buy(100, 3), 1],
  ['a withdrawal', withdraw('USDT', 500n), 1],
  ['a transfer', transfer('USDT', 'spot', 'option', 500n), 1],
])('the first outcome of %s names what it made', (_, step, id) => {
  given(as('a', step))
    .when(as('a', step))
    .then(that((__, { outcomes }) => expect(outcomes[0]).toMatchObject({ id, repeated: true })));
});

test('the fields may come in another order', () => {
  const step = buy(100, 3);
  const reversed = Object.fromEntries(Object.entries(step.command).reverse()) as typeof step.command;
  given(as('a', step))
    .when(as('a', { ...step, command: reversed }))
    .then(repeated());
});

test.each<[string, Step]>([
  ['another price', buy(101, 3)],
  ['another quantity', buy(100, 4)],
  ['another side', sell(100, 3)],
  ['another command', cancel(1)],
])('the same client id with %s is a reuse', (_, other) => {
  given(as('a', buy(100, 3)))
    .when(as('a', other))
    .then(refused('client.id.reused'), frozen(BOB, 'USDT', 300n));
});

test('a client id belongs to its sender', () => {
  given(as('a', buy(100, 3)))
    .when(as('a', by(CAROL, buy(100, 3))))
    .then(placed('rests'));
  const credit = staff({ type: 'CreditRecharge', user: BOB, asset: 'USD', amount: 7n, reference: 'r' });
  given(as('a', buy(100, 3)), as('a', credit))
    .when(as('a', credit))
    .then(repeated(), available(BOB, 'USD', 7n, 'legal'))
    .when({ ...as('a', credit), actor: SECOND })
    .then(refused('recharge.already.credited'));
});

test('the system is not remembered: what it sends is refused by its own rules when it comes twice', () => {
  const step: Step = { actor: 'system', clientId: 'a', command: { type: 'RegisterMember', user: 5 } };
  given(step).when(step).then(refused('account.already.registered'));
});

test('what was refused is not remembered: it may succeed the next time', () => {
  given()
    .when(as('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(refused('order.cannot.fill'))
    .given(rested('sell', 100, 3))
    .when(as('a', buy(100, 3, { timeInForce: 'fok' })))
    .then(traded(100, 3));
});

test('a retry comes before the rules: it is answered though the order is long filled', () => {
  given(as('a', by(BOB, rested('buy', 100, 3))), by(CAROL, sell(100, 3)))
    .when(as('a', buy(100, 3)))
    .then(repeated(), available(BOB, 'BTC', RICH + 3n));
});

describe(`the last ${REMEMBERED_MAX} are remembered`, () => {
  test('and no more', () => {
    const scenario = later(given(), REMEMBERED_MAX + 1);
    restarted(scenario)
      .when(as('later-1', buy(50, 1, { timeInForce: 'ioc' })))
      .then(repeated())
      .when(as('later-0', buy(50, 1, { timeInForce: 'ioc' })))
      .then(cancelled(REMEMBERED_MAX + 2, 'time_in_force'));
    const memory = scenario.exchange.state.memories.get(BOB)!;
    expect([memory.byClientId.size, memory.recent.length, memory.kept.size]).toEqual([
      REMEMBERED_MAX,
      REMEMBERED_MAX,
      0,
    ]);
  });

  test('those of open orders longer, until they end', () => {
    const scenario = later(given(as('old', buy(40, 1)), as('older', buy(41, 1))), REMEMBERED_MAX);
    restarted(scenario)
      .when(as('old', buy(40, 1)))
      .then(repeated())
      .when(as('older', buy(42, 1)))
      .then(refused('client.id.reused'))
      .when(as('end', cancel(1)), by(CAROL, sell(41, 1)))
      .then(cancelled(1, 'requested'), traded(41, 1));
    restarted(scenario)
      .when(as('old', buy(40, 1)), as('older', buy(42, 1)))
      .then(placed('rests'), placed('rests'));
    expect(scenario.exchange.state.memories.get(BOB)!.kept.size).toBe(0);
  });

  test('an amendment is not the order: its client id falls out', () => {
    const scenario = given(as('order', buy(40, 5)), as('change', amend(1, { quantity: 4 })));
    later(scenario, REMEMBERED_MAX)
      .when(as('change', amend(1, { quantity: 3 })))
      .then(amended(1, 'keeps'));
    expect([...scenario.exchange.state.memories.get(BOB)!.kept]).toEqual([[1, 'order']]);
  });

  test('a withdrawal is not the order of somebody else that has its number and client id', () => {
    const scenario = given(as('same', by(ALICE, buy(40, 5))), as('same', withdraw('USDT', 500n)));
    later(scenario, REMEMBERED_MAX)
      .when(as('same', withdraw('USDT', 600n)))
      .then(occurred('WithdrawalApplied'));
    expect(scenario.exchange.state.memories.get(BOB)!.kept.size).toBe(0);
  });
});

test('staff that cancel an order make its owner forget its client id in time', () => {
  const scenario = later(given(as('old', buy(40, 1))), REMEMBERED_MAX);
  scenario.when({ ...as('staff', cancel(1)), actor: ADMIN }).then(cancelled(1, 'staff'));
  expect(scenario.exchange.state.memories.get(BOB)!.byClientId.has('old')).toBe(false);
});
