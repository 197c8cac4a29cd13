/** Spot trading: orders that meet in a book and settle at once. */
import type { CommandRow, EventRow } from '../../../core/product';
import type { RefusalUnits } from '../../../core/rejection';
import { decideAmendOrder } from './amend';
import type { SpotCommand } from './commands';
import { AmendOrder, PlaceOrder, QuoteMarket } from './commands';
import type { SpotEvent } from './events';
import { OrderAmended, OrderCancelled, OrderPlaced, OrderRested, OrderTriggered, TradeExecuted } from './events';
import { amendOrder, cancelOrder, executeTrade, placeOrder, restOrder, triggerOrder } from './evolve';
import { decidePlaceOrder } from './place';
import { decideQuoteMarket, firstPlaced } from './quote';

export const spotCommands: { [T in SpotCommand['type']]: CommandRow<Extract<SpotCommand, { type: T }>> } = {
  PlaceOrder: {
    about: 'Places a spot order.',
    senders: ['user'],
    message: PlaceOrder,
    lasting: null,
    notByStaff: true,
    decide: decidePlaceOrder,
  },
  AmendOrder: {
    about: 'Changes price or quantity of an open spot order.',
    senders: ['user'],
    message: AmendOrder,
    notByStaff: true,
    lasting: null,
    decide: decideAmendOrder,
  },
  QuoteMarket: {
    about: 'Cancels, amends and places quotes of one market in one batch. All or nothing; no quote takes.',
    senders: ['user'],
    message: QuoteMarket,
    lasting: null,
    notByStaff: true,
    decide: decideQuoteMarket,
    made: firstPlaced,
  },
};

export const spotEvents: { [T in SpotEvent['type']]: EventRow<Extract<SpotEvent, { type: T }>> } = {
  OrderPlaced: {
    about: 'A spot order was accepted, with its hold. `disposition` is `rests`, `takes` or `waits`.',
    message: OrderPlaced,
    evolve: placeOrder,
    made: ({ order }) => order,
  },
  OrderTriggered: {
    about: 'A spot order was triggered and is a limit or market order now. `disposition` is `rests` or `takes`.',
    message: OrderTriggered,
    evolve: triggerOrder,
  },
  OrderRested: {
    about: 'The unfilled rest of a taker joined the book: `quantity` lots at `price`.',
    message: OrderRested,
    evolve: restOrder,
  },
  TradeExecuted: {
    about: "A spot trade, at the maker's price, with both fees.",
    message: TradeExecuted,
    evolve: executeTrade,
  },
  OrderAmended: {
    about:
      'New totals of a spot order. `disposition` is `keeps`, `rests` (at the back of the new level), `takes` or `waits`.',
    message: OrderAmended,
    evolve: amendOrder,
    made: ({ order }) => order,
  },
  OrderCancelled: {
    about:
      'A spot order ended with `open` lots unfilled (0 if ordered by quote amount). It was in the book if `rested` is 1.',
    message: OrderCancelled,
    evolve: cancelOrder,
  },
};

export const spotRefusals: RefusalUnits = {
  'quantity.too.small': { minimum: 'lots' },
  'quantity.too.large': { maximum: 'lots' },
  'notional.too.small': { minimum: 'quote' },
  'amend.below.filled': { filled: 'lots' },
};
