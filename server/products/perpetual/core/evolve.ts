/** Applies the events of perpetuals to the state: orders, positions, and their holds. */
import { positionOf, type Batch } from '../../../core/event';
import { noteVolume } from '../../../core/fees/volume';
import { getOrThrow, postEntries } from '../../../core/evolve-helpers';
import type { Entry } from '../../../core/ledger/entry';
import { reduceOrder } from '../../../core/market/book';
import { createMarket, latestPrice } from '../../../core/market/market';
import {
  closeOrder,
  addFill,
  removeFromBook,
  removeFromTriggers,
  openOrder,
  orderFromEvent,
  restInBook,
  triggersOf,
} from '../../../core/market/open-orders';
import { orderContract, type Order, type PositionSide } from '../../../core/market/order';
import { nextReached, removeReached } from '../../../core/market/reached-triggers';
import { reachTriggers, addTrigger } from '../../../core/market/triggers';
import { addTrade } from '../../../core/market/rolling-volume';
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
import {
  addAttachedStops,
  removeAttachedStops,
  noteOpened,
  replaceAttachedStops,
} from './orders/evolve-attached-stops';
import { requeueAfterFill, requeuePositions } from './liquidation/liquidation-queue';
import { notePosition } from './funding/state';
import { OTHER_SIDE } from './orders/open-orders';
import { markForCut } from './orders/one-way';
import { contributionOf, NO_CONTRIBUTION, updateOrderSums } from './orders/open-order-sums';
import { contractTerms, marketTerms } from './terms/listing';
import { cleanUpClosedPosition } from './position-closed';
import { forgetYoungOrder, noteTradedPrice, noteYoungOrder } from './marks/evolve';
import { markAt } from './marks/mark';
import { createContract, holdingOf } from './state';
import { triggerReachedStops } from './stops/evolve';

export function listMarket(state: CoreState, { type: _, ...terms }: PerpetualMarketListed): void {
  const [base, quote] = [getOrThrow(state.assets, terms.base), getOrThrow(state.assets, terms.quote)];
  state.markets.set(terms.market, createMarket('perpetual', marketTerms(terms), base, quote));
  state.perpetual.contracts.set(terms.market, createContract(contractTerms(terms)));
}

export function changeState(
  state: CoreState,
  { market: name, state: next }: PerpetualMarketStateChanged,
  { at }: Batch,
): void {
  const market = getOrThrow(state.markets, name);
  if (market.product !== 'perpetual') broken(`${name} is no perpetual`);
  market.state = next;
  const contract = getOrThrow(state.perpetual.contracts, name);
  if (next === 'open' && contract.openedAt === 0) contract.openedAt = at;
}

export function setLeverage(state: CoreState, { user, market, leverage, entries }: LeverageSet): void {
  // Holds of the user's open orders are adjusted to the new leverage.
  const ids = [...(getOrThrow(state.members, user).openOrders.get(market) ?? [])];
  const before = ids.map((id) => contributionOf(getOrThrow(state.orders, id)));
  postEntries(state, entries);
  for (const [place, id] of ids.entries()) updateOrderSums(state, getOrThrow(state.orders, id), before[place]);
  holdingOf(state.perpetual, user, market).leverage = leverage;
  requeuePositions(state, user, market);
}

export function setMarginMode({ perpetual }: CoreState, { user, market, mode }: MarginModeSet): void {
  holdingOf(perpetual, user, market).mode = mode;
}

export function setPositionMode({ perpetual }: CoreState, { user, market, mode }: PositionModeSet): void {
  holdingOf(perpetual, user, market).isOneWay = mode === 'one_way';
}

export function placeOrder(state: CoreState, event: PerpetualOrderPlaced, { command, at }: Batch): void {
  const { order: id, position, closes, level, entries } = event;
  postEntries(state, entries);
  const hold = entries[0]?.hold;
  const order = orderFromEvent(event, {
    market: event.market,
    hold: hold === undefined ? null : getOrThrow(state.holds, hold),
    clientId: command.clientId ?? null,
    contract: orderContract(position, closes === 1, level, event.triggerBy, event.against),
    fixedFee: null,
    stake: null,
  });
  state.counters.order = id + 1;
  openOrder(state, order);
  addAttachedStops(state, event);
  if (event.disposition === 'rests') addToBook(state, order);
  if (event.disposition === 'waits') {
    order.phase = 'waiting';
    addWaiting(state, order, at);
  }
  updateOrderSums(state, order, NO_CONTRIBUTION);
}

