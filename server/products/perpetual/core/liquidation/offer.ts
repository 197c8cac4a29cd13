/** The order of a liquidation: it goes through the same walk and book as everybody's. */
import { realised } from '../../../../../shared/products/perpetual/rules/position';
import { feeOf } from '../../../../../shared/rules/rounding';
import type { CoreEvent } from '../../../../core/event';
import { firstSlot, nextSlot, NONE, slotLots, slotOwner, slotTicks } from '../../../../core/market/book';
import { notionalOf } from '../../../../core/market/market';
import { FORCED, type OrderSide, type PositionSide } from '../../../../core/market/order';
import { planWalk, pushSteps, reasonOf } from '../../../../core/market/walk';
import type { CoreView } from '../../../../core/state';
import { ended } from '../orders/end';
import type { Fund } from './fill';
import { MAKERS_MAX } from '../orders/meet';
import { feeRateOf, levelOf, perTickOf, traderOf, type fill, type Sketch } from '../orders/sketch';
import type { Standing } from '../orders/trader';
import { walkOf } from '../orders/walk';

interface Whose {
  readonly id: number;
  readonly user: number;
  readonly side: PositionSide;
}

export interface Offered {
  events: CoreEvent[];
  filled: number;
  notional: bigint;
  /** The walk met as many resting orders as one may, and there are more. */
  wantsMore: boolean;
}

/** So many lots, at once or not at all, not worse than `limit`; exempt from the limit around the mark. */
export function offer(
  view: CoreView,
  sketch: Sketch,
  { id: liquidation, user, side: position }: Whose,
  limit: number,
  lots: number,
  take: typeof fill,
  fund?: Fund,
): Offered {
  const { market } = sketch;
  const { market: name } = market.terms;
  const side: OrderSide = position === 'long' ? 'sell' : 'buy';
  const level = levelOf(view, user, sketch.at);
  const contract = { position, closes: true, level };
  const order = view.counters.order;
  const walk = walkOf(
    sketch,
    { order, user, side, contract, hold: null, lots, makes: false, mode: 'liquidation' },
    { take, fund },
  );
  const taking = { order, user, side, terms: FORCED, lots, budget: null, at: sketch.at } as const;
  const worstPrice = limit;
  const plan = planWalk(market, { ...taking, worstPrice }, MAKERS_MAX, walk.judge);
  const events: CoreEvent[] = [];
  let notional = 0n;
  for (let step = 0; step < plan.steps; step++) notional += notionalOf(market, plan.ticks[step], plan.lots[step]);
  const { filledLots: filled, remainingLots: open, stopped, steps } = plan;
  if (steps === 0) return { events, filled: 0, notional: 0n, wantsMore: false };
  events.push({
    type: 'PerpetualOrderPlaced',
    order,
    user,
    market: name,
    side,
    position,
    closes: 1,
    kind: 'limit',
    ...FORCED,
    price: limit,
    quantity: lots,
    level,
    disposition: 'takes',
    liquidation,
    entries: [],
  });
  pushSteps(view, plan, events, walk.fills);
  if (open > 0) {
    const reason = walk.ended() ?? reasonOf(stopped, 'limit');
    events.push(ended({ id: order, user, market: name, side, price: limit }, open, false, reason, []));
  }
  return { events, filled, notional, wantsMore: stopped === 'makers_max' };
}

/** Whom the walk may meet settle their funding ahead: the fund pays for that first. */
export function settleMakers(sketch: Sketch, { side }: Whose, limit: number): void {
  const { book } = sketch.market;
  let slot = firstSlot(book, side === 'long' ? 'buy' : 'sell');
  for (let met = 0; slot !== NONE && met < MAKERS_MAX; slot = nextSlot(book, slot), met++) {
    const ticks = slotTicks(book, slot);
    if (side === 'long' ? ticks < limit : ticks > limit) return;
    traderOf(sketch, slotOwner(book, slot));
  }
}

/**
 * Lots that the fund can pay for with so many units, at what the book asks from its best price to `limit`. Where makers then turn
 * out not to be able to trade, the walk itself ends when the fund has no more.
 */
export function affordable(
  sketch: Sketch,
  { user, side }: Whose,
  { lots: all, cost, collateral }: Standing,
  limit: number,
  units: bigint,
): number {
  const { book } = sketch.market;
  const rate = feeRateOf(sketch, user, levelOf(sketch.view, user, sketch.at), false);
  const whole = { side, perTick: perTickOf(sketch.market, all), cost };
  const asks = (ticks: number, lots: number): bigint => {
    const { profit } = realised(whole, { lots, of: all }, ticks);
    const fee = feeOf(perTickOf(sketch.market, lots) * BigInt(ticks), rate);
    const missing = fee - profit - (collateral * BigInt(lots)) / BigInt(all);
    return missing > 0n ? missing : 0n;
  };
  let left = units;
  let taken = 0;
  let met = 0;
  const against = side === 'long' ? 'buy' : 'sell';
  for (let slot = firstSlot(book, against); slot !== NONE && met < MAKERS_MAX; slot = nextSlot(book, slot), met++) {
    const ticks = slotTicks(book, slot);
    if (side === 'long' ? ticks < limit : ticks > limit) break;
    if (slotOwner(book, slot) === user) continue;
    const lots = Math.min(slotLots(book, slot), all - taken);
    const missing = asks(ticks, lots);
    if (missing > left) {
      // Down by as much as rounding may take of this fill and of those before it.
      const spare = left - BigInt(met) * 4n - 4n;
      return taken + (spare > 0n ? Number((BigInt(lots) * spare) / missing) : 0);
    }
    left -= missing;
    taken += lots;
    if (taken === all) return all;
  }
  return taken;
}
