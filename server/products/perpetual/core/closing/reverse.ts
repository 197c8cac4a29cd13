/** Reverses a position: after the close an order opens the opposite side. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { FORCED_ORDER_TERMS, orderContract } from '../../../../core/market/order';
import { broken, reject } from '../../../../core/rejection';
import { refuseTrader } from '../../../spot/core/permission';
import { refuseQuantity } from '../../../spot/core/place';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import type { OpenReversed, ReversePosition } from './commands';
import type { ReverseEnded } from './events';
import type { Closing } from './state';
import { closeOutBegunEvent } from './close-out';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { matchWithBook, type SimulatedHold, type MatchResult } from '../orders/match-with-book';
import { priceLimitsOf, refuseMarket, refuseSize, sizeOf, type OrderContext } from '../orders/place';
import { OTHER_SIDE } from '../orders/open-orders';
import { holdEntry } from '../orders/order-holds';
import { createSimulation, perpetualFeeLevel, traderOf, type MatchSimulation } from '../orders/match-simulation';

export function decideReversePosition(view: CoreView, command: ReversePosition, { at }: Context): Decision {
  const { user, market: name, position } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const market = perpetualMarket(view, name);
  if (!market) return reject('market.unknown');
  const closed = refuseLocked(view, user, name, ['long', 'short']) ?? refuseMarket(view, market, true);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  if (!mark || mark.isStale) return reject('mark.stale');
  if (mark.isCloseOnly) return reject('market.close.only');
  const openPosition = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (!openPosition) return reject('position.none');
  return refuseQuantity(sizeOf(market, false), openPosition.lots) ?? [closeOutBegunEvent(openPosition, 'reverse')];
}

/** Opens as many lots as were closed, or as many as the free balance pays for; none if the market no longer accepts it. */
export function decideOpenReversed(view: CoreView, { contract: id }: OpenReversed, { at }: Context): CoreEvent[] {
  const closing = getOrThrow(view.closeOut.reversing, id);
  const { user, market: name, lots: requestedLots } = closing;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const mark = markAt(view, market, at);
  const isOpen = mark && !mark.isStale && !mark.isCloseOnly;
  if (!isOpen || refuseTrader(view, user) || refuseMarket(view, market, true))
    return [reverseEndedEvent(closing, 0, 'market_closed')];
  const context: OrderContext = { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at };
  const position = OTHER_SIDE[closing.side];
  const side = sideOf(position, 'open');
  const { [side]: worstPrice } = context.limits;
  if (refuseSize(context, { user, position, quantity: requestedLots }, worstPrice))
    return [reverseEndedEvent(closing, 0, 'position_limit')];

  const order = view.counters.order;
  const contract = orderContract(position, false, perpetualFeeLevel(view, user, at), undefined);
  const attempt = (lots: number): Attempt => {
    const simulation = createSimulation(view, market, mark.ticks, at);
    // Its hold id precedes that of the position that its fills create.
    const hold: SimulatedHold = { id: simulation.next.hold++, before: 0n };
    const matchResult = matchWithBook(simulation, {
      ...{ order, user, side, contract, worst: worstPrice, lots, hold },
      terms: FORCED_ORDER_TERMS,
      price: null,
    });
    return { lots, simulation, hold, matchResult };
  };
  const largest = largestAffordable(attempt, requestedLots);
  if (!largest || refuseQuantity(sizeOf(market, false), largest.lots))
    return [reverseEndedEvent(closing, 0, 'margin_short')];
  const { simulation: sketch, hold, matchResult, lots } = largest;
  const { buckets } = traderOf(sketch, user);
  const placedEvent: PerpetualOrderPlaced = {
    ...{ type: 'PerpetualOrderPlaced', order, user, market: name, side, position, closes: 0, kind: 'market' },
    ...{ ...FORCED_ORDER_TERMS, quantity: lots, level: contract.level, disposition: 'takes' },
    entries: matchResult.held > 0n ? [holdEntry(position, buckets, matchResult.held, hold.id)] : [],
  };
  const reason = matchResult.reason ?? (lots < requestedLots ? 'margin_short' : null);
  return [
    ...sketch.settling.events,
    placedEvent,
    ...matchResult.events,
    reverseEndedEvent(closing, matchResult.filled, reason),
  ];
}

interface Attempt {
  lots: number;
  simulation: MatchSimulation;
  hold: SimulatedHold;
  matchResult: MatchResult;
}

/** Maximum lots, up to `requestedLots`, for which the free balance pays every fill: fills are never partial. */
function largestAffordable(attempt: (lots: number) => Attempt, requestedLots: number): Attempt | null {
  const fullAttempt = attempt(requestedLots);
  if (fullAttempt.matchResult.reason !== 'margin_short') return fullAttempt;
  let best: Attempt | null = null;
  let [affordable, unaffordable] = [fullAttempt.matchResult.filled, requestedLots];
  while (unaffordable - affordable > 1) {
    const middle = Math.floor((affordable + unaffordable) / 2);
    const candidate = attempt(middle);
    if (candidate.matchResult.reason === 'margin_short') unaffordable = middle;
    else [best, affordable] = [candidate, middle];
  }
  return best ?? (affordable > 0 ? attempt(affordable) : null);
}

function reverseEndedEvent(
  { position, user, market, side }: Readonly<Closing>,
  lots: number,
  reason: PerpetualCancelReason | null,
): ReverseEnded {
  const openedSide = OTHER_SIDE[side];
  return { type: 'ReverseEnded', position, user, market, side: openedSide, lots, reason: reason ?? undefined };
}

/** The walk's own bound should prevent this. */
export function fallbackOpenReversed(view: CoreView, { contract }: OpenReversed): CoreEvent[] {
  return [reverseEndedEvent(getOrThrow(view.closeOut.reversing, contract), 0, 'fills_too_many')];
}
