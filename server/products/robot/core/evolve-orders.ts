/** Notes events that concern robots: fills and ends of their orders, index prices, and restrictions on trading. */
import { costOfSold, stopPrice, stopValue } from '../../../../shared/products/robot/rules/result';
import { getOrThrow } from '../../../core/evolve-helpers';
import { baseOf, type Market } from '../../../core/market/market';
import type { Order, OrderSide, OrderStake } from '../../../core/market/order';
import { createRanked, rank, rankedUpTo, unrank } from '../../../core/indexes/ranked-ids';
import type { CoreState } from '../../../core/state';
import type { OrderPlaced, TradeExecuted } from '../../spot/core/events';
import { fundsOf, indexMeasure, type Robot } from './state';

/** Stake that pays for an order and receives its trades; null for orders that no robot has placed. */
export function stakeOf(
  { robots }: Pick<CoreState, 'robots'>,
  { robot, step = 0 }: Pick<OrderPlaced, 'robot' | 'step'>,
): OrderStake | null {
  if (robot === undefined) return null;
  const { baseHold, quoteHold } = getOrThrow(robots.running, robot);
  return { robot, step, baseHold, quoteHold };
}

export function noteOrderPlaced({ robots }: CoreState, order: number, { robot, step }: OrderStake): void {
  getOrThrow(robots.running, robot).steps[step].order = order;
}

/** A buyer's fee is in base and reduces it; a seller's is in quote. */
export function applyFill(
  state: CoreState,
  market: Market,
  stake: OrderStake,
  side: OrderSide,
  { quantity, notional }: Pick<TradeExecuted, 'quantity' | 'notional'>,
  fee: bigint,
): void {
  const robot = getOrThrow(state.robots.running, stake.robot);
  addFillToCounts(robot, stake.step, side, { lots: baseOf(market, quantity), notional, fee });
  updateStopRank(state, robot);
}

/** Traded base, and its value in quote, in units. */
interface RobotFill {
  lots: bigint;
  notional: bigint;
  fee: bigint;
}

export function addFillToCounts(
  robot: Robot,
  stepIndex: number,
  side: OrderSide,
  { lots, notional, fee }: RobotFill,
): void {
  const step = robot.steps[stepIndex];
  const { counts } = robot;
  counts.trades++;
  if (side === 'buy') {
    step.quote -= notional;
    step.base += lots - fee;
    robot.cost += notional;
    counts.bought += lots;
    counts.paid += notional;
    counts.feesBase += fee;
  } else {
    const cost = costOfSold({ base: fundsOf(robot).base, cost: robot.cost }, lots);
    step.base -= lots;
    step.quote += notional - fee;
    robot.cost -= cost;
    counts.sold += lots;
    counts.received += notional;
    counts.feesQuote += fee;
    counts.realised += notional - fee - cost;
  }
}

/** Its step can get another order at once. */
export function noteOrderClosed(state: CoreState, { id }: Order, { robot: robotId, step }: OrderStake): void {
  const robot = getOrThrow(state.robots.running, robotId);
  if (robot.steps[step].order === id) robot.steps[step].order = null;
  wake(state, robot, state.at);
}

/** Index of a robot's market: robots that reach their loss limit stop. */
export function noteIndex(state: CoreState, symbol: string, price: number, at: number): void {
  const stops = state.robots.stops.get(symbol);
  if (stops === undefined) return;
  for (const { id } of rankedUpTo(stops, -price, Infinity)) {
    const robot = getOrThrow(state.robots.running, id);
    robot.reachedAt = price;
    unrank(stops, id);
    wake(state, robot, at);
  }
}

/** Those that may not trade any more end by themselves. All of this happens seldom. */
export function wakeRobotsOfUser(state: CoreState, user: number, at: number): void {
  wakeAll(state, state.robots.byUser.get(user), at);
}
export function wakeRobotsOfMarket(state: CoreState, market: string, at: number): void {
  wakeAll(state, state.robots.byMarket.get(market), at);
}
export function wakeRobotsOfCoin(state: CoreState, asset: string, at: number): void {
  for (const [market, robots] of state.robots.byMarket) {
    const { base, quote } = getOrThrow(state.markets, market).terms;
    if (base === asset || quote === asset) wakeAll(state, robots, at);
  }
}

function wakeAll(state: CoreState, robots: Iterable<Robot> | undefined, at: number): void {
  for (const robot of robots ?? []) wake(state, robot, at);
}

/** Makes the robot due at this time, unless it is due earlier. */
function wake(state: CoreState, robot: Robot, at: number): void {
  if (at < robot.nextAt) setNextRun(state, robot, at);
}

export function setNextRun({ robots }: Pick<CoreState, 'robots'>, robot: Robot, at: number): void {
  robot.nextAt = at;
  rank(robots.due, robot.id, at);
}

/** Ranks the index price at which the robot stops, by its present funds. A robot that is stopping has no rank. */
export function updateStopRank(state: Pick<CoreState, 'robots' | 'index' | 'assets' | 'markets'>, robot: Robot): void {
  const { robots, index, assets, markets } = state;
  const { id, market, amount, lossLimitPpb, phase, reachedAt } = robot;
  const ranked = robots.stops.get(market) ?? createRanked();
  robots.stops.set(market, ranked);
  if (phase !== 'running' || reachedAt !== null) return unrank(ranked, id);
  const { base, quote } = getOrThrow(markets, market).terms;
  const { decimals } = getOrThrow(index.symbols, market).terms;
  const measure = indexMeasure(decimals, getOrThrow(assets, base).scale, getOrThrow(assets, quote).scale);
  const has = fundsOf(robot);
  rank(ranked, id, -stopPrice(has.quote, has, stopValue(amount, lossLimitPpb), measure));
}
