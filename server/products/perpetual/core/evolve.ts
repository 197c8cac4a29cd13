/** What the events of perpetuals do to the state: orders, positions, and what they hold. */
import { positionOf, type Batch } from '../../../core/event';
import { noteVolume } from '../../../core/fees/volume';
import { known, postAll } from '../../../core/folding';
import type { Entry } from '../../../core/ledger/entry';
import { reduceOrder } from '../../../core/market/book';
import { createMarket, latestPrice } from '../../../core/market/market';
import {
  close,
  fill,
  leaveBook,
  leaveTriggers,
  openOrder,
  placedOrder,
  rest,
  triggersOf,
} from '../../../core/market/open-orders';
import { orderContract, type Order, type PositionSide } from '../../../core/market/order';
import { nextReached, removeReached } from '../../../core/market/reached';
import { reachTriggers, wait } from '../../../core/market/triggers';
import { noteTrade } from '../../../core/market/traded';
import { noteFees } from '../../referral/core/counted';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type {
  LeverageSet,
  MarginAdjusted,
  MarginModeSet,
  PerpetualMarketListed,
  PerpetualMarketStateChanged,
  PerpetualOrderAmended,
  PerpetualOrderCancelled,
  PerpetualOrderCut,
  PerpetualOrderPlaced,
  PerpetualOrderRested,
  PerpetualOrderTriggered,
  PerpetualTraded,
  PositionModeSet,
} from './events';
import { attach, detach, noteOpened, reattach } from './orders/evolve-attached';
import { noteFilled, notePositions } from './liquidation/found';
import { notePosition } from './funding/state';
import { OTHER_SIDE } from './orders/holding';
import { noteUncut } from './orders/one-way';
import { countedOf, NOTHING, recount } from './orders/ordered';
import { contractTerms, marketTerms } from './terms/listing';
import { positionGone } from './position-gone';
import { noteGone, notePaid, noteRested } from './marks/evolve';
import { markAt } from './marks/mark';
import { createContract, holdingOf } from './state';
import { reachStops } from './stops/evolve';

export function listMarket(state: CoreState, { type: _, ...terms }: PerpetualMarketListed): void {
  const [base, quote] = [known(state.assets, terms.base), known(state.assets, terms.quote)];
  state.markets.set(terms.market, createMarket('perpetual', marketTerms(terms), base, quote));
  state.perpetual.contracts.set(terms.market, createContract(contractTerms(terms)));
}

export function changeState(
  state: CoreState,
  { market: name, state: next }: PerpetualMarketStateChanged,
  { at }: Batch,
): void {
  const market = known(state.markets, name);
  if (market.product !== 'perpetual') broken(`${name} is no perpetual`);
  market.state = next;
  const contract = known(state.perpetual.contracts, name);
  if (next === 'open' && contract.openedAt === 0) contract.openedAt = at;
}

export function setLeverage(state: CoreState, { user, market, leverage, entries }: LeverageSet): void {
  // What its orders hold is fitted to it.
  const ids = [...(known(state.members, user).openOrders.get(market) ?? [])];
  const before = ids.map((id) => countedOf(known(state.orders, id)));
  postAll(state, entries);
  for (const [place, id] of ids.entries()) recount(state, known(state.orders, id), before[place]);
  holdingOf(state.perpetual, user, market).leverage = leverage;
  notePositions(state, user, market);
}

export function setMarginMode({ perpetual }: CoreState, { user, market, mode }: MarginModeSet): void {
  holdingOf(perpetual, user, market).mode = mode;
}

export function setPositionMode({ perpetual }: CoreState, { user, market, mode }: PositionModeSet): void {
  holdingOf(perpetual, user, market).isOneWay = mode === 'one_way';
}

export function placeOrder(state: CoreState, event: PerpetualOrderPlaced, { command, at }: Batch): void {
  const { order: id, position, closes, level, entries } = event;
  postAll(state, entries);
  const hold = entries[0]?.hold;
  const order = placedOrder(event, {
    market: event.market,
    hold: hold === undefined ? null : known(state.holds, hold),
    clientId: command.clientId ?? null,
    contract: orderContract(position, closes === 1, level, event.triggerBy, event.against),
    fixedFee: null,
    stake: null,
  });
  state.counters.order = id + 1;
  openOrder(state, order);
  attach(state, event);
  if (event.disposition === 'rests') restAt(state, order);
  if (event.disposition === 'waits') {
    order.phase = 'waiting';
    waitAt(state, order, at);
  }
  recount(state, order, NOTHING);
}

