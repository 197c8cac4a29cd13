/** What happens to perpetuals. Prices are ticks, quantities lots, amounts units of the quote asset, fees already rounded. */
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
  /** Of fees, at placing: later ones charge no more. */
  level: integer,
  disposition,
  /** Both of one that waits. */
  trigger: optional(ticks),
  triggerBy: optional(priceKind),
  /** The liquidation that placed it: not its owner's own order. */
  liquidation: optional(id),
  /** Stops that it brings along for what it opens. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
  /** In one-way mode, as it rests or waits: lots that hold nothing, because they close what stands on the other side. */
  against: optional(lots),
  entries,
});
export type PerpetualOrderPlaced = MessageOf<typeof PerpetualOrderPlaced>;

export const PerpetualOrderAmended = message('PerpetualOrderAmended', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  /** 0 for one without a limit. */
  price: ticks,
  quantity: lots,
  trigger: optional(ticks),
  openBefore: lots,
  priceBefore: ticks,
  /** rests, takes, waits or keeps. */
  disposition,
  /** Stops that it brings along from now on, where that has changed; 0 for none any more. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
  /** In one-way mode, of what is open. */
  against: optional(lots),
  entries,
});
export type PerpetualOrderAmended = MessageOf<typeof PerpetualOrderAmended>;

export const PerpetualOrderTriggered = message('PerpetualOrderTriggered', {
  order: id,
  user: id,
  market: word,
  disposition,
  /** What it is then: of one that closes no more than there is. */
  quantity: lots,
  /** In one-way mode, as it rests. */
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
  /** In one-way mode. */
  against: optional(lots),
});
export type PerpetualOrderRested = MessageOf<typeof PerpetualOrderRested>;

export const PerpetualOrderCut = message('PerpetualOrderCut', {
  order: id,
  user: id,
  market: word,
  side: orderSide,
  price: ticks,
  /** Lots that go. */
  cut: lots,
});
export type PerpetualOrderCut = MessageOf<typeof PerpetualOrderCut>;

/**
 * `margin_short`: at the mark of a fill its cost was neither held nor free. `beyond_bankruptcy`: closing at that price would take
 * more than the position's collateral. `position_closed`: there is nothing left that it could close. `liquidation`: its owner is
 * liquidated in that market. `market_closed`: what it would have opened the market does not take, in its last half hour, or when its
 * trigger was reached. When its trigger was reached: `price_limit`, its price was too far from the mark; `position_limit`, more than
 * tiers or market allow.
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

/** How the taker's side came to close, where that was not its owner's own order. */
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
  /** By which both sides were judged. */
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
