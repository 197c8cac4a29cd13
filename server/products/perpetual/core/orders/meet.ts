/** An order that meets the book, newly placed, amended or triggered: what it takes at once, and what becomes of the rest. */
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import {
  FORCED,
  type OrderContract,
  type OrderSide,
  type OrderTerms,
  type OrderView,
} from '../../../../core/market/order';
import { mayRest, planWalk, pushSteps, reasonOf } from '../../../../core/market/walk';
import { isImmediate } from '../../../spot/core/place';
import { ended } from './end';
import type { CloseMode, PerpetualCancelReason } from '../events';
import { holding, returning } from './order-holds';
import { lotsAgainst, opposedBy } from './one-way';
import { feeRateOf, freeIn, openCost, traderOf, type Sketch } from './sketch';
import { walkOf } from './walk';

/** How many resting orders one command may meet: each fill moves up to eight entries, and the longest of them are still one batch. */
export const MAKERS_MAX = 190;

export interface Meeting {
  order: number;
  user: number;
  side: OrderSide;
  contract: OrderContract;
  terms: Readonly<Pick<OrderTerms, 'timeInForce' | 'selfTrade'>>;
  /** Ticks; null for one that takes what the limits of the market allow. */
  price: number | null;
  /** The worst price in ticks at which it may trade. */
  worst: number;
  lots: number;
  /** Of one that opens, with what it holds so far, which it is free to spend anew. */
  hold: Held | null;
  /** Of one that nobody placed by hand. */
  mode?: CloseMode;
}
export interface Held {
  id: number;
  before: bigint;
}

export interface Met {
  /** Units that it must hold as it begins. */
  held: bigint;
  filled: number;
  remaining: number;
  /** It would have needed more resting orders than it may meet. */
  isTooMuch: boolean;
  /** Why what remains of it ends; null where it rests or nothing remains. */
  reason: PerpetualCancelReason | null;
  /** What happens once it holds that. */
  events: CoreEvent[];
}

export function meetBook(sketch: Sketch, meeting: Meeting): Met {
  const { view, market } = sketch;
  const { order, user, side, contract, price, worst, lots, hold } = meeting;
  // What closes is never stopped by what the same user has in the book.
  const { selfTrade } = contract.closes ? FORCED : meeting.terms;
  const trader = traderOf(sketch, user);
  if (hold) trader.free += hold.before;
  const budget = trader.free;
  const walk = walkOf(sketch, {
    order,
    user,
    side,
    contract,
    hold: hold && { id: hold.id, remaining: 0n },
    lots,
    mode: meeting.mode,
    makes: false,
    ...(hold && { budget }),
  });
  const terms = { selfTrade };
  const taking = { order, user, side, terms, worstPrice: worst, lots, budget: null, at: sketch.at };
  const plan = planWalk(market, taking, MAKERS_MAX, walk.judge);
  const { filledLots: filled, remainingLots: remaining, stopped } = plan;
  const events: CoreEvent[] = [];
  pushSteps(view, plan, events, walk.fills);

  const met = { held: walk.spent(), filled, remaining, isTooMuch: stopped === 'makers_max', events };
  if (remaining === 0) return { ...met, reason: null };
  const why = walk.ended();
  if (!why && price !== null && !isImmediate(meeting.terms.timeInForce) && mayRest(stopped)) {
    const { market: name } = market.terms;
    const standing = opposedBy(trader, contract)?.lots ?? 0;
    const against = lotsAgainst(view, user, name, contract, remaining, { except: order, standing });
    const cost = hold ? costOf(sketch, user, contract, price, remaining - against) : 0n;
    if (cost === 0n || (cost <= freeIn(sketch, trader) && met.held + cost <= budget)) {
      const quantity = remaining;
      events.push({
        ...{ type: 'PerpetualOrderRested', order, user, market: name, side, price, quantity },
        ...(against > 0 && { against }),
      });
      return { ...met, held: met.held + cost, reason: null };
    }
    return end(sketch, meeting, met, 'margin_short');
  }
  return end(sketch, meeting, met, why ?? reasonOf(stopped, price === null ? 'band' : 'limit'));
}

/** All of its hold was for what it took. */
function end(sketch: Sketch, meeting: Meeting, met: Omit<Met, 'reason'>, reason: PerpetualCancelReason): Met {
  const { order: id, user, side, price } = meeting;
  const { market } = sketch.market.terms;
  met.events.push(ended({ id, user, market, side, price: price ?? 0 }, met.remaining, false, reason, []));
  return { ...met, reason };
}

/** What lots hold that wait to be opened: as if they were, at that price and as a taker. */
export function costOf(sketch: Sketch, user: number, contract: OrderContract, price: number, lots: number): bigint {
  if (lots === 0) return 0n;
  const { leverage } = traderOf(sketch, user);
  const rate = feeRateOf(sketch, user, contract.level, false);
  return openCost(sketch, contract.position, leverage, price, lots, rate).total;
}

/** What an open order holds, or may come to hold: one that only closes what stands against it holds nothing yet. */
export function heldBy(sketch: Sketch, { hold, contract }: OrderView): Held | null {
  if (hold) return { id: hold.id, before: hold.remaining };
  return contract?.closes === false ? { id: sketch.next.hold++, before: 0n } : null;
}

/** What leaves an order with a hold of so many units. */
export function heldAnew(
  sketch: Sketch,
  user: number,
  { position }: OrderContract,
  hold: Held | null,
  held: bigint,
): Entry[] {
  if (!hold || held === hold.before) return [];
  const { buckets } = traderOf(sketch, user);
  const more = held - hold.before;
  return [more > 0n ? holding(position, buckets, more, hold.id) : returning(position, buckets, -more, hold.id)];
}
