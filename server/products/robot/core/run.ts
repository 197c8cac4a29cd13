/**
 * What a robot does when it has something to do: it stops, it ends a cycle, or it places what its grid wants. Each is a batch of
 * its own, so that none depends on what another has just done to the book.
 */
import { CYCLE_MS, linesOf, wishOf } from '../../../../shared/products/robot/rules/grid';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { known } from '../../../core/folding';
import { bestTicks } from '../../../core/market/book';
import type { SpotMarketView } from '../../../core/market/listing';
import { latestPrice } from '../../../core/market/market';
import { YIELDING } from '../../../core/market/order';
import { termsAt } from '../../../core/market/terms';
import { mayRest, reasonOf, type Taking } from '../../../core/market/walk';
import type { Debt } from '../../../core/product';
import { firstRanked } from '../../../core/indexes/ranked';
import { cancelled, cancelOpen } from '../../spot/core/cancel';
import { limitHold } from '../../spot/core/place';
import { planTaking, pushFills } from '../../spot/core/take';
import type { CoreView } from '../../../core/state';
import type { RunRobot } from './commands';
import { placedByRobot, stakeOfStep, type RobotOrder } from './place';
import { gridMarket } from './state';
import {
  barredBy,
  cycleEnded,
  ending,
  indexTicks,
  isHalted,
  marketOf,
  selling,
  stopping,
  type RobotView,
} from './stop';

export function decideRunRobot(view: CoreView, { robot: id }: RunRobot, { at }: Context): Decision {
  const robot = known(view.robots.running, id);
  switch (robot.phase) {
    case 'running':
      return running(view, robot, at);
    case 'selling':
      return selling(view, robot, at);
    case 'returning':
      return ending(view, robot, at);
  }
}

/** Should what it would do not be one batch: it trades no more, and what it has goes back step by step. */
export function giveUpRunRobot(view: CoreView, { robot: id }: RunRobot): CoreEvent[] {
  const robot = known(view.robots.running, id);
  if (robot.phase === 'running') return stopping(view, robot, 'market_closed');
  return robot.phase === 'selling'
    ? [{ type: 'RobotSold', robot: id, user: robot.user, goesOn: 0 }]
    : ending(view, robot, view.at);
}

function running(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const barred = barredBy(view, robot);
  if (barred) return stopping(view, robot, barred);
  const isPaused = isHalted(view, robot.market);
  if (robot.reachedAt !== null && !isPaused) return stopping(view, robot, 'loss');
  if (at >= robot.cycleEndsAt) return nextCycle(view, robot, at);
  return isPaused ? [pausing(robot)] : stepping(view, robot, at);
}

/** Until its market opens again, which wakes it, or its cycle ends. */
function pausing({ id, user, cycleEndsAt }: RobotView): CoreEvent {
  return { type: 'RobotStepped', robot: id, user, nextAt: cycleEndsAt };
}

/** However long nobody was there, it was one cycle: nothing was traded meanwhile. Purchases in part end, so that what they bought is sold. */
function nextCycle(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const market = marketOf(view, robot.market);
  const events: CoreEvent[] = [cycleEnded(view, robot, at, robot.cycleEndsAt, at + CYCLE_MS)];
  for (const { order: id } of robot.steps) {
    const order = id === null ? undefined : known(view.orders, id);
    if (order?.side !== 'buy' || order.filledQuantity === 0) continue;
    events.push(cancelOpen(view.ledger, order, market, 'robot'));
  }
  return events;
}

/**
 * Steps without an order get theirs. Purchases rest below the best offer, never at it, and not above the index: a line above the
 * price waits until the price is above the line. A sale whose line the bids have reached takes at once, one of them a batch.
 */
function stepping(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const market = marketOf(view, robot.market);
  const wishes = wishesOf(robot, market, at);
  const { id, user } = robot;
  const taken = taking(view, robot, market, wishes, at);
  if (taken) return [{ type: 'RobotStepped', robot: id, user, nextAt: at }, ...taken];
  const resting = restingOf(view, robot, market, wishes, at);
  const { order, hold } = view.counters;
  return [
    { type: 'RobotStepped', robot: id, user, nextAt: robot.cycleEndsAt },
    ...resting.map((wish, index) => {
      const counters = { order: order + index, hold: hold + index };
      return placedByRobot(view, market, robot, wish, 'rests', heldBy(market, wish), at, counters);
    }),
  ];
}

