/**
 * A robot's due work: it stops, ends a cycle, or places the orders of its grid. Each runs in a separate batch, so that none depends on
 * changes of the book by another.
 */
import { CYCLE_MS, gridPrices, gridOrderOf } from '../../../../shared/products/robot/rules/grid';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { getOrThrow } from '../../../core/evolve-helpers';
import { bestTicks } from '../../../core/market/book';
import type { SpotMarketView } from '../../../core/market/listing';
import { latestPrice } from '../../../core/market/market';
import { DEFAULT_SELF_TRADE } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { canRest, cancelReasonOf, type TakeRequest } from '../../../core/market/book-walk';
import type { DueWork } from '../../../core/product';
import { firstRanked } from '../../../core/indexes/ranked-ids';
import { orderCancelledEvent, cancelOpenOrder } from '../../spot/core/cancel';
import { limitHold } from '../../spot/core/place';
import { planTaking, pushFills } from '../../spot/core/take';
import type { CoreView } from '../../../core/state';
import type { RunRobot } from './commands';
import { robotOrderPlaced, stakeOfStep, type RobotOrder } from './place';
import { gridMarket } from './state';
import {
  forcedStopReason,
  cycleEndedEvent,
  endEvents,
  indexTicks,
  isHalted,
  marketOf,
  sellEvents,
  stopEvents,
  type RobotView,
} from './stop';

export function decideRunRobot(view: CoreView, { robot: id }: RunRobot, { at }: Context): Decision {
  const robot = getOrThrow(view.robots.running, id);
  switch (robot.phase) {
    case 'running':
      return running(view, robot, at);
    case 'selling':
      return sellEvents(view, robot, at);
    case 'returning':
      return endEvents(view, robot, at);
  }
}

/** Should what it would do not be one batch: it trades no more, and what it has goes back step by step. */
export function fallbackRunRobot(view: CoreView, { robot: id }: RunRobot): CoreEvent[] {
  const robot = getOrThrow(view.robots.running, id);
  if (robot.phase === 'running') return stopEvents(view, robot, 'market_closed');
  return robot.phase === 'selling'
    ? [{ type: 'RobotSold', robot: id, user: robot.user, goesOn: 0 }]
    : endEvents(view, robot, view.at);
}

function running(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const barred = forcedStopReason(view, robot);
  if (barred) return stopEvents(view, robot, barred);
  const isPaused = isHalted(view, robot.market);
  if (robot.reachedAt !== null && !isPaused) return stopEvents(view, robot, 'loss');
  if (at >= robot.cycleEndsAt) return nextCycle(view, robot, at);
  return isPaused ? [pauseEvent(robot)] : stepEvents(view, robot, at);
}

/** Until its market opens again, which wakes it, or its cycle ends. */
function pauseEvent({ id, user, cycleEndsAt }: RobotView): CoreEvent {
  return { type: 'RobotStepped', robot: id, user, nextAt: cycleEndsAt };
}

/**
 * An outage counts as one cycle, because nothing was traded meanwhile. Partly filled purchases end, so that their base
 * is sold.
 */
function nextCycle(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const market = marketOf(view, robot.market);
  const events: CoreEvent[] = [cycleEndedEvent(view, robot, at, robot.cycleEndsAt, at + CYCLE_MS)];
  for (const { order: id } of robot.steps) {
    const order = id === null ? undefined : getOrThrow(view.orders, id);
    if (order?.side !== 'buy' || order.filledQuantity === 0) continue;
    events.push(cancelOpenOrder(view.ledger, order, market, 'robot'));
  }
  return events;
}

/**
 * Places orders for steps without one. Purchases rest below the best offer, never at it, and not above the index: a
 * line above the price waits until the price is above it. A sale whose line the bids have reached takes at once, one
 * per batch.
 */
function stepEvents(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const market = marketOf(view, robot.market);
  const gridOrders = stepOrders(robot, market, at);
  const { id, user } = robot;
  const takingEvents = takeEvents(view, robot, market, gridOrders, at);
  if (takingEvents) return [{ type: 'RobotStepped', robot: id, user, nextAt: at }, ...takingEvents];
  const resting = restingOrders(view, robot, market, gridOrders, at);
  const { order, hold } = view.counters;
  return [
    { type: 'RobotStepped', robot: id, user, nextAt: robot.cycleEndsAt },
    ...resting.map((gridOrder, index) => {
      const counters = { order: order + index, hold: hold + index };
      return robotOrderPlaced(view, market, robot, gridOrder, 'rests', heldBy(market, gridOrder), at, counters);
    }),
  ];
}

