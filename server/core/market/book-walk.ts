/** A taker's walk through the book for every product: its steps and the end of its remainder. */
import type { CoreEvent } from '../event';
import { broken, invariant } from '../rejection';
import type { CoreView, MarketView } from '../state';
import { createPlan, planMatch, type MatchJudge, type MatchPlan } from './matching';
import type { CancelReason, OrderSide, OrderTerms } from './order';
import type { WalkEvents } from './strategy';

export interface TakeRequest {
  order: number;
  user: number;
  side: OrderSide;
  /** The order's own terms; a liquidation takes without an order, with `FORCED_ORDER_TERMS`. */
  terms: Readonly<Pick<OrderTerms, 'selfTrade'>>;
  /** Worst price in ticks: the limit, or the edge of the band. */
  worstPrice: number;
  /** Lots to take, or null for an order by quote amount. */
  lots: number | null;
  /** Quote units to spend, or null for an order by quantity. */
  budget: bigint | null;
  /** Time of the batch, milliseconds; determines the terms and fees. */
  at: number;
}

// One plan is enough: decide is synchronous and reads the plan before it returns.
const plan: MatchPlan = createPlan();

/** Plans the walk. The plan is scratch space, valid until the next call. */
export function planWalk(market: MarketView, request: TakeRequest, makersMax: number, judge?: MatchJudge): MatchPlan {
  const { side, user, worstPrice, lots, budget, terms } = request;
  return planMatch(
    market.book,
    {
      side,
      owner: user,
      limitTicks: worstPrice,
      lots,
      quoteBudget: budget,
      quotePerTickLot: market.quotePerTickLot,
      selfTrade: terms.selfTrade,
      makersMax,
      judge,
    },
    plan,
  );
}

/** Pushes the product's events for the planned steps. */
export function pushMatchEvents(view: CoreView, planned: MatchPlan, events: CoreEvent[], fills: WalkEvents): void {
  for (let step = 0; step < planned.steps; step++) {
    const maker = view.orders.get(planned.order[step]);
    invariant(maker !== undefined, 'a resting order is open');
    const lots = planned.lots[step];
    if (lots > 0 && fills.eventsBeforeTrade) events.push(...fills.eventsBeforeTrade(maker));
    events.push(lots === 0 ? fills.drop(maker) : fills.trade(maker, planned.ticks[step], lots));
  }
}

/** Reason for cancelling a remainder that may not rest. `worstPriceSource` names the source of its worst price. */
export function cancelReasonOf(stopped: MatchPlan['stopped'], worstPriceSource: 'limit' | 'band'): CancelReason {
  switch (stopped) {
    case 'self_trade':
      return 'self_trade';
    case 'makers_max':
      return 'fills_too_many';
    case 'budget':
    case 'filled':
      return 'quote_remainder';
    case 'price':
      return worstPriceSource === 'limit' ? 'time_in_force' : 'band';
    case 'empty':
      return worstPriceSource === 'limit' ? 'time_in_force' : 'no_liquidity';
    case 'judged':
      return broken('a product says itself why it ends a taker');
  }
}

/** True when a remainder may join the book: nothing but price or emptiness stopped it. */
export function canRest(stopped: MatchPlan['stopped']): boolean {
  return stopped === 'price' || stopped === 'empty';
}
