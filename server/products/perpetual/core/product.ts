/** Perpetual contracts: markets, leverage, orders that open and close isolated positions, and their margin. */
import { monthOnly, type CommandRow, type DueWork, type EventRow } from '../../../core/product';
import type { RejectionUnits } from '../../../core/rejection';
import { twoPersonRule } from '../../../core/staff/rule';
import { decideAmendPerpetualOrder } from './orders/amend';
import type { PerpetualCommand } from './commands';
import {
  AdjustMargin,
  AmendPerpetualOrder,
  CutOrders,
  ListPerpetualMarket,
  PlacePerpetualOrder,
  SetLeverage,
  SetMarginMode,
  SetPerpetualMarketState,
  SetPositionMode,
} from './commands';
import type { PerpetualEvent } from './events';
import {
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
  adjustMargin,
  amendOrder,
  cancelOrder,
  changeState,
  cutOrder,
  executeTrade,
  listMarket,
  placeOrder,
  restOrder,
  setLeverage,
  setMarginMode,
  setPositionMode,
  triggerOrder,
} from './evolve';
import { decideListPerpetualMarket, decideSetPerpetualMarketState } from './terms/listing';
import { decideAdjustMargin, decideSetLeverage } from './margin/margin';
import { decideSetMarginMode } from './margin/mode';
import { decideCutOrders } from './orders/one-way';
import { decidePlacePerpetualOrder } from './orders/place';
import { decideSetPositionMode } from './orders/position-mode';
import { perpetualListingApproval, perpetualStateRule } from './staff-rules';

export const perpetualCommands: {
  [T in PerpetualCommand['type']]: CommandRow<Extract<PerpetualCommand, { type: T }>>;
} = {
  ListPerpetualMarket: {
    about: 'Lists a perpetual market with its terms, tiers and funding. It is closed until staff open it.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', perpetualListingApproval),
    message: ListPerpetualMarket,
    idempotencyRetention: monthOnly,
    decide: decideListPerpetualMarket,
  },
  SetPerpetualMarketState: {
    about: 'Opens, restricts or closes a perpetual market.',
    allowedActors: ['admin'],
    staff: perpetualStateRule,
    message: SetPerpetualMarketState,
    idempotencyRetention: monthOnly,
    decide: decideSetPerpetualMarketState,
  },
  SetLeverage: {
    about: "Sets a user's leverage in a market, for both positions and for open orders.",
    allowedActors: ['user'],
    message: SetLeverage,
    idempotencyRetention: null,
    decide: decideSetLeverage,
  },
  SetMarginMode: {
    about: "Sets isolated or cross margin for a user's positions in a market.",
    allowedActors: ['user'],
    message: SetMarginMode,
    idempotencyRetention: null,
    decide: decideSetMarginMode,
  },
  SetPositionMode: {
    about: 'Sets whether a user may hold long and short at once in a market, or one net position.',
    allowedActors: ['user'],
    message: SetPositionMode,
    idempotencyRetention: null,
    decide: decideSetPositionMode,
  },
  CutOrders: {
    about: 'Reduces closing orders to the size of the position that they close.',
    allowedActors: ['clock'],
    message: CutOrders,
    idempotencyRetention: null,
    decide: decideCutOrders,
  },
  PlacePerpetualOrder: {
    about: 'Places an order that opens or closes a perpetual position, with optional take-profit and stop-loss.',
    allowedActors: ['user'],
    message: PlacePerpetualOrder,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decidePlacePerpetualOrder,
    // A cut of resting orders may precede it.
    createdId: (events) => events.find((event) => event.type === 'PerpetualOrderPlaced')?.order ?? null,
  },
  AmendPerpetualOrder: {
    about: 'Changes price, quantity, trigger, take-profit or stop-loss of an open perpetual order.',
    allowedActors: ['user'],
    message: AmendPerpetualOrder,
    staffForbidden: true,
    idempotencyRetention: null,
    decide: decideAmendPerpetualOrder,
    // Settlement events of a position may precede it.
    createdId: (events) => events.find((event) => event.type === 'PerpetualOrderAmended')?.order ?? null,
  },
  AdjustMargin: {
    about: 'Adds margin to a position or takes margin from it.',
    allowedActors: ['user'],
    message: AdjustMargin,
    idempotencyRetention: null,
    decide: decideAdjustMargin,
  },
};

export const perpetualEvents: { [T in PerpetualEvent['type']]: EventRow<Extract<PerpetualEvent, { type: T }>> } = {
  PerpetualMarketListed: {
    about: 'A perpetual market was listed. It is closed until staff open it.',
    message: PerpetualMarketListed,
    evolve: listMarket,
  },
  PerpetualMarketStateChanged: {
    about: 'A perpetual market was opened, restricted or closed.',
    message: PerpetualMarketStateChanged,
    evolve: changeState,
  },
  LeverageSet: {
    about:
      "A user's leverage in a market. Holds of positions and orders change as if it had always applied, as far as funds allow.",
    message: LeverageSet,
    evolve: setLeverage,
  },
  MarginModeSet: {
    about: "A user's margin mode in a market.",
    message: MarginModeSet,
    evolve: setMarginMode,
  },
  PositionModeSet: {
    about: "A user's position mode in a market.",
    message: PositionModeSet,
    evolve: setPositionMode,
  },
  PerpetualOrderPlaced: {
    about:
      'A perpetual order was accepted, with its hold; closing orders hold nothing. `disposition` is `rests`, `takes` or `waits`.',
    message: PerpetualOrderPlaced,
    evolve: placeOrder,
  },
  PerpetualOrderAmended: {
    about: 'New totals and hold of a perpetual order. With a new trigger it waits on the same price type.',
    message: PerpetualOrderAmended,
    evolve: amendOrder,
    createdId: ({ order }) => order,
  },
  PerpetualOrderTriggered: {
    about:
      'A perpetual order was triggered and costed anew. `disposition` is `rests` or `takes`; an order that ends at once takes nothing.',
    message: PerpetualOrderTriggered,
    evolve: triggerOrder,
    createdId: ({ order }) => order,
  },
  PerpetualOrderRested: {
    about: 'The unfilled rest of a taker joined the book.',
    message: PerpetualOrderRested,
    evolve: restOrder,
  },
  PerpetualOrderCut: {
    about: "A resting closing order was reduced to the position's size and keeps its place in the queue.",
    message: PerpetualOrderCut,
    evolve: cutOrder,
  },
  PerpetualOrderCancelled: {
    about: 'A perpetual order ended.',
    message: PerpetualOrderCancelled,
    evolve: cancelOrder,
  },
  PerpetualTraded: {
    about:
      'A perpetual trade, with the positions of both sides. `makerReleased` and `takerReleased` are the cost of closed lots.',
    message: PerpetualTraded,
    evolve: executeTrade,
  },
  MarginAdjusted: {
    about: 'Margin of a position was added or taken.',
    message: MarginAdjusted,
    evolve: adjustMargin,
  },
};

/** Runs before the next command of any user, and before any trigger. */
export const perpetualDueWork: readonly DueWork[] = [
  {
    kind: 'cuts',
    urgency: 'urgent',
    place: 50,
    next({ perpetual: { uncut }, position, at }) {
      for (const { user, market } of uncut.values()) {
        return { dueAt: at, id: user, command: { type: 'CutOrders', user, market }, cause: position };
      }
      return null;
    },
  },
];

export const perpetualRejectionUnits: RejectionUnits = {
  'closing.exceeds.position': { maximum: 'lots' },
  'price.beyond.limit': { limit: 'ticks' },
  'open.interest.above.fund': { maximum: 'asset' },
};
