/** What the live view tells of robots: after every batch what the core has, folded or seeded by a snapshot. */
import { BOB, by, cancelAll, CAROL, type Scenario } from '../../../../test/tools/fixtures/core-fixture';
import {
  asks,
  bids,
  everythingOfRobots,
  MARKET,
  ROBOT_TERMS,
  robots,
  running,
  started,
  stopped,
  waited,
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
/** All that BOB is told of a scenario from the first robot on. */
function toldOf({ exchange: { batches } }: Scenario): RobotUpdate[] {
  const views = new LiveViews();
  const first = batches.findIndex(({ events }) => events.some(({ type }) => type === 'RobotStarted'));
  views.fold(batches.slice(0, first));
  views.robots.watch(BOB);
  views.fold(batches.slice(first));
  const updates = views.robots.updates.after(BOB, positionOf(batches[first - 1])) ?? [];
  return robotUpdate.array().parse(updates);
}

it('tells a robot from its beginning to its last word, with what every cycle brought', () => {
  const scenario = everythingOfRobots();
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

it('has what the core has after every fill', () => {
  const scenario = running();
  waited(scenario.given(asks(1_000, 130)));
  waited(scenario.given(by(CAROL, cancelAll(MARKET)), bids(1_050, 99)));
  const views = folded(scenario);
  const [told] = views.robots.ofUser(BOB);
  const robot = scenario.exchange.state.robots.running.get(1)!;
  const has = robot.steps.reduce((sum, { base }) => sum + base, 0n);
  expect(told).toMatchObject({ trades: robot.counts.trades, startedPosition: robot.startedBatch });
  expect(told.baseHeld).toBe(views.markets.amount('ETH', has));
  expect(told.cost).toBe(views.markets.amount('USDT', robot.cost));
});

it('says the same from a snapshot as from the beginning, and goes on from it', () => {
  const scenario = running();
  waited(scenario.given(started(CAROL), asks(1_000, 60)));
  const before = scenario.exchange.batches.length;
  const [one, other] = [folded(scenario), seeded(scenario)];
  scenario.given(asks(1_000, 70), bids(1_000, 100), stopped(BOB));
  waited(scenario);
  const { batches } = scenario.exchange;
  for (const views of [one, other]) views.fold(batches.slice(before));
  for (const user of [BOB, CAROL]) {
    expect(other.robots.snapshot(user)).toEqual(runningRobots.parse(one.robots.snapshot(user)));
    expect(other.robots.keyOf(user)).toEqual(one.robots.keyOf(user));
  }
  expect(one.robots.snapshot(CAROL).robots).toHaveLength(1);
  expect(other.robots.terms()).toEqual(one.robots.terms());
});

it('knows terms and keys, and only what is good of either', () => {
  const { robots: view } = folded(everythingOfRobots());
  expect(view.termsOf(MARKET)).toEqual(ROBOT_TERMS);
  expect(view.termsOf('BTC-USDT')).toBeUndefined();
  // It was taken back.
  expect(view.keyOf(BOB)).toBeUndefined();
  expect(view.keyOf(CAROL)).toMatchObject({ number: 2 });
  expect([...folded(robots().given(started(BOB))).robots.running()]).toMatchObject([{ user: BOB, market: MARKET }]);
});