type StepOrder = RobotOrder & { price: number };

function stepOrders(robot: RobotView, market: SpotMarketView, at: number): StepOrder[] {
  const lines = gridPrices(robot);
  const limits = gridMarket(market, termsAt(market, at));
  return robot.steps.flatMap((has, step): StepOrder[] => {
    const gridOrder = has.order === null ? gridOrderOf(has, lines[step], lines[step + 1], limits) : null;
    return gridOrder
      ? [{ ...gridOrder, step, kind: 'limit', timeInForce: gridOrder.side === 'buy' ? 'post_only' : 'gtc' }]
      : [];
  });
}

/** The lowest sale that the bids reach, if they are others' bids. */
function takeEvents(
  view: CoreView,
  robot: RobotView,
  market: SpotMarketView,
  gridOrders: readonly StepOrder[],
  at: number,
): CoreEvent[] | null {
  const bid = bestTicks(market.book, 'buy');
  const gridOrder = gridOrders.find(({ side, price }) => side === 'sell' && price <= bid);
  if (!gridOrder) return null;
  const { step, price, quantity: lots } = gridOrder;
  const { user } = robot;
  const order = view.counters.order;
  const takeRequest: TakeRequest = {
    ...{ order, user, side: 'sell', terms: DEFAULT_SELF_TRADE, worstPrice: price, lots, budget: null, at },
  };
  const plan = planTaking(view, market, takeRequest);
  if (plan.filledLots === 0) return null;
  const { stopped, remainingLots } = plan;
  const stake = stakeOfStep(robot, step);
  const heldAmount = heldBy(market, gridOrder);
  const hold = { id: view.counters.hold, heldAmount, heldPrice: 0, stake };
  const events: CoreEvent[] = [robotOrderPlaced(view, market, robot, gridOrder, 'takes', heldAmount, at)];
  const remainingHold = pushFills(view, market, takeRequest, hold, plan, events);
  if (remainingLots === 0) return events;
  if (canRest(stopped)) {
    const rests = { order, user, market: robot.market, side: 'sell', price, quantity: remainingLots } as const;
    return [...events, { type: 'OrderRested', ...rests }];
  }
  const rest = { id: order, user, side: 'sell', price, stake } as const;
  const reason = cancelReasonOf(stopped, 'limit');
  return [...events, orderCancelledEvent(view.ledger, rest, market, remainingLots, false, reason, hold, remainingHold)];
}

/** As many as the market's limit leaves room for: sales first, then purchases from the highest line down. */
function restingOrders(
  view: CoreView,
  { user, market: name, rule }: RobotView,
  market: SpotMarketView,
  gridOrders: readonly StepOrder[],
  at: number,
): StepOrder[] {
  const { openOrdersMax } = termsAt(market, at);
  const bid = bestTicks(market.book, 'buy');
  const sales = gridOrders.filter(({ side, price }) => side === 'sell' && price > bid);
  const offer = sales.reduce((lowestPrice, { price }) => Math.min(lowestPrice, price), buyPriceCeiling(market, at));
  // An offer and a last price are what anybody may make; where the index is not known nothing is bought.
  const max = rule === 1 ? Infinity : (indexTicks(view, market, at) ?? 0);
  const purchases = gridOrders.filter(({ side, price }) => side === 'buy' && price < offer && price <= max).reverse();
  const remainingSlots = openOrdersMax - (view.members.get(user)?.openOrders.get(name)?.size ?? 0);
  return [...sales, ...purchases].slice(0, Math.max(0, remainingSlots));
}

/** Price below which purchases rest: the best offer, or without offers a tick above the last price. */
function buyPriceCeiling(market: SpotMarketView, at: number): number {
  const ask = bestTicks(market.book, 'sell');
  return ask === 0 ? latestPrice(market, at) + 1 : ask;
}

function heldBy(market: SpotMarketView, { side, price, quantity }: StepOrder): bigint {
  return limitHold(market, side, price, quantity);
}

/** Runs between commands, since no command waits for a robot. The robot itself sends it. */
export const robotDueWork: readonly DueWork[] = [
  {
    kind: 'robots',
    urgency: 'scheduled',
    place: 150,
    next({ robots }) {
      const first = firstRanked(robots.due);
      if (!first) return null;
      const { user } = getOrThrow(robots.running, first.id);
      const command: RunRobot = { type: 'RunRobot', user, robot: first.id };
      return { dueAt: first.rank, id: first.id, command, actor: `robot/${user}` };
    },
  },
];
