/** The quantitative robot: a grid of orders out of a stake of its own, in cycles, until it is stopped or stops. */
import { canonicalLines, restoreState, decide } from '../../server/products/core';
import type { EventOf, EventType } from '../../server/core/event';
import { userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import type { CoreState } from '../../server/core/state';
import { stateHash } from '../../server/engine/state-hash';
import { createStepper } from '../../server/engine/step';
import type { RejectionCode } from '../../shared/rules/codes';
import { CYCLE_MS } from '../../shared/products/robot/rules/grid';
import {
  ADMIN,
  BOB,
  CAROL,
  ALICE,
  RICH,
  accountFrozen,
  amend,
  assetState,
  by,
  cancel,
  cancelAll,
  cancelled,
  marketSell,
  marketState,
  quote,
  refused,
  restarted,
  sell,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';
import {
  KEY_HASH,
  MARKET,
  STAKE,
  asks,
  bids,
  indexed,
  issued,
  robotTerms,
  robots,
  running,
  started,
  stopped,
  waited,
} from '../tools/fixtures/robot-fixture';
import { told } from '../tools/fixtures/perpetual-fixture';

function all<T extends EventType>({ exchange }: Scenario, type: T): EventOf<T>[] {
  return exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === type)) as EventOf<T>[];
}
function has({ exchange }: Scenario, asset: string, bucket: 'available' | 'frozen', user = BOB): bigint {
  return balanceOf(exchange.state.ledger, userAccount(user, 'spot', asset, bucket));
}
/** Its open orders as side, price and lots, by price. */
function grid({ exchange }: Scenario, user = BOB): string[] {
  const own = [...exchange.state.orders.values()].filter((order) => order.user === user && order.stake !== null);
  return own
    .sort((one, other) => one.price - other.price)
    .map(({ side, price, quantity, filledQuantity }) => `${side} ${price} ${quantity - filledQuantity}`);
}
/** The index as it is told a moment before the robot looks at its grid again. */
function nextLook(scenario: Scenario, ticks: number): Scenario {
  scenario.exchange.now += CYCLE_MS - 2_000;
  indexed(scenario, ticks);
  scenario.exchange.now += 2_000;
  return scenario;
}
/** Nothing of a robot is left anywhere. */
function expectClean(scenario: Scenario, user = BOB): void {
  const { robots: state, holds, orders } = scenario.exchange.state;
  expect([...state.running.keys()]).toEqual([]);
  expect([...holds.values()].filter((hold) => hold.account.user === user)).toEqual([]);
  expect([...orders.values()].filter((order) => order.user === user)).toEqual([]);
  expect([has(scenario, 'USDT', 'frozen', user), has(scenario, 'ETH', 'frozen', user)]).toEqual([0n, 0n]);
}

