/** Spot trading: orders that meet in a book and settle at once. */
import type { CommandRow, EventRow } from '../product';
import { decideAmendOrder } from './amend';
import type { SpotCommand } from './commands';
import { encodeOrderCancelled, encodeOrderPlaced, encodeOrderRested, encodeTradeExecuted } from './encode';
import type { SpotEvent } from './events';
import { amendOrder, cancelOrder, executeTrade, placeOrder, restOrder, triggerOrder } from './evolve';
import { decidePlaceOrder } from './place';
import { decideQuoteMarket, firstPlaced } from './quote';

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
    notByStaff: true,
    decide: decidePlaceOrder,
  },
  AmendOrder: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', order: 'asked', price: 'asked', quantity: 'asked' },
    lasting: null,
    decide: decideAmendOrder,
  },
  QuoteMarket: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', cancels: 'asked', amends: 'asked', places: 'asked' },
    lasting: null,
    notByStaff: true,
    decide: decideQuoteMarket,
    made: firstPlaced,
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
      robot: 'integer?',
      step: 'integer?',
      rule: 'integer?',
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
      makerOwes: 'amount?',
      takerOwes: 'amount?',
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
      rule: 'integer?',
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