/** At a price where it has not stood, or larger than it was. */
function restAt(state: CoreState, order: Order): void {
  rest(known(state.markets, order.market), order);
  noteRested(state, order);
}

/** By the price that it looks at. */
function waitAt(state: CoreState, order: Order, at: number): void {
  const market = known(state.markets, order.market);
  const isByMark = order.contract?.triggerBy === 'mark';
  const price = isByMark ? markAt(state, market, at)?.ticks : latestPrice(market, at);
  wait(triggersOf(state, order), order, price ?? broken(`order ${order.id} looks at a mark that is not there`));
}

export function amendOrder(state: CoreState, event: PerpetualOrderAmended, { at }: Batch): void {
  const { disposition, price, quantity, trigger = 0, entries } = event;
  const order = known(state.orders, event.order);
  const market = known(state.markets, order.market);
  const before = countedOf(order);
  postAll(state, entries);
  reattach(state, event);
  if (disposition === 'keeps' && quantity < order.quantity)
    reduceOrder(market.book, order.id, order.quantity - quantity);
  if (disposition === 'rests' || disposition === 'takes') leaveBook(state, order);
  const isMoved = disposition === 'waits' && trigger !== order.trigger;
  if (isMoved) leaveTriggers(state, triggersOf(state, order), order.id);
  Object.assign(order, { price, quantity, trigger });
  setAgainst(order, event.against);
  adopt(state, order, entries);
  if (isMoved) waitAt(state, order, at);
  if (disposition === 'rests') restAt(state, order);
  recount(state, order, before);
  noteUncut(state, order.user, order.market);
}

function setAgainst(order: Order, against = 0): void {
  const { position, closes, level, triggerBy } = order.contract ?? broken(`order ${order.id} is of no position`);
  order.contract = orderContract(position, closes, level, triggerBy, against);
}

/** One that held nothing may hold something now, and the other way round. */
function adopt(state: CoreState, order: Order, entries: readonly Entry[]): void {
  const { hold: made } = entries.find(({ kind }) => kind === 'hold_long' || kind === 'hold_short') ?? {};
  if (!order.hold && made !== undefined) order.hold = known(state.holds, made);
  if (order.hold?.remaining === 0n) order.hold = null;
}

export function triggerOrder(state: CoreState, event: PerpetualOrderTriggered): void {
  const { order: id, disposition, quantity, entries } = event;
  const order = known(state.orders, id);
  const before = countedOf(order);
  if (nextReached(state.reached)?.order !== id) broken(`order ${id} is not the next whose trigger was reached`);
  removeReached(state.reached, id);
  postAll(state, entries);
  Object.assign(order, { phase: 'taking', quantity });
  setAgainst(order, event.against);
  adopt(state, order, entries);
  if (disposition === 'rests') restAt(state, order);
  recount(state, order, before);
}

export function restOrder(state: CoreState, { order: id, quantity, against }: PerpetualOrderRested): void {
  const order = known(state.orders, id);
  if (order.quantity - order.filledQuantity !== quantity) broken(`order ${id} rests with what is open`);
  const before = countedOf(order);
  setAgainst(order, against);
  restAt(state, order);
  recount(state, order, before);
}

export function cutOrder(state: CoreState, { order: id, market, cut }: PerpetualOrderCut): void {
  const order = known(state.orders, id);
  const before = countedOf(order);
  reduceOrder(known(state.markets, market).book, id, cut);
  order.quantity -= cut;
  const { against = 0 } = order.contract ?? {};
  if (against > 0) setAgainst(order, against - cut);
  recount(state, order, before);
  noteUncut(state, order.user, market);
}

export function cancelOrder(state: CoreState, { order: id, entries }: PerpetualOrderCancelled): void {
  const order = known(state.orders, id);
  recount(state, order, countedOf(order), NOTHING);
  leaveBook(state, order);
  postAll(state, entries);
  detach(state, id);
  noteGone(state, order);
  close(state, order);
  noteUncut(state, order.user, order.market);
}

