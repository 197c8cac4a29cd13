/** Spot trading: orders match in a book and settle immediately. */
import type { CommandRow, EventRow } from '../../../core/product';
import type { StakeHooks } from '../../../core/market/stake-hooks';
import type { RejectionUnits } from '../../../core/rejection';
import { decideAmendOrder } from './amend';
import type { SpotCommand } from './commands';
import { AmendOrder, PlaceOrder, QuoteMarket } from './commands';
import type { SpotEvent } from './events';
import { OrderAmended, OrderCancelled, OrderPlaced, OrderRested, OrderTriggered, TradeExecuted } from './events';
import { amendOrder, cancelOrder, executeTrade, placeOrder, restOrder, triggerOrder } from './evolve';
import { decidePlaceOrder } from './place';
import { decideQuoteMarket, firstPlacedOrder } from './quote';

export const spotCommands: { [T in SpotCommand['type']]: CommandRow<Extract<SpotCommand, { type: T }>> } = {
  PlaceOrder: {
    about: 'Places a spot order.',
    allowedActors: ['user'],
    message: PlaceOrder,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decidePlaceOrder,
  },
  AmendOrder: {
    about: 'Changes price or quantity of an open spot order.',
    allowedActors: ['user'],
    message: AmendOrder,
    staffForbidden: true,
    idempotencyRetention: null,
    decide: decideAmendOrder,
  },
  QuoteMarket: {
    about: 'Cancels, amends and places quotes of one market in one batch. All or nothing; no quote takes.',
    allowedActors: ['user'],
    message: QuoteMarket,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideQuoteMarket,
    createdId: firstPlacedOrder,
  },
};

type SpotEvents = { [T in SpotEvent['type']]: EventRow<Extract<SpotEvent, { type: T }>> };

export const spotEventsWith = (stakes: StakeHooks): SpotEvents => ({
  OrderPlaced: {
    about: 'A spot order was accepted, with its hold. `disposition` is `rests`, `takes` or `waits`.',
    message: OrderPlaced,
    evolve: (state, event, batch) => placeOrder(stakes, state, event, batch),
    createdId: ({ order }) => order,
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
    evolve: (state, event, batch) => executeTrade(stakes, state, event, batch),
  },
  OrderAmended: {
    about:
      'New totals of a spot order. `disposition` is `keeps`, `rests` (at the back of the new level), `takes` or `waits`.',
    message: OrderAmended,
    evolve: amendOrder,
    createdId: ({ order }) => order,
  },
  OrderCancelled: {
    about:
      'A spot order ended with `open` lots unfilled (0 if ordered by quote amount). It was in the book if `rested` is 1.',
    message: OrderCancelled,
    evolve: (state, event) => cancelOrder(stakes, state, event),
  },
});

export const spotRejectionUnits: RejectionUnits = {
  'quantity.too.small': { minimum: 'lots' },
  'quantity.too.large': { maximum: 'lots' },
  'notional.too.small': { minimum: 'quote' },
  'amend.below.filled': { filled: 'lots' },
};
