/** Matches a newly placed, amended or triggered order against the book: its immediate fills, and the handling of the rest. */
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import {
  FORCED_ORDER_TERMS,
  type OrderContract,
  type OrderSide,
  type OrderTerms,
  type OrderView,
} from '../../../../core/market/order';
import { canRest, planWalk, pushMatchEvents, cancelReasonOf } from '../../../../core/market/book-walk';
import { isImmediate } from '../../../spot/core/place';
import { orderCancelledEvent } from './cancel';
import type { CloseMode, PerpetualCancelReason } from '../events';
import { holdEntry, releaseEntry } from './order-holds';
import { lotsClosingOpposite, oppositePosition } from './one-way';
import { feeRateOf, freeBalanceIn, openCost, traderOf, type MatchSimulation } from './match-simulation';
import { createWalk } from './walk';

/**
 * Maximum resting orders met by one command: each fill has up to eight entries, and the longest of them fit one batch.
 */
export const MAKERS_MAX = 190;

export interface MatchRequest {
  order: number;
  user: number;
  side: OrderSide;
  contract: OrderContract;
  terms: Readonly<Pick<OrderTerms, 'timeInForce' | 'selfTrade'>>;
  /** Ticks; null for an order limited only by the market's price limits. */
  price: number | null;
  /** Worst allowed price in ticks. */
  worst: number;
  lots: number;
  /** Opening orders only: the order's hold so far, which the order may spend again. */
  hold: SimulatedHold | null;
  /** Close mode of an order that its owner did not place. */
  mode?: CloseMode;
}
export interface SimulatedHold {
  id: number;
  before: bigint;
}

export interface MatchResult {
  /** Units of its initial hold. */
  held: bigint;
  filled: number;
  remaining: number;
  /** It would need to meet more resting orders than the maximum. */
  isTooMuch: boolean;
  /** Reason for cancelling the rest; null if the rest stays in the book or is empty. */
  reason: PerpetualCancelReason | null;
  /** Events after the order's hold is set. */
  events: CoreEvent[];
}

export function matchWithBook(simulation: MatchSimulation, request: MatchRequest): MatchResult {
  const { view, market } = simulation;
  const { order, user, side, contract, price, worst: worstPrice, lots, hold } = request;
  // Self-trade prevention never stops closing orders.
  const { selfTrade } = contract.closes ? FORCED_ORDER_TERMS : request.terms;
  const trader = traderOf(simulation, user);
  if (hold) trader.free += hold.before;
  const budget = trader.free;
  const walk = createWalk(simulation, {
    order,
    user,
    side,
    contract,
    hold: hold && { id: hold.id, remaining: 0n },
    lots,
    mode: request.mode,
    isMaker: false,
    ...(hold && { budget }),
  });
  const terms = { selfTrade };
  const takerOrder = { order, user, side, terms, worstPrice, lots, budget: null, at: simulation.at };
  const plan = planWalk(market, takerOrder, MAKERS_MAX, walk.judge);
  const { filledLots: filled, remainingLots: remaining, stopped } = plan;
  const events: CoreEvent[] = [];
  pushMatchEvents(view, plan, events, walk.fills);

  const matchResult = { held: walk.spentAmount(), filled, remaining, isTooMuch: stopped === 'makers_max', events };
  if (remaining === 0) return { ...matchResult, reason: null };
  const refusal = walk.takerRefusal();
  if (!refusal && price !== null && !isImmediate(request.terms.timeInForce) && canRest(stopped)) {
    const { market: name } = market.terms;
    const oppositeLots = oppositePosition(trader, contract)?.lots ?? 0;
    const unheldLots = lotsClosingOpposite(view, user, name, contract, remaining, {
      except: order,
      standing: oppositeLots,
    });
    const cost = hold ? openingHold(simulation, user, contract, price, remaining - unheldLots) : 0n;
    if (cost === 0n || (cost <= freeBalanceIn(simulation, trader) && matchResult.held + cost <= budget)) {
      const quantity = remaining;
      events.push({
        ...{ type: 'PerpetualOrderRested', order, user, market: name, side, price, quantity },
        ...(unheldLots > 0 && { against: unheldLots }),
      });
      return { ...matchResult, held: matchResult.held + cost, reason: null };
    }
    return matchEnd(simulation, request, matchResult, 'margin_short');
  }
  return matchEnd(
    simulation,
    request,
    matchResult,
    refusal ?? cancelReasonOf(stopped, price === null ? 'band' : 'limit'),
  );
}

/** The fills used the whole hold. */
function matchEnd(
  simulation: MatchSimulation,
  request: MatchRequest,
  matchResult: Omit<MatchResult, 'reason'>,
  reason: PerpetualCancelReason,
): MatchResult {
  const { order: id, user, side, price } = request;
  const { market } = simulation.market.terms;
  matchResult.events.push(
    orderCancelledEvent({ id, user, market, side, price: price ?? 0 }, matchResult.remaining, false, reason, []),
  );
  return { ...matchResult, reason };
}

/** Hold for lots that wait to be opened: their opening cost at that price, with the taker fee. */
export function openingHold(
  simulation: MatchSimulation,
  user: number,
  contract: OrderContract,
  price: number,
  lots: number,
): bigint {
  if (lots === 0) return 0n;
  const { leverage } = traderOf(simulation, user);
  const rate = feeRateOf(simulation, user, contract.level, false);
  return openCost(simulation, contract.position, leverage, price, lots, rate).total;
}

/** An open order's present or possible hold; an order that only closes the opposite position has no hold yet. */
export function holdOf(simulation: MatchSimulation, { hold, contract }: OrderView): SimulatedHold | null {
  if (hold) return { id: hold.id, before: hold.remaining };
  return contract?.closes === false ? { id: simulation.next.hold++, before: 0n } : null;
}

/** Entries that change an order's hold to these units. */
export function adjustHoldEntries(
  simulation: MatchSimulation,
  user: number,
  { position }: OrderContract,
  hold: SimulatedHold | null,
  heldAmount: bigint,
): Entry[] {
  if (!hold || heldAmount === hold.before) return [];
  const { buckets } = traderOf(simulation, user);
  const holdIncrease = heldAmount - hold.before;
  return [
    holdIncrease > 0n
      ? holdEntry(position, buckets, holdIncrease, hold.id)
      : releaseEntry(position, buckets, -holdIncrease, hold.id),
  ];
}