export function executeTrade(state: CoreState, event: PerpetualTraded, batch: Batch): void {
  const { at } = batch;
  const { quantity, price, notional, trade } = event;
  const market = known(state.markets, event.market);
  const maker = known(state.orders, event.makerOrder);
  const taker = known(state.orders, event.takerOrder);
  const before = [countedOf(maker), countedOf(taker)];
  postAll(state, event.entries);
  const taken = movePosition(state, taker, event.takerPosition, event.takerReleased, event, at);
  const made = movePosition(state, maker, event.makerPosition, event.makerReleased, event, at);
  noteFilled(state, taker.user, event.market, taken);
  noteFilled(state, maker.user, event.market, made);
  reduceOrder(market.book, maker.id, quantity);
  fill(maker, quantity, notional);
  fill(taker, quantity, notional);
  if (event.makerReleased === undefined) noteOpened(state, maker, event.makerPosition, quantity);
  if (event.takerReleased === undefined) noteOpened(state, taker, event.takerPosition, quantity);
  turned(maker, event.makerReleased !== undefined, quantity);
  for (const [place, order] of [maker, taker].entries()) {
    const isOver = order.filledQuantity === order.quantity;
    recount(state, order, before[place], isOver ? NOTHING : countedOf(order));
    adopt(state, order, []);
    if (isOver) {
      // All that is left of what it brought along is what it has opened.
      detach(state, order.id);
      noteGone(state, order);
      close(state, order);
    }
    noteUncut(state, order.user, order.market);
  }
  state.counters.trade = trade + 1;
  market.lastPrice = price;
  noteTrade(market.traded, at, quantity, notional);
  notePaid(state, event, at);
  // What a liquidation trades earns nobody anything, neither a rebate nor a level.
  if (event.takerMode !== 'liquidation') {
    noteFees(state, event, market.terms.quote, market.terms.quote, at);
    noteVolume(state, market, event, at);
  }
  reachTriggers(state, market.triggers, price, positionOf(batch));
  reachStops(state, event.market, 'last', price, positionOf(batch));
}

/** What it closed in one-way mode it closed with what holds nothing, as far as there was any. */
function turned(order: Order, closes: boolean, quantity: number): void {
  const { against = 0 } = order.contract ?? {};
  if (closes && against > 0) setAgainst(order, Math.max(0, against - quantity));
}

/** The side that it moves. */
function movePosition(
  state: CoreState,
  { user, market, contract }: Order,
  id: number,
  released: bigint | undefined,
  { quantity, notional, entries }: PerpetualTraded,
  at: number,
): PositionSide {
  const { position: ordered, closes: isClosing } = contract ?? broken(`a fill of ${market} moves no position`);
  const closes = released !== undefined;
  // In one-way mode what opens one side closes the other one first.
  const side = closes && !isClosing ? OTHER_SIDE[ordered] : ordered;
  const { perpetual } = state;
  const holding = holdingOf(perpetual, user, market);
  const listed = known(perpetual.contracts, market);
  if (side === 'long') listed.openLots = closes ? listed.openLots - quantity : listed.openLots + quantity;
  const position = holding[side];
  if (position && position.funded !== known(perpetual.contracts, market).mark.fundingSum)
    broken(`position ${position.id} owes funding`);
  if (!closes) {
    if (position) {
      position.lots += quantity;
      position.cost += notional;
      return side;
    }
    holding[side] = {
      id,
      user,
      market,
      side,
      lots: quantity,
      cost: notional,
      hold: madeBy(entries, user),
      funded: known(perpetual.contracts, market).mark.fundingSum,
      openedAt: at,
    };
    notePosition(state, holding[side]);
    if (id >= perpetual.nextPosition) perpetual.nextPosition = id + 1;
    return side;
  }
  if (position?.id !== id) broken(`position ${id} is not there to be closed`);
  position.lots -= quantity;
  position.cost -= released;
  if (position.lots > 0) return side;
  if (state.holds.has(position.hold) || position.cost !== 0n) broken(`position ${id} leaves something held`);
  positionGone(state, position);
  holding[side] = null;
  return side;
}

/** The hold that a user's new position has its collateral in. */
function madeBy(entries: readonly Entry[], user: number): number {
  const made = entries.find(({ into, debit }) => into !== undefined && debit.startsWith(`${user}/`));
  return made?.into ?? broken(`a position of ${user} has no collateral`);
}

export function adjustMargin(state: CoreState, { user, market, entries }: MarginAdjusted): void {
  postAll(state, entries);
  notePositions(state, user, market);
}
