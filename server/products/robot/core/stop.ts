/** End of a robot: its orders are cancelled, its base is sold if a market still exists, and the rest is returned. */
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { getOrThrow } from '../../../core/evolve-helpers';
import { freshIndex } from '../../../core/index-price/fresh-index';
import type { Entry } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import { spotMarket, type SpotMarketView } from '../../../core/market/listing';
import { bandEdge } from '../../../core/market/market';
import { DEFAULT_SELF_TRADE } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import type { TakeRequest } from '../../../core/market/book-walk';
import { broken, reject } from '../../../core/rejection';
import { cancelOpenOrder } from '../../spot/core/cancel';
import { refuseCoins, refuseMarket, refuseTrader } from '../../spot/core/permission';
import { takerCostOf, planTaking, pushFills } from '../../spot/core/take';
import type { CoreView } from '../../../core/state';
import type { StopRobot } from './commands';
import type { RobotCycleEnded, RobotEnded, RobotStop } from './events';
import { robotOrderPlaced, stakeOfStep } from './place';
import { countsOf, fundsOf, indexMeasure, type Robot } from './state';
import { indexInTicks } from '../../../../shared/products/perpetual/rules/mark';
import { worthOf } from '../../../../shared/products/robot/rules/result';
import { bandLow } from '../../../../shared/rules/arithmetic/charges';

/** A robot as decide sees it. */
export type RobotView = Readonly<Omit<Robot, 'steps' | 'counts' | 'before'>> & {
  readonly steps: readonly Readonly<Robot['steps'][number]>[];
  readonly counts: Readonly<Robot['counts']>;
};

export function decideStopRobot(
  view: CoreView,
  { user, robot: id, reason: note }: StopRobot,
  { actor }: Context,
): Decision {
  const robot = view.robots.running.get(id);
  if (robot?.user !== user || robot.phase !== 'running') return reject('robot.not.found');
  const byUser = actor.startsWith('user/');
  return stopEvents(view, robot, byUser ? 'requested' : 'staff', byUser ? undefined : note);
}

/** Reason for a forced stop, or null. In a halted market the robot waits with its orders, unless one of its coins enters maintenance. */
export function forcedStopReason(view: CoreView, { user, market: name }: RobotView): RobotStop | null {
  if (refuseTrader(view, user)) return 'account_frozen';
  const market = marketOf(view, name);
  const refusal = isHalted(view, name) ? refuseCoins(view, market) : refuseMarket(view, market);
  if (!refusal) return null;
  return refusal.rejected === 'coin.under.maintenance' ? 'maintenance' : 'market_closed';
}

export function isHalted(view: CoreView, market: string): boolean {
  return marketOf(view, market).state === 'cancel_only';
}

function mayTrade(view: CoreView, robot: RobotView): boolean {
  return forcedStopReason(view, robot) === null && !isHalted(view, robot.market);
}

/** Its orders end in the same batch: there are fewer of them than lines. */
export function stopEvents(view: CoreView, robot: RobotView, reason: RobotStop, note?: string): CoreEvent[] {
  const { id, user } = robot;
  const market = marketOf(view, robot.market);
  const sells = mayTrade(view, robot) && fundsOf(robot).base >= market.basePerLot ? 1 : 0;
  const price = reason === 'loss' ? (robot.reachedAt ?? undefined) : undefined;
  const cancellations = robot.steps.flatMap(({ order }) => {
    return order === null ? [] : [cancelOpenOrder(view.ledger, getOrThrow(view.orders, order), market, 'robot')];
  });
  return [{ type: 'RobotStopping', robot: id, user, reason, sells, price, note }, ...cancellations];
}

/**
 * Sells the robot's base to the best bids within the band around the last price and the index, but never to the same user. The unsold rest
 * is returned. Without an index price all base is returned, since two accounts that trade with each other can set the last price.
 */
