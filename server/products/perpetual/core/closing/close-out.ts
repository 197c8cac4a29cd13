/** Closing whole positions at the market: all of them at once, or one that is to be turned around. Each in a batch of its own. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { known } from '../../../../core/folding';
import { FORCED, orderContract, type PositionSide } from '../../../../core/market/order';
import { broken, reject, type Rejection } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import type { CloseAllPositions, CloseOut } from './commands';
import type { CloseOutBegun, CloseOutEnded } from './events';
import type { Closing } from './state';
import { cutTo } from '../orders/cut';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { ordersIn, restingOn } from '../orders/holding';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { meetBook } from '../orders/meet';
import { limitsOf, refuseMarket } from '../orders/place';
import { createSketch, levelOf } from '../orders/sketch';

/** Orders that one batch ends before it closes anything. */
const ORDERS_SLICE = 200;
const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Those that cannot be closed now keep none of the others open. */
export function decideCloseAllPositions(view: CoreView, command: CloseAllPositions, { at }: Context): Decision {
  const { user, market: only } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (only !== undefined && !perpetualMarket(view, only)) return reject('market.unknown');
  const own = view.perpetual.holdings.get(user);
  const markets = only === undefined ? [...(own?.keys() ?? [])].sort() : [only];
  const events: CoreEvent[] = [];
  let refusal: Rejection | null = null;
  for (const market of markets) {
    for (const side of SIDES) {
      const position = own?.get(market)?.[side];
      if (!position) continue;
      const refused = refuseToClose(view, user, market, side, at);
      refusal ??= refused;
      if (!refused) events.push(closeOutBegun(position, 'close_all'));
    }
  }
  return events.length > 0 ? events : (refusal ?? reject('position.none'));
}

function refuseToClose(view: CoreView, user: number, name: string, side: PositionSide, at: number): Rejection | null {
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const refusal = refuseLocked(view, user, name, [side]) ?? refuseMarket(view, market, false);
  return refusal ?? (markAt(view, market, at) ? null : reject('mark.stale'));
}

export function closeOutBegun(
  { id, user, market, side, lots }: { id: number; user: number; market: string; side: PositionSide; lots: number },
  mode: CloseOutBegun['mode'],
): CloseOutBegun {
  return { type: 'CloseOutBegun', position: id, user, market, side, lots, mode };
}

/** What rests to close it ends first. Where it meets more than one order may, it goes on in the next batch. */
export function decideCloseOut(view: CoreView, { contract: id }: CloseOut, { at }: Context): CoreEvent[] {
  const closing = known(view.closeOut.closing, id);
  const { user, market: name, side: position, mode } = closing;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const standing = view.perpetual.holdings.get(user)?.get(name)?.[position];
  if (standing?.id !== id) return [ended(closing, 0, 'position_closed')];
  const mark = markAt(view, market, at);
  if (!mark || refuseMarket(view, market, false)) return [ended(closing, standing.lots, 'market_closed')];
  const resting = restingOn(ordersIn(view, user, name), position);
  const cancelled = cutTo(view, market, user, position, 0).slice(0, ORDERS_SLICE);
  if (cancelled.length < resting.length) return cancelled;

  const side = sideOf(position, 'close');
  const { [side]: worst } = limitsOf(view, market, mark, at);
  const order = view.counters.order;
  const level = levelOf(view, user, at);
  const sketch = createSketch(view, market, mark.ticks, at);
  const met = meetBook(sketch, {
    ...{ order, user, side, worst, mode, lots: standing.lots },
    ...{ terms: FORCED, price: null, hold: null },
    contract: orderContract(position, true, level, undefined),
  });
  const placed: PerpetualOrderPlaced = {
    ...{ type: 'PerpetualOrderPlaced', order, user, market: name, side, position, closes: 1, kind: 'market' },
    ...{ ...FORCED, quantity: standing.lots, level, disposition: 'takes' },
    entries: [],
  };
  const events = [...sketch.settling.events, ...cancelled, placed, ...met.events];
  if (met.remaining > 0 && met.isTooMuch) return events;
  return [...events, ended(closing, met.remaining, met.reason)];
}

function ended(
  { position, user, market, side, mode }: Readonly<Closing>,
  left: number,
  reason: PerpetualCancelReason | null,
): CloseOutEnded {
  return { type: 'CloseOutEnded', position, user, market, side, mode, left, reason: reason ?? undefined };
}

/** The walk's own bound keeps it from coming to that. */
export function giveUpCloseOut(view: CoreView, { contract }: CloseOut): CoreEvent[] {
  const closing = known(view.closeOut.closing, contract);
  const position = view.perpetual.holdings.get(closing.user)?.get(closing.market)?.[closing.side];
  return [ended(closing, position?.lots ?? 0, 'fills_too_many')];
}
