/** Applies the events of orders to the state: the order, its hold, the book and the triggers. */
import { positionOf, type Batch } from '../../../core/event';
import { fixedFeeAfterFill, fixedFeeOf } from '../../../core/fees/charge';
import { noteVolume } from '../../../core/fees/volume';
import { getOrThrow, postEntries } from '../../../core/evolve-helpers';
import { reduceOrder } from '../../../core/market/book';
import { latestPrice } from '../../../core/market/market';
import type { Order } from '../../../core/market/order';
import { applyDueTerms } from '../../../core/market/scheduled-terms';
import { addTrade } from '../../../core/market/rolling-volume';
import {
  closeOrder,
  addFill,
  removeFromBook,
  openOrder,
  orderFromEvent,
  restInBook,
} from '../../../core/market/open-orders';
import { nextReached, removeReached } from '../../../core/market/reached-triggers';
import { reachTriggers, addTrigger } from '../../../core/market/triggers';
import { broken } from '../../../core/rejection';
import type { StakeHooks } from '../../../core/market/stake-hooks';
import type { CoreState } from '../../../core/state';
import type { OrderAmended, OrderCancelled, OrderPlaced, OrderRested, OrderTriggered, TradeExecuted } from './events';

export function placeOrder(stakes: StakeHooks, state: CoreState, event: OrderPlaced, batch: Batch): void {
  const { order: id, entries } = event;
  const market = getOrThrow(state.markets, event.market);
  applyDueTerms(market, batch.at);
  postEntries(state, entries);
  // Out of a stake the entry names the stake first.
  const hold = event.robot === undefined ? entries[0]?.hold : entries[0]?.into;
  const order = orderFromEvent(event, {
    market: market.terms.market,
    hold: hold === undefined ? null : getOrThrow(state.holds, hold),
    clientId: clientIdOf(event, batch),
    contract: null,
    fixedFee: fixedFeeOf(event.rule),
    stake: stakes.stakeOf(state, event),
  });
  state.counters.order = id + 1;
  openOrder(state, order);
  if (order.stake !== null) stakes.placed(state, id, order.stake);
  if (event.disposition === 'rests') restInBook(market, order);
  if (event.disposition === 'waits') {
    order.phase = 'waiting';
    addTrigger(market.triggers, order, latestPrice(market, batch.at));
  }
}

/** Returns the sender's client id for the order: that of its command; null for orders of a quote. */
export function clientIdOf(
  { quoted }: Pick<OrderPlaced, 'quoted'>,
  { command }: Pick<Batch, 'command'>,
): string | null {
  return quoted === 1 ? null : (command.clientId ?? null);
}

export function triggerOrder(state: CoreState, { order: id, disposition }: OrderTriggered): void {
  const order = getOrThrow(state.orders, id);
  if (nextReached(state.reached)?.order !== id) broken(`order ${id} is not the next whose trigger was reached`);
  removeReached(state.reached, id);
  order.phase = 'taking';
  if (disposition === 'rests') restInBook(getOrThrow(state.markets, order.market), order);
}

export function executeTrade(stakes: StakeHooks, state: CoreState, event: TradeExecuted, batch: Batch): void {
  const { quantity, price, notional } = event;
  const market = getOrThrow(state.markets, event.market);
  const maker = getOrThrow(state.orders, event.makerOrder);
  const taker = getOrThrow(state.orders, event.takerOrder);
  postEntries(state, event.entries);
  reduceOrder(market.book, maker.id, quantity);
  addFill(maker, quantity, notional);
  addFill(taker, quantity, notional);
  maker.fixedFee = fixedFeeAfterFill(maker.fixedFee, event.makerOwes, notional);
  taker.fixedFee = fixedFeeAfterFill(taker.fixedFee, event.takerOwes, notional);
  if (maker.stake !== null) stakes.filled(state, market, maker.stake, maker.side, event, event.makerFee);
  if (taker.stake !== null) stakes.filled(state, market, taker.stake, taker.side, event, event.takerFee);
  if (maker.filledQuantity === maker.quantity) endOrder(stakes, state, maker);
  if (isFilled(taker)) endOrder(stakes, state, taker);
  state.counters.trade = event.trade + 1;
  market.lastPrice = price;
  addTrade(market.traded, batch.at, quantity, notional);
  noteVolume(state, market, event, batch.at);
  reachTriggers(state, market.triggers, market.lastPrice, positionOf(batch));
}

function isFilled(order: Order): boolean {
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

export function amendOrder(state: CoreState, event: OrderAmended): void {
  const order = getOrThrow(state.orders, event.order);
  const market = getOrThrow(state.markets, order.market);
  postEntries(state, event.entries);
  if (event.disposition === 'keeps') reduceOrder(market.book, order.id, order.quantity - event.quantity);
  if (event.disposition === 'rests' || event.disposition === 'takes') removeFromBook(state, order);
  order.price = event.price;
  order.quantity = event.quantity;
  order.fixedFee ??= fixedFeeOf(event.rule);
  if (event.disposition === 'rests') restInBook(market, order);
}

export function restOrder(state: CoreState, { order: id, quantity }: OrderRested): void {
  const order = getOrThrow(state.orders, id);
  if (order.quantity - order.filledQuantity !== quantity) broken(`order ${id} rests with what is open`);
  restInBook(getOrThrow(state.markets, order.market), order);
}

export function cancelOrder(stakes: StakeHooks, state: CoreState, { order: id, entries }: OrderCancelled): void {
  const order = getOrThrow(state.orders, id);
  removeFromBook(state, order);
  postEntries(state, entries);
  endOrder(stakes, state, order);
}

function endOrder(stakes: StakeHooks, state: CoreState, order: Order): void {
  closeOrder(state, order);
  if (order.stake !== null) stakes.closed(state, order, order.stake);
}