/** Adds an order at a new price, or with a larger quantity, and so with new priority. */
function addToBook(state: CoreState, order: Order): void {
  restInBook(getOrThrow(state.markets, order.market), order);
  noteYoungOrder(state, order);
}

/** Adds the order to the triggers of its price kind. */
function addWaiting(state: CoreState, order: Order, at: number): void {
  const market = getOrThrow(state.markets, order.market);
  const isByMark = order.contract?.triggerBy === 'mark';
  const price = isByMark ? markAt(state, market, at)?.ticks : latestPrice(market, at);
  addTrigger(triggersOf(state, order), order, price ?? broken(`order ${order.id} looks at a mark that is not there`));
}

export function amendOrder(state: CoreState, event: PerpetualOrderAmended, { at }: Batch): void {
  const { disposition, price, quantity, trigger = 0, entries } = event;
  const order = getOrThrow(state.orders, event.order);
  const market = getOrThrow(state.markets, order.market);
  const before = contributionOf(order);
  postEntries(state, entries);
  replaceAttachedStops(state, event);
  if (disposition === 'keeps' && quantity < order.quantity)
    reduceOrder(market.book, order.id, order.quantity - quantity);
  if (disposition === 'rests' || disposition === 'takes') removeFromBook(state, order);
  const isMoved = disposition === 'waits' && trigger !== order.trigger;
  if (isMoved) removeFromTriggers(state, triggersOf(state, order), order.id);
  Object.assign(order, { price, quantity, trigger });
  setLotsWithoutHold(order, event.against);
  updateOrderHold(state, order, entries);
  if (isMoved) addWaiting(state, order, at);
  if (disposition === 'rests') addToBook(state, order);
  updateOrderSums(state, order, before);
  markForCut(state, order.user, order.market);
}

function setLotsWithoutHold(order: Order, unheldLots = 0): void {
  const { position, closes, level, triggerBy } = order.contract ?? broken(`order ${order.id} is of no position`);
  order.contract = orderContract(position, closes, level, triggerBy, unheldLots);
}

/** An order without a hold may now have one, and the reverse. */
function updateOrderHold(state: CoreState, order: Order, entries: readonly Entry[]): void {
  const { hold: holdId } = entries.find(({ kind }) => kind === 'hold_long' || kind === 'hold_short') ?? {};
  if (!order.hold && holdId !== undefined) order.hold = getOrThrow(state.holds, holdId);
  if (order.hold?.remaining === 0n) order.hold = null;
}

export function triggerOrder(state: CoreState, event: PerpetualOrderTriggered): void {
  const { order: id, disposition, quantity, entries } = event;
  const order = getOrThrow(state.orders, id);
  const before = contributionOf(order);
  if (nextReached(state.reached)?.order !== id) broken(`order ${id} is not the next whose trigger was reached`);
  removeReached(state.reached, id);
  postEntries(state, entries);
  Object.assign(order, { phase: 'taking', quantity });
  setLotsWithoutHold(order, event.against);
  updateOrderHold(state, order, entries);
  if (disposition === 'rests') addToBook(state, order);
  updateOrderSums(state, order, before);
}

export function restOrder(state: CoreState, { order: id, quantity, against: unheldLots }: PerpetualOrderRested): void {
  const order = getOrThrow(state.orders, id);
  if (order.quantity - order.filledQuantity !== quantity) broken(`order ${id} rests with what is open`);
  const before = contributionOf(order);
  setLotsWithoutHold(order, unheldLots);
  addToBook(state, order);
  updateOrderSums(state, order, before);
}

export function cutOrder(state: CoreState, { order: id, market, cut }: PerpetualOrderCut): void {
  const order = getOrThrow(state.orders, id);
  const before = contributionOf(order);
  reduceOrder(getOrThrow(state.markets, market).book, id, cut);
  order.quantity -= cut;
  const { against: unheldLots = 0 } = order.contract ?? {};
  if (unheldLots > 0) setLotsWithoutHold(order, unheldLots - cut);
  updateOrderSums(state, order, before);
  markForCut(state, order.user, market);
}

