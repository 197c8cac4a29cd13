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
    about: 'Places a spot order.',
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
    about: 'Changes price or quantity of an open spot order.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', order: 'asked', price: 'asked', quantity: 'asked' },
    notByStaff: true,
    lasting: null,
    decide: decideAmendOrder,
  },
  QuoteMarket: {
    about: 'Cancels, amends and places quotes of one market in one batch. All or nothing; no quote takes.',
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
    about: 'A spot order was accepted, with its hold. `disposition` is `rests`, `takes` or `waits`.',
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
    about: 'A spot order was triggered and is a limit or market order now. `disposition` is `rests` or `takes`.',
    shape: { order: 'integer', user: 'integer', market: 'word', disposition: 'word' },
    evolve: triggerOrder,
  },
  OrderRested: {
    about: 'The unfilled rest of a taker joined the book: `quantity` lots at `price`.',
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
    about: "A spot trade, at the maker's price, with both fees.",
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
    about:
      'New totals of a spot order. `disposition` is `keeps`, `rests` (at the back of the new level), `takes` or `waits`.',
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
    about:
      'A spot order ended with `open` lots unfilled (0 if ordered by quote amount). It was in the book if `rested` is 1.',
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
