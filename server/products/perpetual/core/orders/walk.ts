/** A taker's walk through a perpetual's book: both sides of every fill are checked at the current mark. */
import type { CoreEvent } from '../../../../core/event';
import { notionalOf } from '../../../../core/market/market';
import type { MatchJudge } from '../../../../core/market/matching';
import type { OrderContract, OrderSide } from '../../../../core/market/order';
import type { WalkEvents } from '../../../../core/market/strategy';
import { broken } from '../../../../core/rejection';
import { cancelOpenOrder } from './cancel';
import type { CloseMode, PerpetualTraded } from '../events';
import { openLotsOf } from './open-orders';
import type { InsuranceDraw } from '../liquidation/fill';
import { lotsUntilSideChanges, remainingLotsIn } from './one-way';
import {
  simulateFill,
  traderOf,
  type SimulatedFill,
  type FillRefusal,
  type FillSide,
  type MatchSimulation,
} from './match-simulation';

/**
 * Events with which accounts raise funds for fills; beyond this a walk meets no further maker. Each side of one more fill may add two per
 * position, and all are one batch.
 */
export const RAISED_MAX = 190;

export interface TakingOrder {
  order: number;
  user: number;
  side: OrderSide;
  contract: OrderContract;
  hold: FillSide['hold'];
  lots: number;
  /** Opening orders only: units available for holds at the start; amounts that fills release pay for no other fill. */
  budget?: bigint;
  isMaker: false;
  /** Closing orders only, if the owner did not place the order. */
  mode?: CloseMode;
}

export interface PerpetualWalk {
  judge: MatchJudge;
  fills: WalkEvents;
  /** Units that the taker's fills spend of its hold. */
  spentAmount(): bigint;
  /** Reason why the taker may not trade further; null if the walk ended for another reason. */
  takerRefusal(): FillRefusal | null;
}

/** Taker's fill function, if it differs from that of an ordinary order. */
export interface TakerSide {
  fillTaker: typeof simulateFill;
  fund?: InsuranceDraw | undefined;
}

export function createWalk(
  simulation: MatchSimulation,
  takerOrder: TakingOrder,
  { fillTaker, fund }: TakerSide = { fillTaker: simulateFill },
): PerpetualWalk {
  const { view, market } = simulation;
  // Events by maker, in the order of first fills: an order that reverses its owner's position is filled more than once.
  const events = new Map<number, CoreEvent[]>();
  const precedingEvents = new Map<number, CoreEvent[][]>();
  let open = takerOrder.lots;
  let spentAmount = 0n;
  let raised = 0;
  let takerRefusal: FillRefusal | null = null;

  const judge: MatchJudge = {
    judge(id, price, max) {
      if (raised >= RAISED_MAX) return 'enough';
      const maker = view.orders.get(id) ?? broken(`resting order ${id} is unknown`);
      const contract = maker.contract ?? broken(`order ${id} is of no position`);
      const side: FillSide = {
        order: id,
        user: maker.user,
        contract,
        isMaker: true,
        hold: maker.hold,
        open: openLotsOf(maker),
        unheldLots: contract.against ?? 0,
      };
      const owner = traderOf(simulation, maker.user);
      const taker: FillSide = {
        order: takerOrder.order,
        user: takerOrder.user,
        contract: takerOrder.contract,
        isMaker: false,
        hold: takerOrder.hold,
        open,
        unheldLots: 0,
      };
      const lots = Math.min(
        lotsUntilSideChanges(traderOf(simulation, takerOrder.user), taker, taker, max),
        lotsUntilSideChanges(owner, side, remainingLotsIn(simulation, side), max),
      );
      const rollback = createRollback(simulation, takerOrder.user, fund);
      const takerFill = fillTaker(simulation, taker, price, lots);
      if (typeof takerFill === 'string') {
        takerRefusal = takerFill;
        return 'ends_taker';
      }
      if (takerOrder.budget !== undefined && spentAmount + (takerFill.spent ?? 0n) > takerOrder.budget) {
        rollback.restore();
        takerRefusal = 'margin_short';
        return 'ends_taker';
      }
      const makerFill = simulateFill(simulation, side, price, lots);
      if (typeof makerFill === 'string') {
        rollback.restore();
        const { open: remainingLots } = remainingLotsIn(simulation, side);
        const rest = { ...maker, filledQuantity: maker.quantity - remainingLots };
        appendTo(events, id, cancelOpenOrder(view, market, rest, makerFill, simulation.remainingHolds.get(id)));
        return 'drops_maker';
      }
      spentAmount += takerFill.spent ?? 0n;
      const newEvents = [...(takerFill.precedingEvents ?? []), ...(makerFill.precedingEvents ?? [])];
      raised += newEvents.length;
      appendTo(precedingEvents, id, newEvents);
      open -= lots;
      appendTo(events, id, tradedEvent(simulation, takerOrder, side, makerFill, takerFill, price, lots));
      return lots < max ? lots : 'fills';
    },
  };
  const fills: WalkEvents = {
    eventsBeforeTrade: ({ id }) => precedingEvents.get(id)?.shift() ?? [],
    trade: ({ id }) => events.get(id)?.shift() ?? broken(`a fill with order ${id} was not judged`),
    drop: (maker) => events.get(maker.id)?.shift() ?? cancelOpenOrder(view, market, maker, 'self_trade'),
  };
  return { judge, fills, spentAmount: () => spentAmount, takerRefusal: () => takerRefusal };
}

function appendTo<T>(lists: Map<number, T[]>, id: number, one: T): void {
  const list = lists.get(id);
  if (list) list.push(one);
  else lists.set(id, [one]);
}

/** The taker's fill is calculated first, and undone if the maker's fails. */
function createRollback(simulation: MatchSimulation, user: number, fund: InsuranceDraw | undefined) {
  const trader = traderOf(simulation, user);
  const restore = trader.savepoint();
  const { hold, position } = simulation.next;
  const funded = { ...fund };
  return {
    restore(): void {
      restore();
      Object.assign(simulation.next, { hold, position });
      if (fund) Object.assign(fund, funded);
    },
  };
}

function tradedEvent(
  simulation: MatchSimulation,
  takerOrder: TakingOrder,
  maker: FillSide,
  makerFill: SimulatedFill,
  takerFill: SimulatedFill,
  price: number,
  quantity: number,
): PerpetualTraded {
  return {
    type: 'PerpetualTraded',
    trade: simulation.next.trade++,
    market: simulation.market.terms.market,
    price,
    quantity,
    notional: notionalOf(simulation.market, price, quantity),
    takerSide: takerOrder.side,
    makerOrder: maker.order,
    takerOrder: takerOrder.order,
    maker: maker.user,
    taker: takerOrder.user,
    makerPosition: makerFill.position,
    takerPosition: takerFill.position,
    makerReleased: makerFill.released,
    takerReleased: takerFill.released,
    makerFee: makerFill.fee,
    takerFee: takerFill.fee,
    mark: simulation.mark,
    takerMode: takerOrder.mode,
    entries: [...takerFill.entries, ...makerFill.entries],
  };
}
