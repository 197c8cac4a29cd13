/** What a robot is told by what happens around it: fills and ends of its orders, the index, and what bars it from trading. */
import { costOfSold, stopPrice, stopValue } from '../../../../shared/products/robot/rules/result';
import { known } from '../../../core/folding';
import { baseOf, type Market } from '../../../core/market/market';
import type { Order, OrderSide, OrderStake } from '../../../core/market/order';
import { createRanked, rank, rankedThrough, unrank } from '../../../core/indexes/ranked';
import type { CoreState } from '../../../core/state';
import type { OrderPlaced, TradeExecuted } from '../../spot/core/events';
import { hasOf, indexMeasure, type Robot } from './state';

/** Where what an order trades comes from and goes to; null for all that no robot has placed. */
export function stakeOf(
  { robots }: Pick<CoreState, 'robots'>,
  { robot, step = 0 }: Pick<OrderPlaced, 'robot' | 'step'>,
): OrderStake | null {
  if (robot === undefined) return null;
  const { baseHold, quoteHold } = known(robots.running, robot);
  return { robot, step, baseHold, quoteHold };
}

export function noteOrderPlaced({ robots }: CoreState, order: number, { robot, step }: OrderStake): void {
  known(robots.running, robot).steps[step].order = order;
}

/** A buyer's fee is in base and leaves less of it; that of a seller is in quote. */
export function noteFill(
  state: CoreState,
  market: Market,
  stake: OrderStake,
  side: OrderSide,
  { quantity, notional }: TradeExecuted,
  fee: bigint,
): void {
  const robot = known(state.robots.running, stake.robot);
  countFill(robot, stake.step, side, { lots: baseOf(market, quantity), notional, fee });
  rankStop(state, robot);
}

/** Units: of base what changed hands, of quote what it came to. */
interface RobotFill {
  lots: bigint;
  notional: bigint;
  fee: bigint;
}

export function countFill(robot: Robot, of: number, side: OrderSide, { lots, notional, fee }: RobotFill): void {
  const step = robot.steps[of];
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
    const cost = costOfSold({ base: hasOf(robot).base, cost: robot.cost }, lots);
    step.base -= lots;
    step.quote += notional - fee;
    robot.cost -= cost;
    counts.sold += lots;
    counts.received += notional;
    counts.feesQuote += fee;
    counts.realised += notional - fee - cost;
  }
}

/** Its step is free for another one at once. */
export function noteOrderClosed(state: CoreState, { id }: Order, { robot: of, step }: OrderStake): void {
  const robot = known(state.robots.running, of);
  if (robot.steps[step].order === id) robot.steps[step].order = null;
  wake(state, robot, state.at);
}

/** The index of a robot's market: those whose loss it reaches stop. */
export function noteIndex(state: CoreState, symbol: string, price: number, at: number): void {
  const stops = state.robots.stops.get(symbol);
  if (stops === undefined) return;
  for (const { id } of rankedThrough(stops, -price, Infinity)) {
    const robot = known(state.robots.running, id);
    robot.reachedAt = price;
    unrank(stops, id);
    wake(state, robot, at);
  }
}

/** Those that may not trade any more end by themselves. All of this happens seldom. */
export function noteUserBarred(state: CoreState, user: number, at: number): void {
  wakeAll(state, state.robots.byUser.get(user), at);
}
export function noteMarketBarred(state: CoreState, market: string, at: number): void {
  wakeAll(state, state.robots.byMarket.get(market), at);
}
export function noteCoinBarred(state: CoreState, asset: string, at: number): void {
  for (const [market, robots] of state.robots.byMarket) {
    const { base, quote } = known(state.markets, market).terms;
    if (base === asset || quote === asset) wakeAll(state, robots, at);
  }
}

function wakeAll(state: CoreState, robots: Iterable<Robot> | undefined, at: number): void {
  for (const robot of robots ?? []) wake(state, robot, at);
}

/** It has something to do by then, if not before. */
function wake(state: CoreState, robot: Robot, at: number): void {
  if (at < robot.nextAt) setNext(state, robot, at);
}

export function setNext({ robots }: Pick<CoreState, 'robots'>, robot: Robot, at: number): void {
  robot.nextAt = at;
  rank(robots.due, robot.id, at);
}

/** At which price of the index it stops, by what it has now. One that stops already waits for none. */
export function rankStop(state: Pick<CoreState, 'robots' | 'index' | 'assets' | 'markets'>, robot: Robot): void {
  const { robots, index, assets, markets } = state;
  const { id, market, amount, lossLimitPpb, phase, reachedAt } = robot;
  const ranked = robots.stops.get(market) ?? createRanked();
  robots.stops.set(market, ranked);
  if (phase !== 'running' || reachedAt !== null) return unrank(ranked, id);
  const { base, quote } = known(markets, market).terms;
  const { decimals } = known(index.symbols, market).terms;
  const measure = indexMeasure(decimals, known(assets, base).scale, known(assets, quote).scale);
  const has = hasOf(robot);
  rank(ranked, id, -stopPrice(has.quote, has, stopValue(amount, lossLimitPpb), measure));
}