export function cancelOrder(state: CoreState, { order: id, entries }: PerpetualOrderCancelled): void {
  const order = getOrThrow(state.orders, id);
  updateOrderSums(state, order, contributionOf(order), NO_CONTRIBUTION);
  removeFromBook(state, order);
  postEntries(state, entries);
  removeAttachedStops(state, id);
  forgetYoungOrder(state, order);
  closeOrder(state, order);
  markForCut(state, order.user, order.market);
}

export function executeTrade(state: CoreState, event: PerpetualTraded, batch: Batch): void {
  const { at } = batch;
  const { quantity, price, notional, trade } = event;
  const market = getOrThrow(state.markets, event.market);
  const maker = getOrThrow(state.orders, event.makerOrder);
  const taker = getOrThrow(state.orders, event.takerOrder);
  const before = [contributionOf(maker), contributionOf(taker)];
  postEntries(state, event.entries);
  const takerSide = applyFillToPosition(state, taker, event.takerPosition, event.takerReleased, event, at);
  const makerSide = applyFillToPosition(state, maker, event.makerPosition, event.makerReleased, event, at);
  requeueAfterFill(state, taker.user, event.market, takerSide);
  requeueAfterFill(state, maker.user, event.market, makerSide);
  reduceOrder(market.book, maker.id, quantity);
  addFill(maker, quantity, notional);
  addFill(taker, quantity, notional);
  if (event.makerReleased === undefined) noteOpened(state, maker, event.makerPosition, quantity);
  if (event.takerReleased === undefined) noteOpened(state, taker, event.takerPosition, quantity);
  consumeLotsWithoutHold(maker, event.makerReleased !== undefined, quantity);
  for (const [place, order] of [maker, taker].entries()) {
    const isOver = order.filledQuantity === order.quantity;
    updateOrderSums(state, order, before[place], isOver ? NO_CONTRIBUTION : contributionOf(order));
    updateOrderHold(state, order, []);
    if (isOver) {
      // Only the stops of lots already opened remain.
      removeAttachedStops(state, order.id);
      forgetYoungOrder(state, order);
      closeOrder(state, order);
    }
    markForCut(state, order.user, order.market);
  }
  state.counters.trade = trade + 1;
  market.lastPrice = price;
  addTrade(market.traded, at, quantity, notional);
  noteTradedPrice(state, event, at);
  // Trades of liquidations do not count towards fee levels.
  if (event.takerMode !== 'liquidation') noteVolume(state, market, event, at);
  reachTriggers(state, market.triggers, price, positionOf(batch));
  triggerReachedStops(state, event.market, 'last', price, positionOf(batch));
}

/** In one-way mode, lots that closed a position come first from the lots without a hold. */
function consumeLotsWithoutHold(order: Order, closes: boolean, quantity: number): void {
  const { against: unheldLots = 0 } = order.contract ?? {};
  if (closes && unheldLots > 0) setLotsWithoutHold(order, Math.max(0, unheldLots - quantity));
}

/** The side of the position that changes. */
function applyFillToPosition(
  state: CoreState,
  { user, market, contract }: Order,
  id: number,
  released: bigint | undefined,
  { quantity, notional, entries }: PerpetualTraded,
  at: number,
): PositionSide {
  const { position: ordered, closes: isClosing } = contract ?? broken(`a fill of ${market} moves no position`);
  const closes = released !== undefined;
  // In one-way mode an order that opens one side closes the opposite side first.
  const side = closes && !isClosing ? OTHER_SIDE[ordered] : ordered;
  const { perpetual } = state;
  const holding = holdingOf(perpetual, user, market);
  const contractState = getOrThrow(perpetual.contracts, market);
  if (side === 'long')
    contractState.openLots = closes ? contractState.openLots - quantity : contractState.openLots + quantity;
  const position = holding[side];
  if (position && position.funded !== getOrThrow(perpetual.contracts, market).mark.fundingSum)
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
      hold: createdHoldOf(entries, user),
      funded: getOrThrow(perpetual.contracts, market).mark.fundingSum,
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
  cleanUpClosedPosition(state, position);
  holding[side] = null;
  return side;
}

/** The hold with the collateral of a user's new position. */
function createdHoldOf(entries: readonly Entry[], user: number): number {
  const collateralEntry = entries.find(({ into, debit }) => into !== undefined && debit.startsWith(`${user}/`));
  return collateralEntry?.into ?? broken(`a position of ${user} has no collateral`);
}

export function adjustMargin(state: CoreState, { user, market, entries }: MarginAdjusted): void {
  postEntries(state, entries);
  requeuePositions(state, user, market);
}
