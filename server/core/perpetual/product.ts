/** Perpetual contracts: markets, leverage, orders that open and close isolated positions, and their margin. */
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../product';
import { decideAmendPerpetualOrder } from './amend';
import type { PerpetualCommand } from './commands';
import { encodeCancelled, encodePlaced, encodeRested, encodeTraded } from './encode';
import type { PerpetualEvent } from './events';
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
import { decideListPerpetualMarket, decideSetPerpetualMarketState } from './listing';
import { decideAdjustMargin, decideSetLeverage } from './margin';
import { decideSetMarginMode } from './margin-mode';
import { decideCutOrders } from './one-way';
import { decidePlacePerpetualOrder } from './place';
import { decideSetPositionMode } from './position-mode';
import { takesTwo } from '../staff/rule';
import { listsPerpetual, perpetualStateRule } from './staff-rules';

export const perpetualCommands: {
  [T in PerpetualCommand['type']]: CommandRow<Extract<PerpetualCommand, { type: T }>>;
} = {
  ListPerpetualMarket: {
    about: 'Lists a perpetual market with its terms, tiers and funding. It is closed until staff open it.',
    senders: ['admin'],
    staff: takesTwo(listsPerpetual),
    payload: {
      type: 'asked',
      market: 'asked',
      base: 'asked',
      quote: 'asked',
      tick: 'asked',
      multiplier: 'asked',
      quantityMin: 'asked',
      quantityMax: 'asked',
      notionalMin: 'asked',
      priceLowest: 'asked',
      priceHighest: 'asked',
      makerFeesPpb: 'asked',
      takerFeesPpb: 'asked',
      openOrdersMax: 'asked',
      referencePrice: 'asked',
      priceLimitPpb: 'asked',
      index: 'asked',
      tierCaps: 'asked',
      tierLeverages: 'asked',
      tierRatesPpb: 'asked',
      fundingIntervalMs: 'asked',
      fundingCapPpb: 'asked',
      openInterestMax: 'asked',
      impactNotional: 'asked',
    },
    lasting: nothingOpen,
    decide: decideListPerpetualMarket,
  },
  SetPerpetualMarketState: {
    about: 'Opens, restricts or closes a perpetual market.',
    senders: ['admin'],
    staff: perpetualStateRule,
    payload: { type: 'asked', market: 'asked', state: 'asked' },
    lasting: nothingOpen,
    decide: decideSetPerpetualMarketState,
  },
  SetLeverage: {
    about: "Sets a user's leverage in a market, for both positions and for open orders.",
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', leverage: 'asked' },
    lasting: null,
    decide: decideSetLeverage,
  },
  SetMarginMode: {
    about: "Sets isolated or cross margin for a user's positions in a market.",
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', mode: 'asked' },
    lasting: null,
    decide: decideSetMarginMode,
  },
  SetPositionMode: {
    about: 'Sets whether a user may hold long and short at once in a market, or one net position.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', mode: 'asked' },
    lasting: null,
    decide: decideSetPositionMode,
  },
  CutOrders: {
    about: 'Reduces closing orders to the size of the position that they close.',
    senders: ['clock'],
    payload: { type: 'asked', user: 'asked', market: 'asked' },
    lasting: null,
    decide: decideCutOrders,
  },
  PlacePerpetualOrder: {
    about: 'Places an order that opens or closes a perpetual position, with optional take-profit and stop-loss.',
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      market: 'asked',
      position: 'asked',
      act: 'asked',
      kind: 'asked',
      timeInForce: 'asked',
      selfTrade: 'asked',
      price: 'asked',
      quantity: 'asked',
      trigger: 'asked',
      triggerBy: 'asked',
      takeProfit: 'asked',
      takeProfitBy: 'asked',
      stopLoss: 'asked',
      stopLossBy: 'asked',
    },
    lasting: null,
    notByStaff: true,
    decide: decidePlacePerpetualOrder,
    // A cut of what rests may come before it.
    made: (events) => events.find((event) => event.type === 'PerpetualOrderPlaced')?.order ?? null,
  },
  AmendPerpetualOrder: {
    about: 'Changes price, quantity, trigger, take-profit or stop-loss of an open perpetual order.',
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      order: 'asked',
      price: 'asked',
      quantity: 'asked',
      trigger: 'asked',
      takeProfit: 'asked',
      takeProfitBy: 'asked',
      stopLoss: 'asked',
      stopLossBy: 'asked',
    },
    notByStaff: true,
    lasting: null,
    decide: decideAmendPerpetualOrder,
    // What settles a position may come before it.
    made: (events) => events.find((event) => event.type === 'PerpetualOrderAmended')?.order ?? null,
  },
  AdjustMargin: {
    about: 'Adds margin to a position or takes margin from it.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', market: 'asked', position: 'asked', act: 'asked', amount: 'asked' },
    lasting: null,
    decide: decideAdjustMargin,
  },
};

