/** The order of a liquidation, in the same walk and book as all other orders. */
import { realised } from '../../../../../shared/products/perpetual/rules/position';
import { feeOf } from '../../../../../shared/rules/arithmetic/rounding';
import type { CoreEvent } from '../../../../core/event';
import { firstSlot, nextSlot, slotLots, slotOwner, slotTicks } from '../../../../core/market/book';
import { NONE } from '../../../../core/market/typed-arrays';
import { notionalOf } from '../../../../core/market/market';
import { FORCED_ORDER_TERMS, type OrderSide, type PositionSide } from '../../../../core/market/order';
import { planWalk, pushMatchEvents, cancelReasonOf } from '../../../../core/market/book-walk';
import type { CoreView } from '../../../../core/state';
import { orderCancelledEvent } from '../orders/cancel';
import type { InsuranceDraw } from './fill';
import { MAKERS_MAX } from '../orders/match-with-book';
import {
  feeRateOf,
  perpetualFeeLevel,
  unitsPerTick,
  traderOf,
  type simulateFill,
  type MatchSimulation,
} from '../orders/match-simulation';
import type { SimulatedPosition } from '../orders/simulated-trader';
import { createWalk } from '../orders/walk';

interface LiquidatedPosition {
  readonly id: number;
  readonly user: number;
  readonly side: PositionSide;
}

export interface OfferResult {
  events: CoreEvent[];
  filled: number;
  notional: bigint;
  /** The walk met the maximum of resting orders, and there are more. */
  wantsMore: boolean;
}

/** Fill-or-kill offer of these lots, no worse than `limit`; exempt from the price limit around the mark. */
export function offerLots(
  view: CoreView,
  simulation: MatchSimulation,
  { id: liquidation, user, side: position }: LiquidatedPosition,
  limit: number,
  lots: number,
  fillTaker: typeof simulateFill,
  fund?: InsuranceDraw,
): OfferResult {
  const { market } = simulation;
  const { market: name } = market.terms;
  const side: OrderSide = position === 'long' ? 'sell' : 'buy';
  const level = perpetualFeeLevel(view, user, simulation.at);
  const contract = { position, closes: true, level };
  const order = view.counters.order;
  const walk = createWalk(
    simulation,
    { order, user, side, contract, hold: null, lots, isMaker: false, mode: 'liquidation' },
    { fillTaker, fund },
  );
  const takerOrder = { order, user, side, terms: FORCED_ORDER_TERMS, lots, budget: null, at: simulation.at } as const;
  const worstPrice = limit;
  const plan = planWalk(market, { ...takerOrder, worstPrice }, MAKERS_MAX, walk.judge);
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
    ...FORCED_ORDER_TERMS,
    price: limit,
    quantity: lots,
    level,
    disposition: 'takes',
    liquidation,
    entries: [],
  });
  pushMatchEvents(view, plan, events, walk.fills);
  if (open > 0) {
    const reason = walk.takerRefusal() ?? cancelReasonOf(stopped, 'limit');
    events.push(orderCancelledEvent({ id: order, user, market: name, side, price: limit }, open, false, reason, []));
  }
  return { events, filled, notional, wantsMore: stopped === 'makers_max' };
}

/** Accounts that the walk may meet settle their funding first, because the fund pays for that first. */
export function settleMakersFunding(simulation: MatchSimulation, { side }: LiquidatedPosition, limit: number): void {
  const { book } = simulation.market;
  let slot = firstSlot(book, side === 'long' ? 'buy' : 'sell');
  for (let visitedCount = 0; slot !== NONE && visitedCount < MAKERS_MAX; slot = nextSlot(book, slot), visitedCount++) {
    const ticks = slotTicks(book, slot);
    if (side === 'long' ? ticks < limit : ticks > limit) return;
    traderOf(simulation, slotOwner(book, slot));
  }
}

/**
 * Lots that the fund can pay for with these units, at the book's prices from the best to `limit`. If makers then cannot trade, the walk
 * ends when the fund's amount is used up.
 */
export function lotsCoveredByFund(
  simulation: MatchSimulation,
  { user, side }: LiquidatedPosition,
  { lots: positionLots, cost, collateral }: SimulatedPosition,
  limit: number,
  units: bigint,
): number {
  const { book } = simulation.market;
  const rate = feeRateOf(simulation, user, perpetualFeeLevel(simulation.view, user, simulation.at), false);
  const wholePosition = { side, perTick: unitsPerTick(simulation.market, positionLots), cost };
  const fundCost = (ticks: number, lots: number): bigint => {
    const { profit } = realised(wholePosition, { lots, totalLots: positionLots }, ticks);
    const fee = feeOf(unitsPerTick(simulation.market, lots) * BigInt(ticks), rate);
    const missing = fee - profit - (collateral * BigInt(lots)) / BigInt(positionLots);
    return missing > 0n ? missing : 0n;
  };
  let remainingFund = units;
  let coveredLots = 0;
  let visitedCount = 0;
  const bookSide = side === 'long' ? 'buy' : 'sell';
  for (
    let slot = firstSlot(book, bookSide);
    slot !== NONE && visitedCount < MAKERS_MAX;
    slot = nextSlot(book, slot), visitedCount++
  ) {
    const ticks = slotTicks(book, slot);
    if (side === 'long' ? ticks < limit : ticks > limit) break;
    if (slotOwner(book, slot) === user) continue;
    const lots = Math.min(slotLots(book, slot), positionLots - coveredLots);
    const missing = fundCost(ticks, lots);
    if (missing > remainingFund) {
      // Reduced by the maximum rounding of this fill and earlier ones.
      const excess = remainingFund - BigInt(visitedCount) * 4n - 4n;
      return coveredLots + (excess > 0n ? Number((BigInt(lots) * excess) / missing) : 0);
    }
    remainingFund -= missing;
    coveredLots += lots;
    if (coveredLots === positionLots) return positionLots;
  }
  return coveredLots;
}
