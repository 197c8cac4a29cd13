/** The quantitative robot: a grid of orders from its own stake, in cycles, until it is stopped or stops itself. */
import type { RejectionCode } from '../../../shared/rules/codes';
import { CYCLE_MS } from '../../../shared/products/robot/rules/grid';
import {
  ADMIN,
  BOB,
  CAROL,
  ALICE,
  RICH,
  accountFrozen,
  asUser,
  cancelAll,
  marketState,
  refused,
  restoredFromSnapshot,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  KEY_HASH,
  MARKET,
  STAKE,
  asks,
  bids,
  publishIndex,
  issueKey,
  robotTerms,
  robots,
  runningRobot,
  startRobot,
  stopRobot,
  advance,
} from '../../tools/fixtures/robot-fixture';
import { all, has, grid, nextLook } from './robots-fixture';

describe('a start', () => {
  test('sets the stake apart; the first look rests a purchase at every line below the best ask', () => {
    const scenario = runningRobot();
    expect(has(scenario, 'USDT', 'available')).toBe(RICH - STAKE);
    expect(has(scenario, 'USDT', 'frozen')).toBe(STAKE);
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100']);
    const [placed] = scenario.exchange.batches.filter(({ command }) => command.type === 'RunRobot');
    expect(placed.actor).toBe(`robot/${BOB}`);
  });

  test('a line above the price waits until the price is above it', () => {
    const scenario = runningRobot();
    scenario.given(asUser(CAROL, cancelAll(MARKET)), asks(1_060, 5));
    advance(nextLook(scenario, 1_055));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 100', 'buy 1050 95']);
  });

  const REFUSED: [what: string, step: () => [Scenario, Step], code: RejectionCode][] = [
    ['a wrong secret key', () => [robots(), startRobot(BOB, { keyHash: 'cd'.repeat(32) })], 'secret.key.wrong'],
    ['no secret key', () => [robots(), startRobot(ALICE)], 'secret.key.wrong'],
    [
      'a key that was replaced',
      () => [robots().given(issueKey(BOB, 'cd'.repeat(32))), startRobot(BOB)],
      'secret.key.wrong',
    ],
    [
      'a key that was taken back',
      () => [
        robots().given({ actor: ADMIN, command: { type: 'RevokeRobotKey', user: BOB, reason: 'r' } }),
        startRobot(BOB),
      ],
      'secret.key.wrong',
    ],
    ['a market without robots', () => [robots(), startRobot(BOB, { market: 'BTC-USDT' })], 'robot.unknown'],
    ['a market where none is offered any more', () => [robots({ state: 'closed' }), startRobot(BOB)], 'robot.closed'],
    [
      'a market that is closed',
      () => [robots().given(marketState('closed', MARKET)), startRobot(BOB)],
      'coin.not.open',
    ],
    ['an account that is frozen', () => [robots().given(accountFrozen(BOB)), startRobot(BOB)], 'account.frozen'],
    ['a grid upside down', () => [robots(), startRobot(BOB, { lower: 1_100, upper: 900 })], 'robot.grid.invalid'],
    [
      'steps that fees eat up',
      () => [robots(), startRobot(BOB, { lower: 998, upper: 1_002 })],
      'robot.grid.too.narrow',
    ],
    ['less than the least', () => [robots(), startRobot(BOB, { amount: 999_999n })], 'robot.amount.minimum'],
    ['more than one user may', () => [robots({ userMax: STAKE - 1n }), startRobot(BOB)], 'robot.cap.user'],
    [
      'more than one user may in all',
      () => [advance(robots({ userMax: 2n * STAKE - 1n }).given(startRobot(BOB))), startRobot(BOB)],
      'robot.cap.user',
    ],
    ['no loss limit', () => [robots(), startRobot(BOB, { lossLimitPpb: 0 })], 'robot.loss.limit.invalid'],
    [
      'more than there is',
      () => [robots({ userMax: 2n * RICH }), startRobot(BOB, { amount: RICH + 1n })],
      'balance.insufficient',
    ],
  ];
  test.each(REFUSED)('refuses %s', (_, make, code) => {
    const [scenario, step] = make();
    scenario.when(step).then(refused(code));
  });

  test('refuses a stale index', () => {
    const scenario = robots();
    scenario.exchange.now += 60_000;
    scenario.when(startRobot(BOB)).then(refused('index.stale'));
  });

  test('refuses an eleventh robot at once', () => {
    const scenario = robots();
    for (let count = 0; count < 10; count++) scenario.given(startRobot(BOB, { amount: 2_000_000n }));
    advance(scenario)
      .when(startRobot(BOB, { amount: 2_000_000n }))
      .then(refused('robots.too.many'));
  });

  test('staff issue no key for themselves, and robots need an index', () => {
    const scenario = robots();
    scenario
      .when({ actor: `admin/${BOB}`, command: { type: 'IssueRobotKey', user: BOB, hash: KEY_HASH, reason: 'r' } })
      .then(refused('command.not.permitted'));
    scenario.when(robotTerms({ market: 'BTC-USDT' })).then(refused('index.symbol.unknown'));
  });
});

