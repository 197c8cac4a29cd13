import { canonicalLines, restoreState, decide } from '../../../server/products/core';
import type { EventOf } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { stateHash } from '../../../server/engine/state-hash';
import { createStepper } from '../../../server/engine/step';
import { CYCLE_MS } from '../../../shared/products/robot/rules/grid';
import {
  ADMIN,
  BOB,
  CAROL,
  ALICE,
  RICH,
  accountFrozen,
  amend,
  assetState,
  asUser,
  cancel,
  cancelAll,
  cancelled,
  marketSell,
  marketState,
  quote,
  refused,
  restoredFromSnapshot,
  sell,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  MARKET,
  STAKE,
  asks,
  bids,
  publishIndex,
  robots,
  runningRobot,
  startRobot,
  stopRobot,
  advance,
} from '../../tools/fixtures/robot-fixture';
import { applyEvents } from '../../tools/fixtures/perpetual-fixture';
import { all, has, grid, nextLook } from './robots-fixture';

/** Expects that nothing of a robot remains. */
function expectClean(scenario: Scenario, user = BOB): void {
  const { robots: state, holds, orders } = scenario.exchange.state;
  expect([...state.running.keys()]).toEqual([]);
  expect([...holds.values()].filter((hold) => hold.account.user === user)).toEqual([]);
  expect([...orders.values()].filter((order) => order.user === user)).toEqual([]);
  expect([has(scenario, 'USDT', 'frozen', user), has(scenario, 'ETH', 'frozen', user)]).toEqual([0n, 0n]);
}