describe('a start', () => {
  test('sets the stake apart, and the first look at the grid rests a purchase at every line below the best offer', () => {
    const scenario = running();
    expect(has(scenario, 'USDT', 'available')).toBe(RICH - STAKE);
    expect(has(scenario, 'USDT', 'frozen')).toBe(STAKE);
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100']);
    const [placed] = scenario.exchange.batches.filter(({ command }) => command.type === 'RunRobot');
    expect(placed.actor).toBe(`robot/${BOB}`);
  });

  test('a line above the price waits until the price is above the line', () => {
    const scenario = running();
    scenario.given(by(CAROL, cancelAll(MARKET)), asks(1_060, 5));
    waited(nextLook(scenario, 1_055));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100', 'buy 1050 95']);
  });

  const REFUSED: [what: string, step: () => [Scenario, Step], code: RejectionCode][] = [
    ['a wrong secret key', () => [robots(), started(BOB, { keyHash: 'cd'.repeat(32) })], 'secret.key.wrong'],
    ['no secret key', () => [robots(), started(ALICE)], 'secret.key.wrong'],
    ['a key that was replaced', () => [robots().given(issued(BOB, 'cd'.repeat(32))), started(BOB)], 'secret.key.wrong'],
    [
      'a key that was taken back',
      () => [
        robots().given({ actor: ADMIN, command: { type: 'RevokeRobotKey', user: BOB, reason: 'r' } }),
        started(BOB),
      ],
      'secret.key.wrong',
    ],
    ['a market without robots', () => [robots(), started(BOB, { market: 'BTC-USDT' })], 'robot.unknown'],
    ['a market where none is offered any more', () => [robots({ state: 'closed' }), started(BOB)], 'robot.closed'],
    ['a market that is closed', () => [robots().given(marketState('closed', MARKET)), started(BOB)], 'coin.not.open'],
    ['an account that is frozen', () => [robots().given(accountFrozen(BOB)), started(BOB)], 'account.frozen'],
    ['a grid upside down', () => [robots(), started(BOB, { lower: 1_100, upper: 900 })], 'robot.grid.invalid'],
    ['steps that fees eat up', () => [robots(), started(BOB, { lower: 998, upper: 1_002 })], 'robot.grid.too.narrow'],
    ['less than the least', () => [robots(), started(BOB, { amount: 999_999n })], 'robot.amount.minimum'],
    ['more than one user may', () => [robots({ userMax: STAKE - 1n }), started(BOB)], 'robot.cap.user'],
    [
      'more than one user may in all',
      () => [waited(robots({ userMax: 2n * STAKE - 1n }).given(started(BOB))), started(BOB)],
      'robot.cap.user',
    ],
    ['no loss limit', () => [robots(), started(BOB, { lossLimitPpb: 0 })], 'robot.loss.limit.invalid'],
    [
      'more than there is',
      () => [robots({ userMax: 2n * RICH }), started(BOB, { amount: RICH + 1n })],
      'balance.insufficient',
    ],
  ];
  test.each(REFUSED)('%s is refused', (_, make, code) => {
    const [scenario, step] = make();
    scenario.when(step).then(refused(code));
  });

  test('a stale index is refused', () => {
    const scenario = robots();
    scenario.exchange.now += 60_000;
    scenario.when(started(BOB)).then(refused('index.stale'));
  });

  test('an eleventh robot at once is refused', () => {
    const scenario = robots();
    for (let count = 0; count < 10; count++) scenario.given(started(BOB, { amount: 2_000_000n }));
    waited(scenario)
      .when(started(BOB, { amount: 2_000_000n }))
      .then(refused('robots.too.many'));
  });

  test('nobody of staff issues a key for themselves, and none is offered without an index', () => {
    const scenario = robots();
    scenario
      .when({ actor: `admin/${BOB}`, command: { type: 'IssueRobotKey', user: BOB, hash: KEY_HASH, reason: 'r' } })
      .then(refused('command.not.permitted'));
    scenario.when(robotTerms({ market: 'BTC-USDT' })).then(refused('index.symbol.unknown'));
  });
});