export const perpetualEvents: { [T in PerpetualEvent['type']]: EventRow<Extract<PerpetualEvent, { type: T }>> } = {
  PerpetualMarketListed: {
    about: 'A perpetual market was listed. It is closed until staff open it.',
    shape: {
      market: 'word',
      base: 'word',
      quote: 'word',
      tick: 'word',
      multiplier: 'word',
      quantityMin: 'integer',
      quantityMax: 'integer',
      notionalMin: 'amount',
      priceLowest: 'integer',
      priceHighest: 'integer',
      makerFeesPpb: 'integers',
      takerFeesPpb: 'integers',
      openOrdersMax: 'integer',
      referencePrice: 'integer',
      priceLimitPpb: 'integer',
      index: 'word',
      tierCaps: 'amounts',
      tierLeverages: 'integers',
      tierRatesPpb: 'integers',
      fundingIntervalMs: 'integer',
      fundingCapPpb: 'integer',
      openInterestMax: 'amount',
      impactNotional: 'amount',
    },
    evolve: listMarket,
  },
  PerpetualMarketStateChanged: {
    about: 'A perpetual market was opened, restricted or closed.',
    shape: { market: 'word', state: 'word' },
    evolve: changeState,
  },
  LeverageSet: {
    about:
      "A user's leverage in a market. Holds of positions and orders change as if it had always applied, as far as funds allow.",
    shape: { user: 'integer', market: 'word', leverage: 'integer', entries: 'entries' },
    evolve: setLeverage,
  },
  MarginModeSet: {
    about: "A user's margin mode in a market.",
    shape: { user: 'integer', market: 'word', mode: 'word' },
    evolve: setMarginMode,
  },
  PositionModeSet: {
    about: "A user's position mode in a market.",
    shape: { user: 'integer', market: 'word', mode: 'word' },
    evolve: setPositionMode,
  },
  PerpetualOrderPlaced: {
    about:
      'A perpetual order was accepted, with its hold; closing orders hold nothing. `disposition` is `rests`, `takes` or `waits`.',
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      position: 'word',
      closes: 'integer',
      kind: 'word',
      timeInForce: 'word',
      selfTrade: 'word',
      price: 'integer?',
      quantity: 'integer',
      level: 'integer',
      disposition: 'word',
      trigger: 'integer?',
      triggerBy: 'word?',
      liquidation: 'integer?',
      takeProfit: 'integer?',
      takeProfitBy: 'word?',
      stopLoss: 'integer?',
      stopLossBy: 'word?',
      against: 'integer?',
      entries: 'entries',
    },
    evolve: placeOrder,
    encode: encodePlaced,
  },
  PerpetualOrderAmended: {
    about: 'New totals and hold of a perpetual order. With a new trigger it waits on the same price type.',
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      price: 'integer',
      quantity: 'integer',
      trigger: 'integer?',
      openBefore: 'integer',
      priceBefore: 'integer',
      disposition: 'word',
      takeProfit: 'integer?',
      takeProfitBy: 'word?',
      stopLoss: 'integer?',
      stopLossBy: 'word?',
      against: 'integer?',
      entries: 'entries',
    },
    evolve: amendOrder,
    made: ({ order }) => order,
  },
  PerpetualOrderTriggered: {
    about:
      'A perpetual order was triggered and costed anew. `disposition` is `rests` or `takes`; an order that ends at once takes nothing.',
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      disposition: 'word',
      quantity: 'integer',
      against: 'integer?',
      entries: 'entries',
    },
    evolve: triggerOrder,
    made: ({ order }) => order,
  },
  PerpetualOrderRested: {
    about: 'The unfilled rest of a taker joined the book.',
    shape: {
      order: 'integer',
      user: 'integer',
      market: 'word',
      side: 'word',
      price: 'integer',
      quantity: 'integer',
      against: 'integer?',
    },
    evolve: restOrder,
    encode: encodeRested,
  },
  PerpetualOrderCut: {
    about: "A resting closing order was reduced to the position's size and keeps its place in the queue.",
    shape: { order: 'integer', user: 'integer', market: 'word', side: 'word', price: 'integer', cut: 'integer' },
    evolve: cutOrder,
  },
  PerpetualOrderCancelled: {
    about: 'A perpetual order ended.',
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
    encode: encodeCancelled,
  },
  PerpetualTraded: {
    about:
      'A perpetual trade, with the positions of both sides. `makerReleased` and `takerReleased` are the cost of closed lots.',
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
      makerPosition: 'integer',
      takerPosition: 'integer',
      makerReleased: 'amount?',
      takerReleased: 'amount?',
      makerFee: 'amount',
      takerFee: 'amount',
      mark: 'integer',
      takerMode: 'word?',
      entries: 'entries',
    },
    evolve: executeTrade,
    encode: encodeTraded,
  },
  MarginAdjusted: {
    about: 'Margin of a position was added or taken.',
    shape: {
      user: 'integer',
      market: 'word',
      position: 'integer',
      side: 'word',
      act: 'word',
      amount: 'amount',
      entries: 'entries',
    },
    evolve: adjustMargin,
  },
};

/** Before anybody's next command, and before any trigger. */
export const perpetualDebts: readonly Debt[] = [
  {
    kind: 'cuts',
    urgency: 'urgent',
    next({ perpetual: { uncut }, position, at }) {
      for (const { user, market } of uncut.values()) {
        return { dueAt: at, id: user, command: { type: 'CutOrders', user, market }, cause: position };
      }
      return null;
    },
  },
];
