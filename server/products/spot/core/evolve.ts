/** What the events of orders do to the state: the order, its hold, the book and the triggers. */
import { positionOf, type Batch } from '../../../core/event';
import { afterFill, fixedFeeOf } from '../../../core/fees/charge';
import { noteFees } from '../../referral/core/counted';
import { noteVolume } from '../../../core/fees/volume';
import { known, postAll } from '../../../core/folding';
import { reduceOrder } from '../../../core/market/book';
import { latestPrice } from '../../../core/market/market';
import type { Order } from '../../../core/market/order';
import { settleTerms } from '../../../core/market/terms';
import { noteTrade } from '../../../core/market/traded';
import { close, fill, leaveBook, openOrder, placedOrder, rest } from '../../../core/market/open-orders';
import { nextReached, removeReached } from '../../../core/market/reached';
import { reachTriggers, wait } from '../../../core/market/triggers';
import { broken } from '../../../core/rejection';
import { noteFill, noteOrderClosed, noteOrderPlaced, stakeOf } from '../../robot/core/noted';
import type { CoreState } from '../../../core/state';
import type { OrderAmended, OrderCancelled, OrderPlaced, OrderRested, OrderTriggered, TradeExecuted } from './events';

export function placeOrder(state: CoreState, event: OrderPlaced, batch: Batch): void {
  const { order: id, entries } = event;
  const market = known(state.markets, event.market);
  settleTerms(market, batch.at);
  postAll(state, entries);
  // Out of a stake the entry names the stake first.
  const hold = event.robot === undefined ? entries[0]?.hold : entries[0]?.into;
  const order = placedOrder(event, {
    market: market.terms.market,
    hold: hold === undefined ? null : known(state.holds, hold),
    clientId: clientIdOf(event, batch),
    contract: null,
    fixedFee: fixedFeeOf(event.rule),
    stake: stakeOf(state, event),
  });
  state.counters.order = id + 1;
  openOrder(state, order);
  if (order.stake !== null) noteOrderPlaced(state, id, order.stake);
  if (event.disposition === 'rests') rest(market, order);
  if (event.disposition === 'waits') {
    order.phase = 'waiting';
    wait(market.triggers, order, latestPrice(market, batch.at));
  }
}

/** What an order is called by who placed it: the client id of its command, if that placed nothing else. */
export function clientIdOf(
  { quoted }: Pick<OrderPlaced, 'quoted'>,
  { command }: Pick<Batch, 'command'>,
): string | null {
  return quoted === 1 ? null : (command.clientId ?? null);
}

export function triggerOrder(state: CoreState, { order: id, disposition }: OrderTriggered): void {
  const order = known(state.orders, id);
  if (nextReached(state.reached)?.order !== id) broken(`order ${id} is not the next whose trigger was reached`);
  removeReached(state.reached, id);
  order.phase = 'taking';
  if (disposition === 'rests') rest(known(state.markets, order.market), order);
}

export function executeTrade(state: CoreState, event: TradeExecuted, batch: Batch): void {
  const { quantity, price, notional } = event;
  const market = known(state.markets, event.market);
  const maker = known(state.orders, event.makerOrder);
  const taker = known(state.orders, event.takerOrder);
  postAll(state, event.entries);
  reduceOrder(market.book, maker.id, quantity);
  fill(maker, quantity, notional);
  fill(taker, quantity, notional);
  maker.fixedFee = afterFill(maker.fixedFee, event.makerOwes, notional);
  taker.fixedFee = afterFill(taker.fixedFee, event.takerOwes, notional);
  if (maker.stake !== null) noteFill(state, market, maker.stake, maker.side, event, event.makerFee);
  if (taker.stake !== null) noteFill(state, market, taker.stake, taker.side, event, event.takerFee);
  if (maker.filledQuantity === maker.quantity) end(state, maker);
  if (isFilled(taker)) end(state, taker);
  state.counters.trade = event.trade + 1;
  market.lastPrice = price;
  noteTrade(market.traded, batch.at, quantity, notional);
  noteVolume(state, market, event, batch.at);
  const { base, quote } = market.terms;
  const [makerPaid, takerPaid] = event.takerSide === 'buy' ? [quote, base] : [base, quote];
  noteFees(state, event, makerPaid, takerPaid, batch.at);
  reachTriggers(state, market.triggers, market.lastPrice, positionOf(batch));
}

function isFilled(order: Order): boolean {
  return order.quoteAmount > 0n ? order.filledQuote === order.quoteAmount : order.filledQuantity === order.quantity;
}

export function amendOrder(state: CoreState, event: OrderAmended): void {
  const order = known(state.orders, event.order);
  const market = known(state.markets, order.market);
  postAll(state, event.entries);
  if (event.disposition === 'keeps') reduceOrder(market.book, order.id, order.quantity - event.quantity);
  if (event.disposition === 'rests' || event.disposition === 'takes') leaveBook(state, order);
  order.price = event.price;
  order.quantity = event.quantity;
  order.fixedFee ??= fixedFeeOf(event.rule);
  if (event.disposition === 'rests') rest(market, order);
}

export function restOrder(state: CoreState, { order: id, quantity }: OrderRested): void {
  const order = known(state.orders, id);
  if (order.quantity - order.filledQuantity !== quantity) broken(`order ${id} rests with what is open`);
  rest(known(state.markets, order.market), order);
}

export function cancelOrder(state: CoreState, { order: id, entries }: OrderCancelled): void {
  const order = known(state.orders, id);
  leaveBook(state, order);
  postAll(state, entries);
  end(state, order);
}

function end(state: CoreState, order: Order): void {
  close(state, order);
  if (order.stake !== null) noteOrderClosed(state, order, order.stake);
}