describe('a grid', () => {
  test('what it buys at a line it sells at the one above, and buys again: the first look, then each end of an order', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)));
    // 0.1 % of 100 lots is less than a lot: what is left of one waits.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 99']);
    waited(indexed(scenario, 1_050).given(by(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
    // Nobody offers any more, and the last price and the index are 1,050: two lines are at or below them again.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 103', 'buy 1050 95']);
    const [robot] = scenario.exchange.state.robots.running.values();
    // 99 lots for 1,050 less their fee, which 99 / 99.9 of the hundred had cost.
    const received = 99n * 1_050n * 100n;
    const cost = (10_000_000n * 99_000n + 99_900n - 1n) / 99_900n;
    expect(robot.counts).toMatchObject({ trades: 2, received, realised: received - received / 1_000n - cost });
  });

  test('all grid orders work, not only one of them (OctoBot#3611)', () => {
    const scenario = running();
    waited(scenario.given(asks(900, 316)));
    expect(grid(scenario)).toEqual(['sell 950 110', 'sell 1000 104', 'sell 1050 99']);
  });

  test('a sale whose line others’ bids have reached takes them, and the rest of it rests', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), by(CAROL, cancelAll(MARKET))));
    const own = bids(1_060, 10, BOB);
    // A bid of its user's takes the place of its sale: it waits, and does not try again and again.
    scenario.given({ ...own, command: { ...own.command, selfTrade: 'cancel_maker' } as never });
    waited(scenario);
    expect(grid(scenario)).not.toContain('sell 1050 99');
    scenario.given(bids(1_055, 40, ALICE), by(BOB, cancelAll(MARKET)));
    waited(indexed(scenario, 1_000), CYCLE_MS);
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 1_055, quantity: 40, taker: BOB });
    expect(grid(scenario)).toContain('sell 1050 59');
  });

  test('status of one order does not start the grid twice (binance-trading-bot#494)', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 30)));
    waited(scenario.given(asks(1_000, 30)));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 40']);
    expect(all(scenario, 'OrderPlaced').filter(({ robot }) => robot === 1)).toHaveLength(3);
  });

  test('partly filled then cancelled: at the end of the cycle what it bought is sold (binance-trading-bot#576)', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 60)));
    waited(indexed(scenario, 1_000), CYCLE_MS);
    expect(all(scenario, 'OrderCancelled')).toMatchObject([{ reason: 'robot', open: 40 }]);
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 59']);
    waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_050, 59)));
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 1_050, quantity: 59 });
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1, trades: 1, bought: 60_000n, feesBase: 60n }]);
  });

  test('sells what it really has, which fees have made less (binance-trading-bot#532)', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)));
    expect(has(scenario, 'ETH', 'frozen')).toBe(100_000n - 100n);
    expect(grid(scenario)).toContain('sell 1050 99');
  });

  test('its average cost outlives a restart (binance-trading-bot#541)', () => {
    const scenario = running();
    waited(scenario.given(asks(950, 205)));
    restarted(scenario);
    const [robot] = scenario.exchange.state.robots.running.values();
    expect(robot.cost).toBe(100n * 1_000n * 100n + 105n * 950n * 100n);
    waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_000, 104)));
    const sold = all(scenario, 'TradeExecuted').at(-1)!.quantity;
    expect(sold).toBe(104);
    expect(robot.counts.realised).toBeGreaterThan(0n);
  });

  test('keeps to the open orders that the market allows', () => {
    const scenario = running();
    const { exchange } = scenario;
    expect(grid(scenario)).toHaveLength(3);
    scenario.given(stopped(BOB));
    waited(scenario);
    scenario.given({
      actor: ADMIN,
      command: { type: 'ChangeMarketTerms', market: MARKET, openOrdersMax: 2, reason: 'r' },
    });
    waited(indexed(scenario, 1_000).given(started(BOB)));
    expect(grid(scenario)).toEqual(['buy 950 105', 'buy 1000 100']);
    expect(exchange.state.robots.running.size).toBe(1);
  });
});

describe('cycles', () => {
  test('last two and a half minutes each, and tell what they have brought', () => {
    const scenario = running();
    for (let cycle = 1; cycle <= 3; cycle++) waited(indexed(scenario, 1_000), CYCLE_MS);
    const ended = all(scenario, 'RobotCycleEnded');
    expect(ended.map(({ cycle }) => cycle)).toEqual([1, 2, 3]);
    expect(ended.every(({ dueAt, nextAt }, index) => index === 0 || (nextAt ?? 0) > dueAt)).toBe(true);
    expect(ended[0]).toMatchObject({ trades: 0, realised: 0n, quote: STAKE, base: 0n });
  });

  test('tell what all is worth by the index, while it is fresh', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)));
    scenario.exchange.now += CYCLE_MS - 5_000;
    waited(indexed(scenario, 990), 5_000);
    const [ended] = all(scenario, 'RobotCycleEnded');
    expect(ended).toMatchObject({ price: 990, value: STAKE - 10_000_000n + (99_900n * 990n) / 10n });
    waited(scenario, CYCLE_MS);
    expect(all(scenario, 'RobotCycleEnded')[1].price).toBeUndefined();
  });

  test('however long nobody was there, it was one cycle', () => {
    const scenario = running();
    waited(restarted(scenario), 7 * 86_400_000);
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }]);
  });
});

