/** A taker's walk through a perpetual's book: both sides of every fill are judged at the mark of that moment. */
import type { CoreEvent } from '../../../../core/event';
import { notionalOf } from '../../../../core/market/market';
import type { Judge } from '../../../../core/market/matching';
import type { OrderContract, OrderSide } from '../../../../core/market/order';
import type { Fills } from '../../../../core/market/strategy';
import { broken } from '../../../../core/rejection';
import { endOpen } from './end';
import type { CloseMode, PerpetualTraded } from '../events';
import { openLotsOf } from './holding';
import type { Fund } from '../liquidation/fill';
import { ofOneKind, restOf } from './one-way';
import { fill, traderOf, type FillMade, type FillRefused, type FillSide, type Sketch } from './sketch';

/**
 * Events by which accounts make payable what their fills cost, after which a walk meets nobody else: each side of one more fill may bring as
 * many as it has positions, twice, and all are one batch.
 */
export const RAISED_MAX = 190;

export interface TakingOrder {
  order: number;
  user: number;
  side: OrderSide;
  contract: OrderContract;
  hold: FillSide['hold'];
  lots: number;
  /** Units that it may hold as it begins, of one that opens: what a fill gives back pays for no other. */
  budget?: bigint;
  makes: false;
  /** Of one that closes, where it is not its owner's own order. */
  mode?: CloseMode;
}

export interface PerpetualWalk {
  judge: Judge;
  fills: Fills;
  /** Units that the taker's fills spend of its hold. */
  spent(): bigint;
  /** Why the taker may trade no more; null when that is not what ended its walk. */
  ended(): FillRefused | null;
}

/** What a taker's own side of a fill is, where that is not what its owner's order makes of it. */
export interface TakerSide {
  take: typeof fill;
  fund?: Fund | undefined;
}

export function walkOf(sketch: Sketch, taking: TakingOrder, { take, fund }: TakerSide = { take: fill }): PerpetualWalk {
  const { view, market } = sketch;
  // Of each maker in the order in which it was met: one that turns its owner around is met more than once.
  const events = new Map<number, CoreEvent[]>();
  const ahead = new Map<number, CoreEvent[][]>();
  let open = taking.lots;
  let spent = 0n;
  let raised = 0;
  let ended: FillRefused | null = null;

  const judge: Judge = {
    judge(id, price, most) {
      if (raised >= RAISED_MAX) return 'enough';
      const maker = view.orders.get(id) ?? broken(`resting order ${id} is unknown`);
      const contract = maker.contract ?? broken(`order ${id} is of no position`);
      const side: FillSide = {
        order: id,
        user: maker.user,
        contract,
        makes: true,
        hold: maker.hold,
        open: openLotsOf(maker),
        against: contract.against ?? 0,
      };
      const owner = traderOf(sketch, maker.user);
      const taker: FillSide = {
        order: taking.order,
        user: taking.user,
        contract: taking.contract,
        makes: false,
        hold: taking.hold,
        open,
        against: 0,
      };
      const lots = Math.min(
        ofOneKind(traderOf(sketch, taking.user), taker, taker, most),
        ofOneKind(owner, side, restOf(sketch, side), most),
      );
      const standing = standingOf(sketch, taking.user, fund);
      const taken = take(sketch, taker, price, lots);
      if (typeof taken === 'string') {
        ended = taken;
        return 'ends_taker';
      }
      if (taking.budget !== undefined && spent + (taken.spent ?? 0n) > taking.budget) {
        standing.restore();
        ended = 'margin_short';
        return 'ends_taker';
      }
      const made = fill(sketch, side, price, lots);
      if (typeof made === 'string') {
        standing.restore();
        const { open: left } = restOf(sketch, side);
        const rest = { ...maker, filledQuantity: maker.quantity - left };
        push(events, id, endOpen(view, market, rest, made, sketch.held.get(id)));
        return 'drops_maker';
      }
      spent += taken.spent ?? 0n;
      const before = [...(taken.ahead ?? []), ...(made.ahead ?? [])];
      raised += before.length;
      push(ahead, id, before);
      open -= lots;
      push(events, id, traded(sketch, taking, side, made, taken, price, lots));
      return lots < most ? lots : 'fills';
    },
  };
  const fills: Fills = {
    ahead: ({ id }) => ahead.get(id)?.shift() ?? [],
    trade: ({ id }) => events.get(id)?.shift() ?? broken(`a fill with order ${id} was not judged`),
    drop: (maker) => events.get(maker.id)?.shift() ?? endOpen(view, market, maker, 'self_trade'),
  };
  return { judge, fills, spent: () => spent, ended: () => ended };
}

function push<T>(lists: Map<number, T[]>, id: number, one: T): void {
  const list = lists.get(id);
  if (list) list.push(one);
  else lists.set(id, [one]);
}

/** The taker's fill is reckoned first, and taken back where the maker fails. */
function standingOf(sketch: Sketch, user: number, fund: Fund | undefined) {
  const trader = traderOf(sketch, user);
  const restore = trader.restoring();
  const { hold, position } = sketch.next;
  const funded = { ...fund };
  return {
    restore(): void {
      restore();
      Object.assign(sketch.next, { hold, position });
      if (fund) Object.assign(fund, funded);
    },
  };
}

function traded(
  sketch: Sketch,
  taking: TakingOrder,
  maker: FillSide,
  made: FillMade,
  taken: FillMade,
  price: number,
  quantity: number,
): PerpetualTraded {
  return {
    type: 'PerpetualTraded',
    trade: sketch.next.trade++,
    market: sketch.market.terms.market,
    price,
    quantity,
    notional: notionalOf(sketch.market, price, quantity),
    takerSide: taking.side,
    makerOrder: maker.order,
    takerOrder: taking.order,
    maker: maker.user,
    taker: taking.user,
    makerPosition: made.position,
    takerPosition: taken.position,
    makerReleased: made.released,
    takerReleased: taken.released,
    makerFee: made.fee,
    takerFee: taken.fee,
    mark: sketch.mark,
    takerMode: taking.mode,
    entries: [...taken.entries, ...made.entries],
  };
}
