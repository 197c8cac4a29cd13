/** Turning a position around: what closed it is followed by an order that opens the other side. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { known } from '../../../../core/folding';
import { FORCED, orderContract } from '../../../../core/market/order';
import { broken, reject } from '../../../../core/rejection';
import { refuseTrader } from '../../../spot/core/permission';
import { refuseQuantity } from '../../../spot/core/place';
import type { CoreView } from '../../../../core/state';
import { sideOf } from '../commands';
import type { OpenReversed, ReversePosition } from './commands';
import type { ReverseEnded } from './events';
import type { Closing } from './state';
import { closeOutBegun } from './close-out';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from '../events';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { meetBook, type Held, type Met } from '../orders/meet';
import { limitsOf, refuseMarket, refuseSize, sizeOf, type Circumstances } from '../orders/place';
import { OTHER_SIDE } from '../orders/holding';
import { holding } from '../orders/order-holds';
import { createSketch, levelOf, traderOf, type Sketch } from '../orders/sketch';

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
  return refuseQuantity(sizeOf(market, false), standing.lots) ?? [closeOutBegun(standing, 'reverse')];
}

/** With as many lots as were closed, or as many of them as what is free pays for; nothing where the market no longer takes it. */
export function decideOpenReversed(view: CoreView, { contract: id }: OpenReversed, { at }: Context): CoreEvent[] {
  const closing = known(view.closeOut.reversing, id);
  const { user, market: name, lots: wanted } = closing;
  const market = perpetualMarket(view, name) ?? broken(`${name} is no perpetual`);
  const mark = markAt(view, market, at);
  const isOpen = mark && !mark.isStale && !mark.isCloseOnly;
  if (!isOpen || refuseTrader(view, user) || refuseMarket(view, market, true))
    return [ended(closing, 0, 'market_closed')];
  const around: Circumstances = { view, market, mark, limits: limitsOf(view, market, mark, at), at };
  const position = OTHER_SIDE[closing.side];
  const side = sideOf(position, 'open');
  const { [side]: worst } = around.limits;
  if (refuseSize(around, { user, position, quantity: wanted }, worst)) return [ended(closing, 0, 'position_limit')];

  const order = view.counters.order;
  const contract = orderContract(position, false, levelOf(view, user, at), undefined);
  const attempt = (lots: number): Attempt => {
    const sketch = createSketch(view, market, mark.ticks, at);
    // Its hold comes before that of the position that its fills make.
    const hold: Held = { id: sketch.next.hold++, before: 0n };
    const met = meetBook(sketch, {
      ...{ order, user, side, contract, worst, lots, hold },
      terms: FORCED,
      price: null,
    });
    return { lots, sketch, hold, met };
  };
  const made = affordable(attempt, wanted);
  if (!made || refuseQuantity(sizeOf(market, false), made.lots)) return [ended(closing, 0, 'margin_short')];
  const { sketch, hold, met, lots } = made;
  const { buckets } = traderOf(sketch, user);
  const placed: PerpetualOrderPlaced = {
    ...{ type: 'PerpetualOrderPlaced', order, user, market: name, side, position, closes: 0, kind: 'market' },
    ...{ ...FORCED, quantity: lots, level: contract.level, disposition: 'takes' },
    entries: met.held > 0n ? [holding(position, buckets, met.held, hold.id)] : [],
  };
  const reason = met.reason ?? (lots < wanted ? 'margin_short' : null);
  return [...sketch.settling.events, placed, ...met.events, ended(closing, met.filled, reason)];
}

interface Attempt {
  lots: number;
  sketch: Sketch;
  hold: Held;
  met: Met;
}

/** The most lots, up to those wanted, whose every fill what is free pays for: a fill is made as a whole or not. */
function affordable(attempt: (lots: number) => Attempt, wanted: number): Attempt | null {
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

function ended(
  { position, user, market, side }: Readonly<Closing>,
  lots: number,
  reason: PerpetualCancelReason | null,
): ReverseEnded {
  const opened = OTHER_SIDE[side];
  return { type: 'ReverseEnded', position, user, market, side: opened, lots, reason: reason ?? undefined };
}

/** The walk's own bound keeps it from coming to that. */
export function giveUpOpenReversed(view: CoreView, { contract }: OpenReversed): CoreEvent[] {
  return [ended(known(view.closeOut.reversing, contract), 0, 'fills_too_many')];
}
