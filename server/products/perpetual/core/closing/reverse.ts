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
  const standing = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (!standing) return reject('position.none');
  return refuseQuantity(sizeOf(market, false), standing.lots) ?? [closeOutBegunEvent(standing, 'reverse')];
}

/** Opens as many lots as were closed, or as many as the free balance pays for; none if the market no longer accepts it. */
export function decideOpenReversed(view: CoreView, { contract: id }: OpenReversed, { at }: Context): CoreEvent[] {
  const closing = getOrThrow(view.closeOut.reversing, id);
  const { user, market: name, lots: wanted } = closing;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const mark = markAt(view, market, at);
  const isOpen = mark && !mark.isStale && !mark.isCloseOnly;
  if (!isOpen || refuseTrader(view, user) || refuseMarket(view, market, true))
    return [reverseEndedEvent(closing, 0, 'market_closed')];
  const context: OrderContext = { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at };
  const position = OTHER_SIDE[closing.side];
  const side = sideOf(position, 'open');
  const { [side]: worst } = context.limits;
  if (refuseSize(context, { user, position, quantity: wanted }, worst))
    return [reverseEndedEvent(closing, 0, 'position_limit')];

  const order = view.counters.order;
  const contract = orderContract(position, false, perpetualFeeLevel(view, user, at), undefined);
  const attempt = (lots: number): Attempt => {
    const simulation = createSimulation(view, market, mark.ticks, at);
    // Its hold id precedes that of the position that its fills create.
    const hold: SimulatedHold = { id: simulation.next.hold++, before: 0n };
    const met = matchWithBook(simulation, {
      ...{ order, user, side, contract, worst, lots, hold },
      terms: FORCED_ORDER_TERMS,
      price: null,
    });
    return { lots, simulation: simulation, hold, met };
  };
  const made = largestAffordable(attempt, wanted);
  if (!made || refuseQuantity(sizeOf(market, false), made.lots)) return [reverseEndedEvent(closing, 0, 'margin_short')];
  const { simulation: sketch, hold, met, lots } = made;
  const { buckets } = traderOf(sketch, user);
  const placed: PerpetualOrderPlaced = {
    ...{ type: 'PerpetualOrderPlaced', order, user, market: name, side, position, closes: 0, kind: 'market' },
    ...{ ...FORCED_ORDER_TERMS, quantity: lots, level: contract.level, disposition: 'takes' },
    entries: met.held > 0n ? [holdEntry(position, buckets, met.held, hold.id)] : [],
  };
  const reason = met.reason ?? (lots < wanted ? 'margin_short' : null);
  return [...sketch.settling.events, placed, ...met.events, reverseEndedEvent(closing, met.filled, reason)];
}

interface Attempt {
  lots: number;
  simulation: MatchSimulation;
  hold: SimulatedHold;
  met: MatchResult;
}

/** Maximum lots, up to `wanted`, for which the free balance pays every fill: fills are never partial. */
function largestAffordable(attempt: (lots: number) => Attempt, wanted: number): Attempt | null {
  const all = attempt(wanted);
  if (all.met.reason !== 'margin_short') return all;
  let best: Attempt | null = null;
  let [paid, short] = [all.met.filled, wanted];
  while (short - paid > 1) {
    const middle = Math.floor((paid + short) / 2);
    const made = attempt(middle);
    if (made.met.reason === 'margin_short') short = middle;
    else [best, paid] = [made, middle];
  }
  return best ?? (paid > 0 ? attempt(paid) : null);
}

function reverseEndedEvent(
  { position, user, market, side }: Readonly<Closing>,
  lots: number,
  reason: PerpetualCancelReason | null,
): ReverseEnded {
  const opened = OTHER_SIDE[side];
  return { type: 'ReverseEnded', position, user, market, side: opened, lots, reason: reason ?? undefined };
}

/** The walk's own bound should prevent this. */
export function fallbackOpenReversed(view: CoreView, { contract }: OpenReversed): CoreEvent[] {
  return [reverseEndedEvent(getOrThrow(view.closeOut.reversing, contract), 0, 'fills_too_many')];
}