describe('the end of a robot', () => {
  test('by its user cancels, sells the base within the band, and returns the rest', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    expectClean(scenario);
    const [ended] = all(scenario, 'RobotEnded');
    expect(ended).toMatchObject({ reason: 'requested', base: 900n });
    expect(has(scenario, 'USDT', 'available')).toBe(RICH - STAKE + ended.quote);
    expect(has(scenario, 'ETH', 'available')).toBe(RICH + 900n);
    expect(ended.entries.map(({ kind }) => kind)).toEqual(['robot_return', 'robot_return']);
  });

  test('counts the surplus over the stake as income', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)));
    advance(scenario.given(asUser(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    const [{ entries, quote: back }] = all(scenario, 'RobotEnded');
    expect(entries.filter(({ kind }) => kind === 'robot_income')).toMatchObject([{ amount: back - STAKE }]);
    expectClean(scenario);
  });

  test('with less than a lot returns it unsold (freqtrade#2877)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 1)));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ sells: 0 }]);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 999n }]);
    expectClean(scenario);
  });

  test('without bids within the band returns the base', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(890, 500, ALICE)));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 99_900n }]);
    expectClean(scenario);
  });

  test('at a stale index buys nothing and returns the base unsold', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)), CYCLE_MS);
    // The purchase is partly sold, and the lines at and above 1,000 wait.
    advance(scenario.given(asUser(CAROL, cancelAll(MARKET)), bids(1_050, 90), bids(980, 500, ALICE)));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 9']);
    advance(scenario.given(stopRobot(BOB)));
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ sells: 1 }]);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 9_900n }]);
    expectClean(scenario);
  });

  test('under rule 1 looks only at the book and the last price', () => {
    const scenario = robots().given(asks(1_090, 1));
    const { state } = scenario.exchange;
    const step = startRobot(BOB);
    const [event] = decide(state, step.command, { actor: step.actor, at: state.at }) as EventOf<'RobotStarted'>[];
    applyEvents(scenario, [{ ...event, rule: undefined }]);
    advance(restoredFromSnapshot(scenario));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100', 'buy 1050 95']);
    // All four lines are bought; then two other users set the last price and the bid.
    scenario.given(asUser(ALICE, sell(900, 411, { market: MARKET, timeInForce: 'ioc' })));
    advance(scenario.given(asks(20, 1), bids(20, 1, ALICE), bids(19, 500, ALICE), stopRobot(BOB)));
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 19, quantity: 410 });
    expectClean(scenario);
  });

  test('by loss comes exactly at the limit, not one tick above it: it sells', () => {
    const make = (): Scenario => {
      const scenario = runningRobot();
      return advance(scenario.given(asks(900, 316), bids(800, 500, ALICE)));
    };
    // Three steps are all base; 80 % of the stake is 32,000,000.
    const has = (scenario: Scenario) => scenario.exchange.state.robots.running.get(1)!;
    const probe = has(make());
    const quoteHas = probe.steps.reduce((sum, { quote: one }) => sum + one, 0n);
    const baseHas = probe.steps.reduce((sum, { base }) => sum + base, 0n);
    const stop = Number(((32_000_000n - quoteHas) * 10n) / baseHas);
    const above = advance(publishIndex(make(), stop + 1));
    expect(all(above, 'RobotStopping')).toEqual([]);
    const at = advance(publishIndex(make(), stop));
    expect(all(at, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: stop, sells: 1 }]);
    expectClean(at);
    expect(all(at, 'RobotEnded')).toMatchObject([{ reason: 'loss' }]);
  });

  test("by loss stays due even if the price recovers before the robot's turn", () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(900, 316), bids(800, 500, ALICE)));
    publishIndex(publishIndex(scenario, 500), 1_000);
    advance(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: 500 }]);
  });

  const BARRED: [what: string, step: () => Step, reason: string][] = [
    ['the market is closed', () => marketState('closed', MARKET), 'market_closed'],
    ['the market is under maintenance', () => marketState('maintenance', MARKET), 'maintenance'],
    ['a coin is under maintenance', () => assetState('ETH', { trading: 'maintenance' }), 'maintenance'],
    ['the account is frozen', () => accountFrozen(BOB), 'account_frozen'],
  ];
  test.each(BARRED)('%s: cancels and returns both assets, and sells nothing', (_, step, reason) => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    const trades = all(scenario, 'TradeExecuted').length;
    scenario.given(step());
    advance(scenario);
    expectClean(scenario);
    expect(all(scenario, 'TradeExecuted')).toHaveLength(trades);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ reason, base: 99_900n, quote: STAKE - 10_000_000n }]);
  });

  test('in a market closed between stop and sale returns the base', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    scenario.given(stopRobot(BOB), marketState('closed', MARKET));
    advance(scenario);
    expectClean(scenario);
  });

  test('is requested by its user, or by staff with a reason', () => {
    const scenario = runningRobot();
    scenario.when(stopRobot(CAROL)).then(refused('robot.not.found'));
    scenario.given({ actor: ADMIN, command: { type: 'StopRobot', user: BOB, robot: 1, reason: 'review' } });
    advance(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'staff', note: 'review' }]);
    scenario.when(stopRobot(BOB)).then(refused('robot.not.found'));
  });

  test.each([1, 2, 3, 4])("resumes after a crash behind step %s of a cycle's end or its own end", (steps) => {
    const make = () => {
      const scenario = runningRobot();
      advance(scenario.given(asks(1_000, 60), bids(980, 500, ALICE)));
      return scenario;
    };
    const later = make().exchange.now + CYCLE_MS;
    for (const step of [[], [stopRobot(BOB)]]) {
      const finish = (state: CoreState): string => {
        createStepper({ state, clock: () => later, onDraft: () => undefined }).runDueWork('scheduled', Infinity);
        return stateHash(state);
      };
      const whole = make().given(...step).exchange.state;
      const { state } = make().given(...step).exchange;
      createStepper({ state, clock: () => later, onDraft: () => undefined }).runDueWork('scheduled', steps);
      expect(finish(restoreState(canonicalLines(state)))).toBe(finish(whole));
    }
  });
});

describe('a halted market', () => {
  const halt = marketState('cancel_only', MARKET);
  const opened = marketState('open', MARKET);

  test("keeps the robot's orders, places none until reopened, and lets cycles end", () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 50)));
    const orders = grid(scenario);
    advance(scenario.given(halt));
    expect(grid(scenario)).toEqual(orders);
    const placed = all(scenario, 'OrderPlaced').length;
    advance(nextLook(restoredFromSnapshot(scenario), 1_000));
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }]);
    // The partly bought line waits for its sale.
    const rest = orders.filter((order) => !order.startsWith('buy 1000 '));
    expect([grid(scenario), rest.length]).toEqual([rest, orders.length - 1]);
    advance(nextLook(restoredFromSnapshot(scenario), 1_000));
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }, { cycle: 2 }]);
    expect(all(scenario, 'OrderPlaced')).toHaveLength(placed);
    advance(scenario.given(opened));
    expect(grid(scenario)).toEqual([...rest, 'sell 1050 49']);
    expect(all(scenario, 'RobotStopping')).toEqual([]);
  });

  test('stops the robot for a loss reached during the halt when reopened, even after a recovery', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(900, 316), bids(800, 500, ALICE), halt));
    advance(publishIndex(scenario, 500));
    advance(restoredFromSnapshot(publishIndex(scenario, 1_000)));
    expect(all(scenario, 'RobotStopping')).toEqual([]);
    advance(scenario.given(opened));
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: 500 }]);
    expectClean(scenario);
  });

  test.each<[string, () => Step, string]>([
    ['its user stops it', () => stopRobot(BOB), 'requested'],
    ['the market is closed', () => marketState('closed', MARKET), 'market_closed'],
    ['a coin goes into maintenance', () => assetState('ETH', { trading: 'maintenance' }), 'maintenance'],
    ['the account is frozen', () => accountFrozen(BOB), 'account_frozen'],
  ])('%s: the robot ends and its funds return unsold', (_, step, reason) => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(980, 500, ALICE), halt));
    advance(scenario.given(step()));
    expectClean(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ reason, base: 99_900n, quote: STAKE - 10_000_000n }]);
  });
});