describe('the end', () => {
  test('by its user: cancels, sells the base within the band, and returns all that is left', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    scenario.given(stopped(BOB));
    waited(scenario);
    expectClean(scenario);
    const [ended] = all(scenario, 'RobotEnded');
    expect(ended).toMatchObject({ reason: 'requested', base: 900n });
    expect(has(scenario, 'USDT', 'available')).toBe(RICH - STAKE + ended.quote);
    expect(has(scenario, 'ETH', 'available')).toBe(RICH + 900n);
    expect(ended.entries.map(({ kind }) => kind)).toEqual(['robot_return', 'robot_return']);
  });

  test('what is above the stake is income', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)));
    waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
    scenario.given(stopped(BOB));
    waited(scenario);
    const [{ entries, quote: back }] = all(scenario, 'RobotEnded');
    expect(entries.filter(({ kind }) => kind === 'robot_income')).toMatchObject([{ amount: back - STAKE }]);
    expectClean(scenario);
  });

  test('stop with less than a lot returns it as it is (freqtrade#2877)', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 1)));
    scenario.given(stopped(BOB));
    waited(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ sells: 0 }]);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 999n }]);
    expectClean(scenario);
  });

  test('nobody who buys within the band: the base goes back', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(890, 500, ALICE)));
    scenario.given(stopped(BOB));
    waited(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 99_900n }]);
    expectClean(scenario);
  });

  test('while the index is stale nothing is bought, and the base goes back unsold', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)), CYCLE_MS);
    // What it bought is sold in part, and its lines at and above 1,000 wait.
    waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_050, 90), bids(980, 500, ALICE)));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 9']);
    waited(scenario.given(stopped(BOB)));
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ sells: 1 }]);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 9_900n }]);
    expectClean(scenario);
  });

  test('one that was started by the first rule ends by it: it looks at the book and the last price alone', () => {
    const scenario = robots().given(asks(1_090, 1));
    const { state } = scenario.exchange;
    const step = started(BOB);
    const [event] = decide(state, step.command, { actor: step.actor, at: state.at }) as EventOf<'RobotStarted'>[];
    told(scenario, [{ ...event, rule: undefined }]);
    waited(restarted(scenario));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100', 'buy 1050 95']);
    // All four lines are bought at, and then two others make the last price and the bid.
    scenario.given(by(ALICE, sell(900, 411, { market: MARKET, timeInForce: 'ioc' })));
    waited(scenario.given(asks(20, 1), bids(20, 1, ALICE), bids(19, 500, ALICE), stopped(BOB)));
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 19, quantity: 410 });
    expectClean(scenario);
  });

  test('at the loss: a unit above the limit it goes on, at it it stops and sells', () => {
    const make = (): Scenario => {
      const scenario = running();
      return waited(scenario.given(asks(900, 316), bids(800, 500, ALICE)));
    };
    // All of three steps is base; 80 % of the stake is 32,000,000.
    const has = (scenario: Scenario) => scenario.exchange.state.robots.running.get(1)!;
    const probe = has(make());
    const quoteHas = probe.steps.reduce((sum, { quote: one }) => sum + one, 0n);
    const baseHas = probe.steps.reduce((sum, { base }) => sum + base, 0n);
    const stop = Number(((32_000_000n - quoteHas) * 10n) / baseHas);
    const above = waited(indexed(make(), stop + 1));
    expect(all(above, 'RobotStopping')).toEqual([]);
    const at = waited(indexed(make(), stop));
    expect(all(at, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: stop, sells: 1 }]);
    expectClean(at);
    expect(all(at, 'RobotEnded')).toMatchObject([{ reason: 'loss' }]);
  });

  test('a loss that was reached stands, though the price comes back before the robot has its turn', () => {
    const scenario = running();
    waited(scenario.given(asks(900, 316), bids(800, 500, ALICE)));
    indexed(indexed(scenario, 500), 1_000);
    waited(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: 500 }]);
  });

  const BARRED: [what: string, step: () => Step, reason: string][] = [
    ['the market is closed', () => marketState('closed', MARKET), 'market_closed'],
    ['the market is under maintenance', () => marketState('maintenance', MARKET), 'maintenance'],
    ['a coin is under maintenance', () => assetState('ETH', { trading: 'maintenance' }), 'maintenance'],
    ['the account is frozen', () => accountFrozen(BOB), 'account_frozen'],
  ];
  test.each(BARRED)('%s: cancels and returns both, and sells nothing', (_, step, reason) => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    const trades = all(scenario, 'TradeExecuted').length;
    scenario.given(step());
    waited(scenario);
    expectClean(scenario);
    expect(all(scenario, 'TradeExecuted')).toHaveLength(trades);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ reason, base: 99_900n, quote: STAKE - 10_000_000n }]);
  });

  test('a market that closes between stop and sale: the base goes back', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(980, 500, ALICE)));
    scenario.given(stopped(BOB), marketState('closed', MARKET));
    waited(scenario);
    expectClean(scenario);
  });

  test('staff stop one with a reason; others do not', () => {
    const scenario = running();
    scenario.when(stopped(CAROL)).then(refused('robot.not.found'));
    scenario.given({ actor: ADMIN, command: { type: 'StopRobot', user: BOB, robot: 1, reason: 'review' } });
    waited(scenario);
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'staff', note: 'review' }]);
    scenario.when(stopped(BOB)).then(refused('robot.not.found'));
  });

  test.each([1, 2, 3, 4])(
    'a process that dies behind step %s of a cycle’s end or of its own end goes on from there',
    (steps) => {
      const make = () => {
        const scenario = running();
        waited(scenario.given(asks(1_000, 60), bids(980, 500, ALICE)));
        return scenario;
      };
      const later = make().exchange.now + CYCLE_MS;
      for (const step of [[], [stopped(BOB)]]) {
        const finish = (state: CoreState): string => {
          createStepper({ state, clock: () => later, onDraft: () => undefined }).settle('scheduled', Infinity);
          return stateHash(state);
        };
        const whole = make().given(...step).exchange.state;
        const { state } = make().given(...step).exchange;
        createStepper({ state, clock: () => later, onDraft: () => undefined }).settle('scheduled', steps);
        expect(finish(restoreState(canonicalLines(state)))).toBe(finish(whole));
      }
    },
  );
});