export function sellEvents(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const { id, user } = robot;
  const market = marketOf(view, robot.market);
  const { quantityMin, quantityMax, bandPpb } = termsAt(market, at);
  const availableLots = fundsOf(robot).base / market.basePerLot;
  const lots = availableLots < BigInt(quantityMax) ? Number(availableLots) : quantityMax;
  if (!mayTrade(view, robot) || lots < quantityMin) return endEvents(view, robot, at);
  const min = robot.rule === 1 ? 0 : indexFloorPrice(view, market, bandPpb, at);
  if (min === null) return endEvents(view, robot, at);
  const worstPrice = Math.max(bandEdge(market, 'sell', at), min);
  const order = view.counters.order;
  const takeRequest: TakeRequest = {
    order,
    user,
    side: 'sell',
    terms: DEFAULT_SELF_TRADE,
    worstPrice,
    lots,
    budget: null,
    at,
  };
  const plan = planTaking(view, market, takeRequest);
  if (plan.filledLots === 0) return endEvents(view, robot, at);
  const { stopped, filledLots } = plan;
  const heldAmount = takerCostOf(market, 'sell', plan);
  const stake = stakeOfStep(robot, 0);
  // Sized to the planned fills, so the rest is never ordered and is returned.
  const orderTerms = { step: 0, side: 'sell', kind: 'market', timeInForce: 'ioc', quantity: filledLots } as const;
  const events: CoreEvent[] = [robotOrderPlaced(view, market, robot, orderTerms, 'takes', heldAmount, at)];
  pushFills(view, market, takeRequest, { id: view.counters.hold, heldAmount, heldPrice: 0, stake }, plan, events);
  const goesOn = stopped === 'makers_max' || (stopped === 'filled' && availableLots > BigInt(lots));
  return [...events, { type: 'RobotSold', robot: id, user, goesOn: goesOn ? 1 : 0 }];
}

/** Returns all funds to the available balance. Quote above the stake is income. */
export function endEvents(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const { id, user, amount } = robot;
  const has = fundsOf(robot);
  const { base, quote } = marketOf(view, robot.market).terms;
  const income = has.quote > amount ? has.quote - amount : 0n;
  const entries = [
    ...returnEntries(view, user, quote, 'robot_return', has.quote - income, robot.quoteHold),
    ...returnEntries(view, user, quote, 'robot_income', income, robot.quoteHold),
    ...returnEntries(view, user, base, 'robot_return', has.base, robot.baseHold),
  ];
  const reason = robot.reason ?? broken(`robot ${id} ends for no reason`);
  const endedEvent: RobotEnded = { type: 'RobotEnded', robot: id, user, reason, ...has, entries };
  return [cycleEndedEvent(view, robot, at, at), endedEvent];
}

function returnEntries(
  view: CoreView,
  user: number,
  asset: string,
  kind: 'robot_return' | 'robot_income',
  amount: bigint,
  hold: number,
): Entry[] {
  if (amount === 0n) return [];
  const { available, frozen } = spotBuckets(view.ledger, user, asset);
  return [{ kind, debit: frozen, credit: available, amount, hold }];
}

/** `dueAt`: when it was over. `nextAt` is when the one behind it is. */
export function cycleEndedEvent(
  view: CoreView,
  robot: RobotView,
  at: number,
  dueAt: number,
  nextAt?: number,
): RobotCycleEnded {
  const { id, user, cycle, market: name, counts } = robot;
  const has = fundsOf(robot);
  const index = freshIndex(view, name, at);
  const event: RobotCycleEnded = {
    ...{ type: 'RobotCycleEnded', robot: id, user, cycle, dueAt, nextAt },
    ...countsOf(counts),
    ...has,
  };
  if (!index) return event;
  const { base, quote } = getOrThrow(view.markets, name).terms;
  const measure = indexMeasure(
    index.decimals,
    getOrThrow(view.assets, base).scale,
    getOrThrow(view.assets, quote).scale,
  );
  return { ...event, price: index.price, value: has.quote + worthOf(has.base, index.price, measure) };
}

function indexFloorPrice(view: CoreView, market: SpotMarketView, bandPpb: number, at: number): number | null {
  const index = indexTicks(view, market, at);
  return index === null ? null : bandLow(index, bandPpb);
}

/** The market's index in ticks; null while it is stale. */
export function indexTicks(view: CoreView, { terms: { market, tick } }: SpotMarketView, at: number): number | null {
  const index = freshIndex(view, market, at);
  return index && indexInTicks(index.price, index.decimals, tick);
}

export function marketOf(view: CoreView, name: string): SpotMarketView {
  return spotMarket(view, name) ?? broken(`market ${name} of a robot is none`);
}