describe('manual orders', () => {
  test('never trade with the own robot: the incoming one is cancelled', () => {
    const scenario = runningRobot();
    const trades = all(scenario, 'TradeExecuted').length;
    const next = scenario.exchange.state.counters.order;
    scenario.when(asks(1_000, 10, BOB)).then(cancelled(next, 'self_trade'));
    expect(all(scenario, 'TradeExecuted')).toHaveLength(trades);
  });

  test("that cancel a robot's order make it place that order again", () => {
    const scenario = runningRobot();
    const step = asks(1_000, 10, BOB);
    scenario.given({ ...step, command: { ...step.command, selfTrade: 'cancel_maker' } as never });
    advance(scenario);
    // The ask now stands at the line, so the purchase waits.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105']);
    scenario.given(asUser(BOB, cancelAll(MARKET)));
    advance(nextLook(scenario, 1_000));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100']);
  });

  test("of the user are not hit by the robot's final sale: the rest returns", () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), bids(980, 50, BOB)));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 99_900n }]);
  });

  test('cannot amend or cancel robot orders, singly or all at once', () => {
    const scenario = runningRobot();
    const [first] = [...scenario.exchange.state.orders.values()].filter(({ stake }) => stake !== null);
    const market = MARKET;
    scenario.when(asUser(BOB, cancel(first.id))).then(refused('order.of.robot'));
    scenario.when(asUser(BOB, amend(first.id, { price: 800 }))).then(refused('order.of.robot'));
    scenario.when(asUser(BOB, quote({ market, cancels: [first.id] }))).then(refused('order.of.robot'));
    scenario.when(asUser(BOB, cancelAll(MARKET))).then(refused('order.not.found'));
    expect(grid(scenario)).toHaveLength(3);
  });

  test('two robots of two users may trade with each other', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), asUser(CAROL, cancelAll(MARKET)), asks(1_080, 1, ALICE)));
    expect(grid(scenario)).toContain('sell 1050 99');
    const carols = { lower: 860, upper: 1_060, lines: 3 };
    advance(publishIndex(scenario, 1_000).given(startRobot(CAROL, carols)));
    expect(grid(scenario, CAROL)).toEqual(['buy 860 232', 'buy 960 208']);
    advance(scenario.given(asks(960, 20, ALICE)));
    for (const user of [BOB, CAROL]) scenario.given(stopRobot(user, user === BOB ? 1 : 2));
    advance(scenario);
    expectClean(scenario);
    expectClean(scenario, CAROL);
  });

  test("a robot's sale to another robot's bid moves between stakes", () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)));
    advance(publishIndex(scenario, 1_000).given(startRobot(CAROL, { lower: 860, upper: 1_060, lines: 3 })));
    scenario.given(stopRobot(BOB));
    advance(scenario);
    const [sale] = all(scenario, 'TradeExecuted').filter(({ taker, maker }) => taker === BOB && maker === CAROL);
    expect(sale.entries.map(({ kind }) => kind)).toEqual([
      ...['robot_trade_base', 'robot_trade_quote', 'robot_fee', 'robot_fee'],
    ]);
    scenario.given(stopRobot(CAROL, 2), asUser(CAROL, cancelAll(MARKET)));
    advance(scenario);
    expectClean(scenario);
    expectClean(scenario, CAROL);
  });
});

test("a manual sale to the robot's bid adds the base to the stake", () => {
  const scenario = runningRobot();
  scenario.given(asUser(CAROL, marketSell(10, { market: MARKET })));
  expect(has(scenario, 'ETH', 'available')).toBe(RICH);
  expect(has(scenario, 'ETH', 'frozen')).toBe(9_990n);
});