describe('a halt of its market', () => {
  const halt = marketState('cancel_only', MARKET);
  const opened = marketState('open', MARKET);

  test('leaves its orders where they are, and it places none until the market is open again; a cycle may end in it', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 50)));
    const orders = grid(scenario);
    waited(scenario.given(halt));
    expect(grid(scenario)).toEqual(orders);
    const placed = all(scenario, 'OrderPlaced').length;
    waited(nextLook(restarted(scenario), 1_000));
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }]);
    // What it bought in part waits for its sale.
    const rest = orders.filter((order) => !order.startsWith('buy 1000 '));
    expect([grid(scenario), rest.length]).toEqual([rest, orders.length - 1]);
    waited(nextLook(restarted(scenario), 1_000));
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }, { cycle: 2 }]);
    expect(all(scenario, 'OrderPlaced')).toHaveLength(placed);
    waited(scenario.given(opened));
    expect(grid(scenario)).toEqual([...rest, 'sell 1050 49']);
    expect(all(scenario, 'RobotStopping')).toEqual([]);
  });

  test('a loss that was reached in it stops the robot when the market is open again, also where the price is back', () => {
    const scenario = running();
    waited(scenario.given(asks(900, 316), bids(800, 500, ALICE), halt));
    waited(indexed(scenario, 500));
    waited(restarted(indexed(scenario, 1_000)));
    expect(all(scenario, 'RobotStopping')).toEqual([]);
    waited(scenario.given(opened));
    expect(all(scenario, 'RobotStopping')).toMatchObject([{ reason: 'loss', price: 500 }]);
    expectClean(scenario);
  });

  test.each<[string, () => Step, string]>([
    ['its user stops it', () => stopped(BOB), 'requested'],
    ['the market is closed', () => marketState('closed', MARKET), 'market_closed'],
    ['a coin goes into maintenance', () => assetState('ETH', { trading: 'maintenance' }), 'maintenance'],
    ['the account is frozen', () => accountFrozen(BOB), 'account_frozen'],
  ])('%s: it ends, and what it has goes back unsold', (_, step, reason) => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(980, 500, ALICE), halt));
    waited(scenario.given(step()));
    expectClean(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ reason, base: 99_900n, quote: STAKE - 10_000_000n }]);
  });
});

