/** The end of a robot: its orders are cancelled, its base is sold if there is still a market for it, and what is left goes back. */
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { known } from '../../../core/folding';
import { indexAt } from '../../../core/index-price/latest';
import type { Entry } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import { spotMarket, type SpotMarketView } from '../../../core/market/listing';
import { bandEdge } from '../../../core/market/market';
import { YIELDING } from '../../../core/market/order';
import { termsAt } from '../../../core/market/terms';
import type { Taking } from '../../../core/market/walk';
import { broken, reject } from '../../../core/rejection';
import { cancelOpen } from '../../spot/core/cancel';
import { refuseCoins, refuseMarket, refuseTrader } from '../../spot/core/permission';
import { costOf, planTaking, pushFills } from '../../spot/core/take';
import type { CoreView } from '../../../core/state';
import type { StopRobot } from './commands';
import type { RobotCycleEnded, RobotEnded, RobotStop } from './events';
import { placedByRobot, stakeOfStep } from './place';
import { countsOf, hasOf, indexMeasure, type Robot } from './state';
import { indexInTicks } from '../../../../shared/products/perpetual/rules/mark';
import { worthOf } from '../../../../shared/products/robot/rules/result';
import { bandLow } from '../../../../shared/rules/charges';

/** As decide sees it. */
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
  return stopping(view, robot, byUser ? 'requested' : 'staff', byUser ? undefined : note);
}

/** What ends it; null: nothing does. In a halted market it waits with its orders, unless one of its coins goes into maintenance. */
export function barredBy(view: CoreView, { user, market: name }: RobotView): RobotStop | null {
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
  return barredBy(view, robot) === null && !isHalted(view, robot.market);
}

/** Its orders end in the same batch: there are fewer of them than lines. */
export function stopping(view: CoreView, robot: RobotView, reason: RobotStop, note?: string): CoreEvent[] {
  const { id, user } = robot;
  const market = marketOf(view, robot.market);
  const sells = mayTrade(view, robot) && hasOf(robot).base >= market.basePerLot ? 1 : 0;
  const price = reason === 'loss' ? (robot.reachedAt ?? undefined) : undefined;
  const ends = robot.steps.flatMap(({ order }) => {
    return order === null ? [] : [cancelOpen(view.ledger, known(view.orders, order), market, 'robot')];
  });
  return [{ type: 'RobotStopping', robot: id, user, reason, sells, price, note }, ...ends];
}

/**
 * What base it has goes to the best bids within the band of the last price and of the index, but never to its user's own. What they
 * do not take is given back; all of it where the index is not known: a last price alone is what two who trade with each other make it.
 */
export function selling(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const { id, user } = robot;
  const market = marketOf(view, robot.market);
  const { quantityMin, quantityMax, bandPpb } = termsAt(market, at);
  const whole = hasOf(robot).base / market.basePerLot;
  const lots = whole < BigInt(quantityMax) ? Number(whole) : quantityMax;
  if (!mayTrade(view, robot) || lots < quantityMin) return ending(view, robot, at);
  const least = robot.rule === 1 ? 0 : leastByIndex(view, market, bandPpb, at);
  if (least === null) return ending(view, robot, at);
  const worstPrice = Math.max(bandEdge(market, 'sell', at), least);
  const order = view.counters.order;
  const taking: Taking = { order, user, side: 'sell', terms: YIELDING, worstPrice, lots, budget: null, at };
  const plan = planTaking(view, market, taking);
  if (plan.filledLots === 0) return ending(view, robot, at);
  const { stopped, filledLots } = plan;
  const held = costOf(market, 'sell', plan);
  const stake = stakeOfStep(robot, 0);
  // For as much as is taken: what is not was never ordered, and is given back.
  const asked = { step: 0, side: 'sell', kind: 'market', timeInForce: 'ioc', quantity: filledLots } as const;
  const events: CoreEvent[] = [placedByRobot(view, market, robot, asked, 'takes', held, at)];
  pushFills(view, market, taking, { id: view.counters.hold, held, heldPrice: 0, stake }, plan, events);
  const goesOn = stopped === 'makers_max' || (stopped === 'filled' && whole > BigInt(lots));
  return [...events, { type: 'RobotSold', robot: id, user, goesOn: goesOn ? 1 : 0 }];
}

/** All goes back to what is available. Of the quote, what is above the stake is income. */
export function ending(view: CoreView, robot: RobotView, at: number): CoreEvent[] {
  const { id, user, amount } = robot;
  const has = hasOf(robot);
  const { base, quote } = marketOf(view, robot.market).terms;
  const income = has.quote > amount ? has.quote - amount : 0n;
  const entries = [
    ...returned(view, user, quote, 'robot_return', has.quote - income, robot.quoteHold),
    ...returned(view, user, quote, 'robot_income', income, robot.quoteHold),
    ...returned(view, user, base, 'robot_return', has.base, robot.baseHold),
  ];
  const reason = robot.reason ?? broken(`robot ${id} ends for no reason`);
  const ended: RobotEnded = { type: 'RobotEnded', robot: id, user, reason, ...has, entries };
  return [cycleEnded(view, robot, at, at), ended];
}

function returned(
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
export function cycleEnded(
  view: CoreView,
  robot: RobotView,
  at: number,
  dueAt: number,
  nextAt?: number,
): RobotCycleEnded {
  const { id, user, cycle, market: name, counts } = robot;
  const has = hasOf(robot);
  const index = indexAt(view, name, at);
  const event: RobotCycleEnded = {
    ...{ type: 'RobotCycleEnded', robot: id, user, cycle, dueAt, nextAt },
    ...countsOf(counts),
    ...has,
  };
  if (!index) return event;
  const { base, quote } = known(view.markets, name).terms;
  const measure = indexMeasure(index.decimals, known(view.assets, base).scale, known(view.assets, quote).scale);
  return { ...event, price: index.price, value: has.quote + worthOf(has.base, index.price, measure) };
}

function leastByIndex(view: CoreView, market: SpotMarketView, bandPpb: number, at: number): number | null {
  const index = indexTicks(view, market, at);
  return index === null ? null : bandLow(index, bandPpb);
}

/** The index of its market on the market's tick; null while it is stale. */
export function indexTicks(view: CoreView, { terms: { market, tick } }: SpotMarketView, at: number): number | null {
  const index = indexAt(view, market, at);
  return index && indexInTicks(index.price, index.decimals, tick);
}

export function marketOf(view: CoreView, name: string): SpotMarketView {
  return spotMarket(view, name) ?? broken(`market ${name} of a robot is none`);
}
