/** Spot trading: orders that meet in a book and settle at once, and what the core owes about them. */
import { nextReached } from '../market/reached';
import type { CommandRow, Debt, EventRow } from '../product';
import { decideAmendOrder } from './amend';
import { decideCancelAllOrders, decideCancelOrder, decideEndFrozenOrders, giveUpEndFrozenOrders } from './cancel';
import type { SpotCommand } from './commands';
import { encodeOrderCancelled, encodeOrderPlaced, encodeOrderRested, encodeTradeExecuted } from './encode';
import type { SpotEvent } from './events';
import { amendOrder, cancelOrder, executeTrade, placeOrder, restOrder, triggerOrder } from './evolve';
import { decidePlaceOrder } from './place';
import { decideQuoteMarket, firstPlaced } from './quote';
import { decideTriggerOrder, giveUpTriggerOrder } from './trigger';

export const spotCommands: { [T in SpotCommand['type']]: CommandRow<Extract<SpotCommand, { type: T }>> } = {
  PlaceOrder: {
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      market: 'asked',
      side: 'asked',
      kind: 'asked',
      timeInForce: 'asked',
      selfTrade: 'asked',
      price: 'asked',
      quantity: 'asked',
      quoteAmount: 'asked',
      trigger: 'asked',
    },
    lasting: null,
    decide: decidePlaceOrder,
  },
  AmendOrder: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', order: 'asked', price: 'asked', quantity: 'asked' },
    lasting: null,
    decide: decideAmendOrder,
  },
  CancelOrder: {
    senders: ['user', 'admin'],
    payload: { type: 'asked', user: 'asked', order: 'asked' },
    lasting: null,
    decide: decideCancelOrder,
  },
  CancelAllOrders: {
    senders: ['user', 'admin'],
    payload: { type: 'asked', user: 'asked', market: 'asked' },
    lasting: null,
    decide: decideCancelAllOrders,
  },
  QuoteMarket: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', cancels: 'asked', amends: 'asked', places: 'asked' },
    lasting: null,
    decide: decideQuoteMarket,
    made: firstPlaced,
  },
  TriggerOrder: {
    senders: ['clock'],
    payload: { type: 'asked', order: 'asked' },
    lasting: null,
    decide: decideTriggerOrder,
    giveUp: giveUpTriggerOrder,
  },
  EndFrozenOrders: {
    senders: ['clock'],
    payload: { type: 'asked', user: 'asked' },
    lasting: null,
    decide: decideEndFrozenOrders,
    giveUp: giveUpEndFrozenOrders,
  },
};

export const spotEvents: { [T in SpotEvent['type']]: EventRow<Extract<SpotEvent, { type: T }>> } = {
  OrderPlaced: {
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      kind: 'word',
      timeInForce: 'word',
      selfTrade: 'word',
      price: 'integer?',
      quantity: 'integer?',
      quoteAmount: 'amount?',
      trigger: 'integer?',
      quoted: 'integer?',
      disposition: 'word',
      entries: 'entries',
    },
    evolve: placeOrder,
    made: ({ order }) => order,
    encode: encodeOrderPlaced,
  },
  OrderTriggered: {
    shape: { order: 'integer', user: 'integer', market: 'word', disposition: 'word' },
    evolve: triggerOrder,
  },
  OrderRested: {
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      price: 'integer',
      quantity: 'integer',
    },
    evolve: restOrder,
    encode: encodeOrderRested,
  },
  TradeExecuted: {
    shape: {
      trade: 'integer',
      market: 'word',
      price: 'integer',
      quantity: 'integer',
      notional: 'amount',
      takerSide: 'word',
      makerOrder: 'integer',
      takerOrder: 'integer',
      maker: 'integer',
      taker: 'integer',
      makerFee: 'amount',
      takerFee: 'amount',
      entries: 'entries',
    },
    evolve: executeTrade,
    encode: encodeTradeExecuted,
  },
  OrderAmended: {
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      price: 'integer',
      quantity: 'integer',
      openBefore: 'integer',
      priceBefore: 'integer',
      disposition: 'word',
      entries: 'entries',
    },
    evolve: amendOrder,
    made: ({ order }) => order,
  },
  OrderCancelled: {
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      price: 'integer',
      open: 'integer',
      rested: 'integer',
      reason: 'word',
      entries: 'entries',
    },
    evolve: cancelOrder,
    encode: encodeOrderCancelled,
  },
};

/**
 * A frozen account's orders end before anything can fire or match: nobody trades with it from the freeze on. Then the triggers
 * that were reached fire.
 */
export const spotDebts: readonly Debt[] = [
  {
    kind: 'frozen_orders',
    urgency: 'urgent',
    next({ frozenTraders, position, at }) {
      if (frozenTraders.size === 0) return null;
      const user = lowest(frozenTraders);
      // What makes the next piece due is the freeze, or the piece before it: nothing comes in between.
      return { dueAt: at, id: user, command: { type: 'EndFrozenOrders', user }, cause: position };
    },
  },
  {
    kind: 'triggers',
    urgency: 'urgent',
    next({ reached, at }) {
      const next = nextReached(reached);
      if (next === null) return null;
      return { dueAt: at, id: next.order, command: { type: 'TriggerOrder', order: next.order }, cause: next.cause };
    },
  },
];

/** The order in which they were put there is no part of the state. */
function lowest(users: ReadonlySet<number>): number {
  let found = Infinity;
  for (const user of users) if (user < found) found = user;
  return found;
}
