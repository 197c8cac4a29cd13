/** A taker's walk through a perpetual's book: both sides of every fill are judged at the mark of that moment. */
import type { CoreEvent } from '../event';
import { notionalOf } from '../market/market';
import type { Judge } from '../market/matching';
import type { OrderContract, OrderSide } from '../market/order';
import type { Fills } from '../market/strategy';
import { broken } from '../rejection';
import { endOpen } from './end';
import type { CloseMode, PerpetualTraded } from './events';
import { openLotsOf } from './holding';
import type { Fund } from './liquidation-fill';
import { fill, traderOf, type FillMade, type FillRefused, type FillSide, type Sketch } from './sketch';

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
  const events = new Map<number, CoreEvent>();
  const ahead = new Map<number, CoreEvent[]>();
  let open = taking.lots;
  let spent = 0n;
  let ended: FillRefused | null = null;

  const judge: Judge = {
    judge(id, price, lots) {
      const maker = view.orders.get(id) ?? broken(`resting order ${id} is unknown`);
      const contract = maker.contract ?? broken(`order ${id} is of no position`);
      const before = standingOf(sketch, taking.user, fund);
      const taken = take(sketch, { ...taking, open }, price, lots);
      if (typeof taken === 'string') {
        ended = taken;
        return 'ends_taker';
      }
      if (taking.budget !== undefined && spent + (taken.spent ?? 0n) > taking.budget) {
        before.restore();
        ended = 'margin_short';
        return 'ends_taker';
      }
      const side: FillSide = {
        order: id,
        user: maker.user,
        contract,
        makes: true,
        hold: maker.hold,
        open: openLotsOf(maker),
      };
      const made = fill(sketch, side, price, lots);
      if (typeof made === 'string') {
        before.restore();
        events.set(id, endOpen(view, market, maker, made));
        return 'drops_maker';
      }
      spent += taken.spent ?? 0n;
      ahead.set(id, [...(taken.ahead ?? []), ...(made.ahead ?? [])]);
      open -= lots;
      events.set(id, traded(sketch, taking, side, made, taken, price, lots));
      return 'fills';
    },
  };
  const fills: Fills = {
    ahead: ({ id }) => ahead.get(id) ?? [],
    trade: ({ id }) => events.get(id) ?? broken(`a fill with order ${id} was not judged`),
    drop: (maker) => events.get(maker.id) ?? endOpen(view, market, maker, 'self_trade'),
  };
  return { judge, fills, spent: () => spent, ended: () => ended };
}

/** The taker's fill is reckoned first, and taken back where the maker fails. */
function standingOf(sketch: Sketch, user: number, fund: Fund | undefined) {
  const trader = traderOf(sketch, user);
  const { free, others, long, short } = trader;
  const { hold, position } = sketch.next;
  const funded = { ...fund };
  return {
    restore(): void {
      Object.assign(trader, { free, others, long, short });
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
