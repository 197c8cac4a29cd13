/** Events of perpetuals. Prices are ticks, quantities lots, amounts units of the quote asset, fees already rounded. */
import {
  CANCEL_REASONS,
  disposition,
  orderSide,
  orderTerms,
  positionSide,
  priceKind,
} from '../../../core/market/order';
import {
  type MessageOf,
  type ValueOf,
  amount,
  choice,
  entries,
  id,
  integer,
  lots,
  message,
  optional,
  ticks,
  word,
} from '../../../core/messages/message';
import { perpetualTerms } from './commands';
import { marginMode, positionMode } from './state';

export const PerpetualMarketListed = message('PerpetualMarketListed', { ...perpetualTerms });
export type PerpetualMarketListed = MessageOf<typeof PerpetualMarketListed>;

export const PerpetualMarketStateChanged = message('PerpetualMarketStateChanged', {
  market: word,
  state: choice('open', 'closed', 'maintenance', 'cancel_only', 'close_only'),
});
export type PerpetualMarketStateChanged = MessageOf<typeof PerpetualMarketStateChanged>;

export const LeverageSet = message('LeverageSet', { user: id, market: word, leverage: integer, entries });
export type LeverageSet = MessageOf<typeof LeverageSet>;

export const MarginModeSet = message('MarginModeSet', { user: id, market: word, mode: marginMode });
export type MarginModeSet = MessageOf<typeof MarginModeSet>;

export const PositionModeSet = message('PositionModeSet', { user: id, market: word, mode: positionMode });
export type PositionModeSet = MessageOf<typeof PositionModeSet>;

export const PerpetualOrderPlaced = message('PerpetualOrderPlaced', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  position: positionSide,
  closes: choice(0, 1),
  ...orderTerms,
  price: optional(ticks),
  quantity: lots,
  /** Fee level at placing; later levels charge no more. */
  level: integer,
  disposition,
  /** Trigger and its price kind; both present for a waiting order. */
  trigger: optional(ticks),
  triggerBy: optional(priceKind),
  /** The liquidation that placed it: not its owner's own order. */
  liquidation: optional(id),
  /** Stops attached to the order, for the position that it opens. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
  /** One-way mode only, for a resting or waiting order: lots without a hold, because they close the opposite position. */
  against: optional(lots),
  entries,
});
export type PerpetualOrderPlaced = MessageOf<typeof PerpetualOrderPlaced>;

export const PerpetualOrderAmended = message('PerpetualOrderAmended', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  /** 0 for an order without a limit. */
  price: ticks,
  quantity: lots,
  trigger: optional(ticks),
  openBefore: lots,
  priceBefore: ticks,
  /** rests, takes, waits or keeps. */
  disposition,
  /** New attached stops, if they have changed; 0 removes a stop. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
  /** One-way mode only, among the open lots. */
  against: optional(lots),
  entries,
});
export type PerpetualOrderAmended = MessageOf<typeof PerpetualOrderAmended>;

export const PerpetualOrderTriggered = message('PerpetualOrderTriggered', {
  order: id,
  user: id,
  market: word,
  disposition,
  /** Quantity after the trigger; for closing orders, limited to the position's lots. */
  quantity: lots,
  /** One-way mode only, while the order rests. */
  against: optional(lots),
  entries,
});
export type PerpetualOrderTriggered = MessageOf<typeof PerpetualOrderTriggered>;

export const PerpetualOrderRested = message('PerpetualOrderRested', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  quantity: lots,
  /** One-way mode only. */
  against: optional(lots),
});
export type PerpetualOrderRested = MessageOf<typeof PerpetualOrderRested>;

export const PerpetualOrderCut = message('PerpetualOrderCut', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  /** Number of removed lots. */
  cut: lots,
});
export type PerpetualOrderCut = MessageOf<typeof PerpetualOrderCut>;

/**
 * `margin_short`: the hold and the free balance did not cover a fill's cost at the mark. `beyond_bankruptcy`: closing at that price would
 * cost more than the position's collateral. `position_closed`: no position is left to close. `liquidation`: the owner is being liquidated
 * in that market. `market_closed`: the market accepts no opening, in its last half hour, or when the trigger was reached. At the trigger:
 * `price_limit`, the price was too far from the mark; `position_limit`, more than tiers or market allow.
 */
export const perpetualCancelReason = choice(
  ...CANCEL_REASONS,
  'margin_short',
  'beyond_bankruptcy',
  'position_closed',
  'market_closed',
  'price_limit',
  'position_limit',
  'liquidation',
  'market_ended',
);
export type PerpetualCancelReason = ValueOf<typeof perpetualCancelReason>;

export const PerpetualOrderCancelled = message('PerpetualOrderCancelled', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  open: lots,
  rested: choice(0, 1),
  reason: perpetualCancelReason,
  entries,
});
export type PerpetualOrderCancelled = MessageOf<typeof PerpetualOrderCancelled>;

/** Cause of the taker's close, if its owner did not place the order. */
export const closeMode = choice('take_profit', 'stop_loss', 'trailing', 'liquidation', 'close_all', 'reverse');
export type CloseMode = ValueOf<typeof closeMode>;
export const PerpetualTraded = message('PerpetualTraded', {
  trade: id,
  market: word,
  price: ticks,
  quantity: lots,
  notional: amount,
  takerSide: orderSide,
  makerOrder: id,
  takerOrder: id,
  maker: id,
  taker: id,
  makerPosition: id,
  takerPosition: id,
  makerReleased: optional(amount),
  takerReleased: optional(amount),
  makerFee: amount,
  takerFee: amount,
  /** Mark at which both sides were checked. */
  mark: ticks,
  takerMode: optional(closeMode),
  entries,
});
export type PerpetualTraded = MessageOf<typeof PerpetualTraded>;

export const MarginAdjusted = message('MarginAdjusted', {
  user: id,
  market: word,
  position: id,
  side: positionSide,
  act: choice('add', 'take'),
  amount,
  entries,
});
export type MarginAdjusted = MessageOf<typeof MarginAdjusted>;

export type PerpetualEvent =
  | PerpetualMarketListed
  | PerpetualMarketStateChanged
  | LeverageSet
  | MarginModeSet
  | PositionModeSet
  | PerpetualOrderPlaced
  | PerpetualOrderAmended
  | PerpetualOrderTriggered
  | PerpetualOrderRested
  | PerpetualOrderCut
  | PerpetualOrderCancelled
  | PerpetualTraded
  | MarginAdjusted;

declare module '../../../core/event' {
  interface Events {
    perpetual: PerpetualEvent;
  }
}
