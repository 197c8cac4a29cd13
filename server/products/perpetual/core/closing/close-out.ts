/** Closes whole positions at the market: all of a user, or one that is to be reversed. Each in its own batch. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { FORCED_ORDER_TERMS, orderContract, type PositionSide } from '../../../../core/market/order';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import type { CloseAllPositions, CloseOut } from './commands';
import type { CloseOutBegun, CloseOutEnded } from './events';
import type { Closing } from './state';
import { cutClosingOrders } from '../orders/cut-closing-orders';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { ordersIn, closingOrdersOn } from '../orders/open-orders';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { matchWithBook } from '../orders/match-with-book';
import { priceLimitsOf, refuseMarket } from '../orders/place';
import { createSimulation, perpetualFeeLevel } from '../orders/match-simulation';

/** Maximum orders ended in one batch before anything is closed. */
const ORDERS_SLICE = 200;
const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Positions that cannot be closed now do not prevent closing the others. */
export function decideCloseAllPositions(view: CoreView, command: CloseAllPositions, { at }: Context): Decision {
  const { user, market: requestedMarket } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (requestedMarket !== undefined && !perpetualMarket(view, requestedMarket)) return reject('market.unknown');
  const holdings = view.perpetual.holdings.get(user);
  const markets = requestedMarket === undefined ? [...(holdings?.keys() ?? [])].sort() : [requestedMarket];
  const events: CoreEvent[] = [];
  let refusal: Rejection | null = null;
  for (const market of markets) {
    for (const side of SIDES) {
      const position = holdings?.get(market)?.[side];
      if (!position) continue;
      const closeRefusal = refuseToClose(view, user, market, side, at);
      refusal ??= closeRefusal;
      if (!closeRefusal) events.push(closeOutBegunEvent(position, 'close_all'));
    }
  }
  return events.length > 0 ? events : (refusal ?? reject('position.none'));
}

function refuseToClose(view: CoreView, user: number, name: string, side: PositionSide, at: number): Rejection | null {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const refusal = refuseLocked(view, user, name, [side]) ?? refuseMarket(view, market, false);
  return refusal ?? (markAt(view, market, at) ? null : reject('mark.stale'));
}

export function closeOutBegunEvent(
  { id, user, market, side, lots }: { id: number; user: number; market: string; side: PositionSide; lots: number },
  mode: CloseOutBegun['mode'],
): CloseOutBegun {
  return { type: 'CloseOutBegun', position: id, user, market, side, lots, mode };
}

/** Cancels resting closing orders first. If the market order exceeds the limit of one batch, the close-out continues in the next batch. */
export function decideCloseOut(view: CoreView, { contract: id }: CloseOut, { at }: Context): CoreEvent[] {
  const closing = getOrThrow(view.closeOut.closing, id);
  const { user, market: name, side: position, mode } = closing;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const openPosition = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (openPosition?.id !== id) return [closeOutEndedEvent(closing, 0, 'position_closed')];
  const mark = markAt(view, market, at);
  if (!mark || refuseMarket(view, market, false))
    return [closeOutEndedEvent(closing, openPosition.lots, 'market_closed')];
  const resting = closingOrdersOn(ordersIn(view, user, name), position);
  const cancelled = cutClosingOrders(view, market, user, position, 0).slice(0, ORDERS_SLICE);
  if (cancelled.length < resting.length) return cancelled;

  const side = sideOf(position, 'close');
  const { [side]: worstPrice } = priceLimitsOf(view, market, mark, at);
  const order = view.counters.order;
  const level = perpetualFeeLevel(view, user, at);
  const simulation = createSimulation(view, market, mark.ticks, at);
  const matchResult = matchWithBook(simulation, {
    ...{ order, user, side, worst: worstPrice, mode, lots: openPosition.lots },
    ...{ terms: FORCED_ORDER_TERMS, price: null, hold: null },
    contract: orderContract(position, true, level, undefined),
  });
  const placedEvent: PerpetualOrderPlaced = {
    ...{ type: 'PerpetualOrderPlaced', order, user, market: name, side, position, closes: 1, kind: 'market' },
    ...{ ...FORCED_ORDER_TERMS, quantity: openPosition.lots, level, disposition: 'takes' },
    entries: [],
  };
  const events = [...simulation.settling.events, ...cancelled, placedEvent, ...matchResult.events];
  if (matchResult.remaining > 0 && matchResult.isTooMuch) return events;
  return [...events, closeOutEndedEvent(closing, matchResult.remaining, matchResult.reason)];
}

function closeOutEndedEvent(
  { position, user, market, side, mode }: Readonly<Closing>,
  remainingLots: number,
  reason: PerpetualCancelReason | null,
): CloseOutEnded {
  return {
    type: 'CloseOutEnded',
    position,
    user,
    market,
    side,
    mode,
    left: remainingLots,
    reason: reason ?? undefined,
  };
}

/** The walk's own bound should prevent this. */
export function fallbackCloseOut(view: CoreView, { contract }: CloseOut): CoreEvent[] {
  const closing = getOrThrow(view.closeOut.closing, contract);
  const position = view.perpetual.holdings.get(closing.user)?.get(closing.market)?.[closing.side];
  return [closeOutEndedEvent(closing, position?.lots ?? 0, 'fills_too_many')];
}