describe('orders by hand', () => {
  test('never trade with the robot’s: the one that comes is cancelled', () => {
    const scenario = running();
    const trades = all(scenario, 'TradeExecuted').length;
    const next = scenario.exchange.state.counters.order;
    scenario.when(asks(1_000, 10, BOB)).then(cancelled(next, 'self_trade'));
    expect(all(scenario, 'TradeExecuted')).toHaveLength(trades);
  });

  test('that cancel the robot’s order instead make it place it again', () => {
    const scenario = running();
    const step = asks(1_000, 10, BOB);
    scenario.given({ ...step, command: { ...step.command, selfTrade: 'cancel_maker' } as never });
    waited(scenario);
    // The offer stands at the line now: the purchase waits.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105']);
    scenario.given(by(BOB, cancelAll(MARKET)));
    waited(nextLook(scenario, 1_000));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100']);
  });

  test('a sale at the end does not meet its user’s own bid: what is left goes back', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), bids(980, 50, BOB)));
    scenario.given(stopped(BOB));
    waited(scenario);
    expect(all(scenario, 'RobotEnded')).toMatchObject([{ base: 99_900n }]);
  });

  test('neither amend nor cancel what is the robot’s, by the piece or all at once', () => {
    const scenario = running();
    const [first] = [...scenario.exchange.state.orders.values()].filter(({ stake }) => stake !== null);
    const market = MARKET;
    scenario.when(by(BOB, cancel(first.id))).then(refused('order.of.robot'));
    scenario.when(by(BOB, amend(first.id, { price: 800 }))).then(refused('order.of.robot'));
    scenario.when(by(BOB, quote({ market, cancels: [first.id] }))).then(refused('order.of.robot'));
    scenario.when(by(BOB, cancelAll(MARKET))).then(refused('order.not.found'));
    expect(grid(scenario)).toHaveLength(3);
  });

  test('while two robots of two users meet: what one sells the other may buy', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100), by(CAROL, cancelAll(MARKET)), asks(1_080, 1, ALICE)));
    expect(grid(scenario)).toContain('sell 1050 99');
    const carols = { lower: 860, upper: 1_060, lines: 3 };
    waited(indexed(scenario, 1_000).given(started(CAROL, carols)));
    expect(grid(scenario, CAROL)).toEqual(['buy 860 232', 'buy 960 208']);
    waited(scenario.given(asks(960, 20, ALICE)));
    for (const user of [BOB, CAROL]) scenario.given(stopped(user, user === BOB ? 1 : 2));
    waited(scenario);
    expectClean(scenario);
    expectClean(scenario, CAROL);
  });

  test('a robot’s sale that takes another robot’s bid moves from stake to stake', () => {
    const scenario = running();
    waited(scenario.given(asks(1_000, 100)));
    waited(indexed(scenario, 1_000).given(started(CAROL, { lower: 860, upper: 1_060, lines: 3 })));
    scenario.given(stopped(BOB));
    waited(scenario);
    const [sale] = all(scenario, 'TradeExecuted').filter(({ taker, maker }) => taker === BOB && maker === CAROL);
    expect(sale.entries.map(({ kind }) => kind)).toEqual([
      ...['robot_trade_base', 'robot_trade_quote', 'robot_fee', 'robot_fee'],
    ]);
    scenario.given(stopped(CAROL, 2), by(CAROL, cancelAll(MARKET)));
    waited(scenario);
    expectClean(scenario);
    expectClean(scenario, CAROL);
  });
});

test('what is set free goes to nobody: a sale by hand takes the robot’s bid, and the base stays with the stake', () => {
  const scenario = running();
  scenario.given(by(CAROL, marketSell(10, { market: MARKET })));
  expect(has(scenario, 'ETH', 'available')).toBe(RICH);
  expect(has(scenario, 'ETH', 'frozen')).toBe(9_990n);
});
