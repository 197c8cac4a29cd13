/** The live view of robots equals the core after every batch, folded or seeded by a snapshot. */
import { BOB, asUser, cancelAll, CAROL, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  asks,
  bids,
  allRobots,
  MARKET,
  ROBOT_TERMS,
  robots,
  runningRobot,
  startRobot,
  stopRobot,
  advance,
} from '../../../../test/tools/fixtures/robot-fixture';
import { robotUpdate, runningRobots, type RobotUpdate } from '../../../../shared/products/robot/wire';
import { positionOf } from '../../../core/event';
import { LiveViews } from '../../../views/live/live-views';

function folded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.fold(exchange.batches);
  return views;
}
function seeded({ exchange }: Scenario): LiveViews {
  const views = new LiveViews();
  views.seed(exchange.state);
  return views;
}
/** All updates for BOB from the first robot on. */
function toldOf({ exchange: { batches } }: Scenario): RobotUpdate[] {
  const views = new LiveViews();
  const first = batches.findIndex(({ events }) => events.some(({ type }) => type === 'RobotStarted'));
  views.fold(batches.slice(0, first));
  views.robots.watch(BOB);
  views.fold(batches.slice(first));
  const updates = views.robots.updates.after(BOB, positionOf(batches[first - 1])) ?? [];
  return robotUpdate.array().parse(updates);
}

it('follows a robot from start to end, with the result of every cycle', () => {
  const scenario = allRobots();
  const updates = toldOf(scenario);
  const told = updates.flatMap((update) => update.robots);
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['running', 'stopping', 'ended']));
  expect(told[0]).toMatchObject({ status: 'running', cycle: 1, trades: 0, cost: '0', returnedQuote: null });
  const last = told.at(-1);
  expect(last).toMatchObject({
    status: 'ended',
    reason: 'requested',
    quoteHeld: '0',
    baseHeld: '0',
    cycleEndsAt: null,
  });
  const ends = scenario.exchange.batches.flatMap(({ events }) =>
    events.filter(({ type }) => type === 'RobotCycleEnded'),
  );
  const cycles = updates.flatMap((update) => update.cycles);
  expect(cycles.map(({ cycle }) => cycle)).toEqual(ends.map((_, place) => place + 1));
  expect(cycles.reduce((trades, cycle) => trades + cycle.trades, 0)).toBe(last?.trades);
  expect(folded(scenario).robots.ofUser(BOB)).toEqual([]);
});

it('equals the core after every fill', () => {
  const scenario = runningRobot();
  advance(scenario.given(asks(1_000, 130)));
  advance(scenario.given(asUser(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
  const views = folded(scenario);
  const [told] = views.robots.ofUser(BOB);
  const robot = scenario.exchange.state.robots.running.get(1)!;
  const has = robot.steps.reduce((sum, { base }) => sum + base, 0n);
  expect(told).toMatchObject({ trades: robot.counts.trades, startedPosition: robot.startedBatch });
  expect(told.baseHeld).toBe(views.markets.amount('ETH', has));
  expect(told.cost).toBe(views.markets.amount('USDT', robot.cost));
});

it('equals the view folded from the start when seeded by a snapshot, also afterwards', () => {
  const scenario = runningRobot();
  advance(scenario.given(startRobot(CAROL), asks(1_000, 60)));
  const before = scenario.exchange.batches.length;
  const [one, other] = [folded(scenario), seeded(scenario)];
  scenario.given(asks(1_000, 70), bids(1_000, 100), stopRobot(BOB));
  advance(scenario);
  const { batches } = scenario.exchange;
  for (const views of [one, other]) views.fold(batches.slice(before));
  for (const user of [BOB, CAROL]) {
    expect(other.robots.snapshot(user)).toEqual(runningRobots.parse(one.robots.snapshot(user)));
    expect(other.robots.keyOf(user)).toEqual(one.robots.keyOf(user));
  }
  expect(one.robots.snapshot(CAROL).robots).toHaveLength(1);
  expect(other.robots.terms()).toEqual(one.robots.terms());
});

it('has terms and valid keys only', () => {
  const { robots: view } = folded(allRobots());
  expect(view.termsOf(MARKET)).toEqual(ROBOT_TERMS);
  expect(view.termsOf('BTC-USDT')).toBeUndefined();
  // The key was revoked.
  expect(view.keyOf(BOB)).toBeUndefined();
  expect(view.keyOf(CAROL)).toMatchObject({ number: 2 });
  expect([...folded(robots().given(startRobot(BOB))).robots.running()]).toMatchObject([{ user: BOB, market: MARKET }]);
});