describe('a grid', () => {
  test('sells at the line above each purchase and buys again, at the first look and at each end of an order', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)));
    // 0.1 % of 100 lots is less than a lot: the rest of one lot waits.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 99']);
    advance(publishIndex(scenario, 1_050).given(asUser(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
    // No asks remain, and the last price and the index are 1,050: two lines are at or below it again.
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 103', 'buy 1050 95']);
    const [robot] = scenario.exchange.state.robots.running.values();
    // 99 lots at 1,050 less their fee, against 99 / 99.9 of the cost of the hundred.
    const received = 99n * 1_050n * 100n;
    const cost = (10_000_000n * 99_000n + 99_900n - 1n) / 99_900n;
    expect(robot.counts).toMatchObject({ trades: 2, received, realised: received - received / 1_000n - cost });
  });

  test('all grid orders work, not only one of them (OctoBot#3611)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(900, 316)));
    expect(grid(scenario)).toEqual(['sell 950 110', 'sell 1000 104', 'sell 1050 99']);
  });

  test('a sale whose line is reached by bids takes them, and its rest rests', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100), asUser(CAROL, cancelAll(MARKET))));
    const own = bids(1_060, 10, BOB);
    // A bid of the same user cancels the sale, which then waits without retrying.
    scenario.given({ ...own, command: { ...own.command, selfTrade: 'cancel_maker' } as never });
    advance(scenario);
    expect(grid(scenario)).not.toContain('sell 1050 99');
    scenario.given(bids(1_055, 40, ALICE), asUser(BOB, cancelAll(MARKET)));
    advance(publishIndex(scenario, 1_000), CYCLE_MS);
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 1_055, quantity: 40, taker: BOB });
    expect(grid(scenario)).toContain('sell 1050 59');
  });

  test('status of one order does not start the grid twice (binance-trading-bot#494)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 30)));
    advance(scenario.given(asks(1_000, 30)));
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'buy 1000 40']);
    expect(all(scenario, 'OrderPlaced').filter(({ robot }) => robot === 1)).toHaveLength(3);
  });

  test('partly filled then cancelled: the purchase is sold at the end of the cycle (binance-trading-bot#576)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 60)));
    advance(publishIndex(scenario, 1_000), CYCLE_MS);
    expect(all(scenario, 'OrderCancelled')).toMatchObject([{ reason: 'robot', open: 40 }]);
    expect(grid(scenario)).toEqual(['buy 900 111', 'buy 950 105', 'sell 1050 59']);
    advance(scenario.given(asUser(CAROL, cancelAll(MARKET)), bids(1_050, 59)));
    expect(all(scenario, 'TradeExecuted').at(-1)).toMatchObject({ price: 1_050, quantity: 59 });
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1, trades: 1, bought: 60_000n, feesBase: 60n }]);
  });

  test('sells the quantity after fees (binance-trading-bot#532)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)));
    expect(has(scenario, 'ETH', 'frozen')).toBe(100_000n - 100n);
    expect(grid(scenario)).toContain('sell 1050 99');
  });

  test('keeps its average cost over a restart (binance-trading-bot#541)', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(950, 205)));
    restoredFromSnapshot(scenario);
    const [robot] = scenario.exchange.state.robots.running.values();
    expect(robot.cost).toBe(100n * 1_000n * 100n + 105n * 950n * 100n);
    advance(scenario.given(asUser(CAROL, cancelAll(MARKET)), bids(1_000, 104)));
    const sold = all(scenario, 'TradeExecuted').at(-1)!.quantity;
    expect(sold).toBe(104);
    expect(robot.counts.realised).toBeGreaterThan(0n);
  });

  test('respects the maximum of open orders in the market', () => {
    const scenario = runningRobot();
    const { exchange } = scenario;
    expect(grid(scenario)).toHaveLength(3);
    scenario.given(stopRobot(BOB));
    advance(scenario);
    scenario.given({
      actor: ADMIN,
      command: { type: 'ChangeMarketTerms', market: MARKET, openOrdersMax: 2, reason: 'r' },
    });
    advance(publishIndex(scenario, 1_000).given(startRobot(BOB)));
    expect(grid(scenario)).toEqual(['buy 950 105', 'buy 1000 100']);
    expect(exchange.state.robots.running.size).toBe(1);
  });
});

describe('cycles', () => {
  test('last two and a half minutes each and report their results', () => {
    const scenario = runningRobot();
    for (let cycle = 1; cycle <= 3; cycle++) advance(publishIndex(scenario, 1_000), CYCLE_MS);
    const ended = all(scenario, 'RobotCycleEnded');
    expect(ended.map(({ cycle }) => cycle)).toEqual([1, 2, 3]);
    expect(ended.every(({ dueAt, nextAt }, index) => index === 0 || (nextAt ?? 0) > dueAt)).toBe(true);
    expect(ended[0]).toMatchObject({ trades: 0, realised: 0n, quote: STAKE, base: 0n });
  });

  test('report the value by the index while it is fresh', () => {
    const scenario = runningRobot();
    advance(scenario.given(asks(1_000, 100)));
    scenario.exchange.now += CYCLE_MS - 5_000;
    advance(publishIndex(scenario, 990), 5_000);
    const [ended] = all(scenario, 'RobotCycleEnded');
    expect(ended).toMatchObject({ price: 990, value: STAKE - 10_000_000n + (99_900n * 990n) / 10n });
    advance(scenario, CYCLE_MS);
    expect(all(scenario, 'RobotCycleEnded')[1].price).toBeUndefined();
  });

  test('a downtime of any length counts as one cycle', () => {
    const scenario = runningRobot();
    advance(restoredFromSnapshot(scenario), 7 * 86_400_000);
    expect(all(scenario, 'RobotCycleEnded')).toMatchObject([{ cycle: 1 }]);
  });
});