type Wish = RobotOrder & { price: number };

function wishesOf(robot: RobotView, market: SpotMarketView, at: number): Wish[] {
  const lines = linesOf(robot);
  const limits = gridMarket(market, termsAt(market, at));
  return robot.steps.flatMap((has, step): Wish[] => {
    const wish = has.order === null ? wishOf(has, lines[step], lines[step + 1], limits) : null;
    return wish ? [{ ...wish, step, kind: 'limit', timeInForce: wish.side === 'buy' ? 'post_only' : 'gtc' }] : [];
  });
}

/** The lowest sale that the bids reach, if they are others' bids. */
function taking(
  view: CoreView,
  robot: RobotView,
  market: SpotMarketView,
  wishes: readonly Wish[],
  at: number,
): CoreEvent[] | null {
  const bid = bestTicks(market.book, 'buy');
  const wish = wishes.find(({ side, price }) => side === 'sell' && price <= bid);
  if (!wish) return null;
  const { step, price, quantity: lots } = wish;
  const { user } = robot;
  const order = view.counters.order;
  const asked: Taking = {
    ...{ order, user, side: 'sell', terms: YIELDING, worstPrice: price, lots, budget: null, at },
  };
  const plan = planTaking(view, market, asked);
  if (plan.filledLots === 0) return null;
  const { stopped, remainingLots } = plan;
  const stake = stakeOfStep(robot, step);
  const held = heldBy(market, wish);
  const hold = { id: view.counters.hold, held, heldPrice: 0, stake };
  const events: CoreEvent[] = [placedByRobot(view, market, robot, wish, 'takes', held, at)];
  const left = pushFills(view, market, asked, hold, plan, events);
  if (remainingLots === 0) return events;
  if (mayRest(stopped)) {
    const rests = { order, user, market: robot.market, side: 'sell', price, quantity: remainingLots } as const;
    return [...events, { type: 'OrderRested', ...rests }];
  }
  const rest = { id: order, user, side: 'sell', price, stake } as const;
  const reason = reasonOf(stopped, 'limit');
  return [...events, cancelled(view.ledger, rest, market, remainingLots, false, reason, hold, left)];
}

/** As many as the market's limit leaves room for: sales first, then purchases from the highest line down. */
function restingOf(
  view: CoreView,
  { user, market: name, rule }: RobotView,
  market: SpotMarketView,
  wishes: readonly Wish[],
  at: number,
): Wish[] {
  const { openOrdersMax } = termsAt(market, at);
  const bid = bestTicks(market.book, 'buy');
  const sales = wishes.filter(({ side, price }) => side === 'sell' && price > bid);
  const offer = sales.reduce((lowest, { price }) => Math.min(lowest, price), askOf(market, at));
  // An offer and a last price are what anybody may make; where the index is not known nothing is bought.
  const most = rule === 1 ? Infinity : (indexTicks(view, market, at) ?? 0);
  const purchases = wishes.filter(({ side, price }) => side === 'buy' && price < offer && price <= most).reverse();
  const room = openOrdersMax - (view.members.get(user)?.openOrders.get(name)?.size ?? 0);
  return [...sales, ...purchases].slice(0, Math.max(0, room));
}

/** The price below which purchases rest: the best offer, and where there is none a tick above the last price. */
function askOf(market: SpotMarketView, at: number): number {
  const ask = bestTicks(market.book, 'sell');
  return ask === 0 ? latestPrice(market, at) + 1 : ask;
}

function heldBy(market: SpotMarketView, { side, price, quantity }: Wish): bigint {
  return limitHold(market, side, price, quantity);
}

/** Between commands: nobody waits for a robot. Sent by the robot itself. */
export const robotDebts: readonly Debt[] = [
  {
    kind: 'robots',
    urgency: 'scheduled',
    place: 150,
    next({ robots }) {
      const first = firstRanked(robots.due);
      if (!first) return null;
      const { user } = known(robots.running, first.id);
      const command: RunRobot = { type: 'RunRobot', user, robot: first.id };
      return { dueAt: first.rank, id: first.id, command, actor: `robot/${user}` };
    },
  },
];
