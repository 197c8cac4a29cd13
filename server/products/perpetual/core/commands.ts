/** Commands of perpetuals. Prices are ticks, quantities lots, amounts units of the quote asset, rates parts of 10^9. */
import type { OrderSide, PositionSide } from '../../../core/market/order';
import { orderTerms, positionSide, priceKind } from '../../../core/market/order';
import {
  type MessageOf,
  type ObjectOf,
  amount,
  choice,
  id,
  integer,
  list,
  lots,
  message,
  millis,
  optional,
  ppb,
  server,
  text,
  ticks,
  word,
} from '../../../core/messages/message';
import { marginMode, positionMode } from './state';

/** Terms of a market, as requested. Tiers are three lists of one length, lowest first. */
export const perpetualTerms = {
  market: word,
  base: word,
  quote: word,
  tick: word,
  /** Base of one lot, a canonical decimal. */
  multiplier: word,
  quantityMin: lots,
  quantityMax: lots,
  notionalMin: amount,
  priceLowest: ticks,
  priceHighest: ticks,
  makerFeesPpb: list(ppb),
  /** The first rate is the highest, and the one reserved for closing. */
  takerFeesPpb: list(ppb),
  openOrdersMax: integer,
  /** Serves as last price before the first trade, in ticks. */
  referencePrice: ticks,
  /** Maximum distance of an order from the mark. */
  priceLimitPpb: ppb,
  index: word,
  tierCaps: list(amount),
  tierLeverages: list(integer),
  tierRatesPpb: list(ppb),
  fundingIntervalMs: millis,
  fundingCapPpb: ppb,
  openInterestMax: amount,
  impactNotional: amount,
};
export type PerpetualTerms = ObjectOf<typeof perpetualTerms>;
export const ListPerpetualMarket = message('ListPerpetualMarket', { ...perpetualTerms });
export type ListPerpetualMarket = MessageOf<typeof ListPerpetualMarket>;

export const SetPerpetualMarketState = message('SetPerpetualMarketState', {
  market: word,
  state: choice('open', 'closed', 'maintenance', 'cancel_only', 'close_only'),
});
export type SetPerpetualMarketState = MessageOf<typeof SetPerpetualMarketState>;

export const SetLeverage = message('SetLeverage', { user: id, market: word, leverage: integer });
export type SetLeverage = MessageOf<typeof SetLeverage>;

export const SetMarginMode = message('SetMarginMode', { user: id, market: word, mode: marginMode });
export type SetMarginMode = MessageOf<typeof SetMarginMode>;

export const SetPositionMode = message('SetPositionMode', { user: id, market: word, mode: positionMode });
export type SetPositionMode = MessageOf<typeof SetPositionMode>;

export const PlacePerpetualOrder = message('PlacePerpetualOrder', {
  user: id,
  market: word,
  /** In one-way mode `open long` buys and `open short` sells: an opposite position is closed first. */
  position: positionSide,
  /** Whether the order increases or reduces the position. */
  act: choice('open', 'close'),
  ...orderTerms,
  /** Limit price: limit and stop_limit only. */
  price: optional(ticks),
  quantity: lots,
  /** Both with stop_limit and stop_market only. */
  trigger: optional(ticks),
  triggerBy: optional(priceKind),
  /** Opening orders only: stops for the opened position, each with its trigger price kind. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
});
export type PlacePerpetualOrder = MessageOf<typeof PlacePerpetualOrder>;

export const AmendPerpetualOrder = message('AmendPerpetualOrder', {
  user: id,
  order: id,
  /** Prices and quantities use this market's steps, so a number of an order in another market is rejected. */
  market: server(optional(word)),
  /** New totals: quantity = filled + open. Absent fields stay unchanged; at least one is present. */
  price: optional(ticks),
  quantity: optional(lots),
  /** Waiting orders only. */
  trigger: optional(ticks),
  /** Opening orders only, for the lots not yet opened; 0 removes the stop. */
  takeProfit: optional(ticks),
  takeProfitBy: optional(priceKind),
  stopLoss: optional(ticks),
  stopLossBy: optional(priceKind),
});
export type AmendPerpetualOrder = MessageOf<typeof AmendPerpetualOrder>;

export const AdjustMargin = message('AdjustMargin', {
  user: id,
  market: word,
  position: positionSide,
  act: choice('add', 'take'),
  amount,
});
export type AdjustMargin = MessageOf<typeof AdjustMargin>;

export const CutOrders = message('CutOrders', { user: id, market: word });
export type CutOrders = MessageOf<typeof CutOrders>;

export const Liquidate = message('Liquidate', { market: word });
export type Liquidate = MessageOf<typeof Liquidate>;

export const LiquidateAccount = message('LiquidateAccount', {
  user: id,
  /** Asset of the account. */
  asset: word,
});
export type LiquidateAccount = MessageOf<typeof LiquidateAccount>;

export const FundInsurance = message('FundInsurance', { asset: word, amount, reason: text });
export type FundInsurance = MessageOf<typeof FundInsurance>;
export type LiquidationCommand = Liquidate | LiquidateAccount | FundInsurance;

export type PerpetualCommand =
  | ListPerpetualMarket
  | SetPerpetualMarketState
  | SetLeverage
  | SetMarginMode
  | SetPositionMode
  | CutOrders
  | PlacePerpetualOrder
  | AmendPerpetualOrder
  | AdjustMargin;

export function sideOf(position: PositionSide, act: 'open' | 'close'): OrderSide {
  return (position === 'long') === (act === 'open') ? 'buy' : 'sell';
}

declare module '../../../core/command' {
  interface Commands {
    perpetual: PerpetualCommand;
    liquidation: LiquidationCommand;
  }
  interface StaffCommands {
    perpetual: ListPerpetualMarket | SetPerpetualMarketState;
    liquidation: FundInsurance;
  }
  interface FollowUps {
    perpetual: CutOrders;
    liquidation: Liquidate | LiquidateAccount;
  }
}
