/** Applies the events of robots to the state. */
import { stepAmounts } from '../../../../shared/products/robot/rules/grid';
import { positionOf, type Batch } from '../../../core/event';
import { getOrThrow, noteHighestUser, postEntries } from '../../../core/evolve-helpers';
import { unrank } from '../../../core/indexes/ranked-ids';
import { invariant } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type {
  RobotCycleEnded,
  RobotEnded,
  RobotKeyIssued,
  RobotKeyRevoked,
  RobotSold,
  RobotStarted,
  RobotStepped,
  RobotStopping,
  RobotTermsSet,
} from './events';
import { updateStopRank, setNextRun } from './evolve-orders';
import { addCounts, fundsOf, noCounts, type Robot } from './state';

type Part = Pick<CoreState, 'robots'>;

export function setTerms({ robots }: Part, { type: _, reason: __, ...terms }: RobotTermsSet): void {
  robots.terms.set(terms.market, terms);
}

export function issueKey(state: CoreState, event: RobotKeyIssued, batch: Batch): void {
  noteHighestUser(state, event.by);
  noteKey(state, event, batch);
}

export function noteKey({ robots }: Part, { user, key, hash, by }: RobotKeyIssued, { at: issuedAt }: Batch): void {
  robots.keys.set(user, { number: key, hash, by, issuedAt });
  robots.nextKey = key + 1;
}

export function revokeKey({ robots }: Part, { user }: RobotKeyRevoked): void {
  robots.keys.delete(user);
}

export function start(state: CoreState, event: RobotStarted, batch: Batch): void {
  postEntries(state, event.entries);
  state.counters.hold = Math.max(state.counters.hold, event.baseHold + 1);
  noteRunning(state, noteStarted(state, event, batch));
}

/** The initial robot. */
export function noteStarted({ robots }: Part, event: RobotStarted, batch: Batch): Robot {
  const { at } = batch;
  const {
    robot: id,
    user,
    market,
    amount,
    lower,
    upper,
    lines,
    lossLimitPpb,
    quoteHold,
    baseHold,
    cycleEndsAt,
    rule = 1,
  } = event;
  const robot: Robot = {
    ...{ id, user, market, amount, lower, upper, lines, lossLimitPpb, quoteHold, baseHold, cycleEndsAt, rule },
    ...{ startedAt: at, startedBatch: positionOf(batch), cycle: 1, nextAt: at },
    ...{ phase: 'running', reason: null, reachedAt: null, cost: 0n },
    steps: stepAmounts(amount, lines).map((quote) => ({ quote, base: 0n, order: null })),
    counts: noCounts(),
    before: noCounts(),
  };
  robots.next = id + 1;
  robots.running.set(id, robot);
  return robot;
}

/** Updates derived data for a robot, after its start and after loading a snapshot. */
export function noteRunning(state: CoreState, robot: Robot): void {
  const { byUser, byMarket } = state.robots;
  addTo(byUser, robot.user, robot);
  addTo(byMarket, robot.market, robot);
  setNextRun(state, robot, robot.nextAt);
  updateStopRank(state, robot);
}

function addTo<Key>(groups: Map<Key, Set<Robot>>, key: Key, robot: Robot): void {
  const group = groups.get(key);
  if (group) group.add(robot);
  else groups.set(key, new Set([robot]));
}

function removeFrom<Key>(groups: Map<Key, Set<Robot>>, key: Key, robot: Robot): void {
  const group = getOrThrow(groups, key);
  group.delete(robot);
  if (group.size === 0) groups.delete(key);
}

export function step(state: CoreState, { robot, nextAt }: RobotStepped): void {
  setNextRun(state, getOrThrow(state.robots.running, robot), nextAt);
}

/** The robot checks its grid at once, since cancelled purchases leave steps without orders. */
export function endCycle(state: CoreState, event: RobotCycleEnded, { at }: Batch): void {
  const robot = noteCycle(state, event);
  if (event.nextAt !== undefined) setNextRun(state, robot, at);
}

export function noteCycle({ robots }: Part, { robot: id, nextAt }: RobotCycleEnded): Robot {
  const robot = getOrThrow(robots.running, id);
  robot.before = addCounts(robot.before, robot.counts);
  robot.counts = noCounts();
  if (nextAt !== undefined) {
    robot.cycle++;
    robot.cycleEndsAt = nextAt;
  }
  return robot;
}

/** Later events cancel its orders: the released holds are back in its stake when it sells. */
export function stop(state: CoreState, event: RobotStopping, { at }: Batch): void {
  const robot = noteStop(state, event);
  updateStopRank(state, robot);
  setNextRun(state, robot, at);
}

export function noteStop({ robots }: Part, { robot: id, reason, sells }: RobotStopping): Robot {
  const robot = getOrThrow(robots.running, id);
  robot.phase = sells === 1 ? 'selling' : 'returning';
  robot.reason = reason;
  // One sale for all of them.
  const has = fundsOf(robot);
  robot.steps = robot.steps.map(({ order }, step) => ({ ...(step === 0 ? has : { quote: 0n, base: 0n }), order }));
  return robot;
}

export function sell(state: CoreState, { robot: id, goesOn }: RobotSold, { at }: Batch): void {
  const robot = getOrThrow(state.robots.running, id);
  robot.phase = goesOn === 1 ? 'selling' : 'returning';
  setNextRun(state, robot, at);
}

export function end(state: CoreState, event: RobotEnded): void {
  const { robots, holds } = state;
  const robot = getOrThrow(robots.running, event.robot);
  postEntries(state, event.entries);
  const isEmpty = !holds.has(robot.quoteHold) && !holds.has(robot.baseHold);
  invariant(isEmpty, `robot ${robot.id} leaves nothing held`);
  invariant(
    robot.steps.every(({ order }) => order === null),
    `robot ${robot.id} leaves no order`,
  );
  const { quote, base } = fundsOf(robot);
  invariant(quote === event.quote && base === event.base, `robot ${robot.id} gives back what it has`);
  robots.running.delete(robot.id);
  removeFrom(robots.byUser, robot.user, robot);
  removeFrom(robots.byMarket, robot.market, robot);
  unrank(robots.due, robot.id);
}
