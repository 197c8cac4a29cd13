/** What may be asked of perpetuals. Prices are ticks, quantities lots, amounts units of the quote asset, rates parts of 10^9. */
import type {
  OrderKind,
  OrderSide,
  PerpetualMarketState,
  PositionSide,
  PriceKind,
  SelfTrade,
  TimeInForce,
} from '../market/order';
import type { MarginMode, PositionMode } from './state';

/** Terms of a market, as asked for. Tiers stand in three lists of one length, lowest first. */
export interface PerpetualTerms {
  market: string;
  base: string;
  quote: string;
  tick: string;
  /** Base of one lot, a canonical decimal. */
  multiplier: string;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
  priceLowest: number;
  priceHighest: number;
  makerFeesPpb: number[];
  /** The first is the highest, and what closing is reserved for. */
  takerFeesPpb: number[];
  openOrdersMax: number;
  /** Stands for the last price before the first trade, in ticks. */
  referencePrice: number;
  /** How far from the mark an order may go. */
  priceLimitPpb: number;
  index: string;
  tierCaps: bigint[];
  tierLeverages: number[];
  tierRatesPpb: number[];
  fundingIntervalMs: number;
  fundingCapPpb: number;
  openInterestMax: bigint;
  impactNotional: bigint;
}
export interface ListPerpetualMarket extends PerpetualTerms {
  type: 'ListPerpetualMarket';
}
export interface SetPerpetualMarketState {
  type: 'SetPerpetualMarketState';
  market: string;
  state: PerpetualMarketState;
}

/** For both of the user's positions in the market, and what is ordered there. */
export interface SetLeverage {
  type: 'SetLeverage';
  user: number;
  market: string;
  leverage: number;
}
/** How positions of the market are covered from now on: each by its own margin, or all of an account's cross positions by one another. */
export interface SetMarginMode {
  type: 'SetMarginMode';
  user: number;
  market: string;
  mode: MarginMode;
}
/** Whether long and short stand beside each other in the market from now on, or one position is all that there is. */
export interface SetPositionMode {
  type: 'SetPositionMode';
  user: number;
  market: string;
  mode: PositionMode;
}
export interface PlacePerpetualOrder {
  type: 'PlacePerpetualOrder';
  user: number;
  market: string;
  /** In one-way mode `open long` buys and `open short` sells: what stands on the other side is closed first. */
  position: PositionSide;
  /** Whether the position is to become larger or smaller. */
  act: 'open' | 'close';
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  /** Limit price: limit and stop_limit only. */
  price?: number;
  quantity: number;
  /** Both with stop_limit and stop_market only. */
  trigger?: number;
  triggerBy?: PriceKind;
  /** Of one that opens: stops of what it opens. Each with what it looks at. */
  takeProfit?: number;
  takeProfitBy?: PriceKind;
  stopLoss?: number;
  stopLossBy?: PriceKind;
}
export interface AmendPerpetualOrder {
  type: 'AmendPerpetualOrder';
  user: number;
  order: number;
  /** New totals: quantity = filled + open. What is absent stays as it is; at least one is present. */
  price?: number;
  quantity?: number;
  /** Of one that waits. */
  trigger?: number;
  /** Of one that opens, for what it has not opened yet; 0 takes it away. */
  takeProfit?: number;
  takeProfitBy?: PriceKind;
  stopLoss?: number;
  stopLossBy?: PriceKind;
}
export interface AdjustMargin {
  type: 'AdjustMargin';
  user: number;
  market: string;
  position: PositionSide;
  act: 'add' | 'take';
  amount: bigint;
}

/** A follow-up: a user's orders in a market close no more than there is. Never from outside. */
export interface CutOrders {
  type: 'CutOrders';
  user: number;
  market: string;
}
/** The next step of the liquidation that waits in a market. */
export interface Liquidate {
  type: 'Liquidate';
  market: string;
}
/** The next step of the liquidation of an account whose positions stand for one another. */
export interface LiquidateAccount {
  type: 'LiquidateAccount';
  user: number;
  /** In which it is kept. */
  asset: string;
}
/** Out of the owners' money. */
export interface FundInsurance {
  type: 'FundInsurance';
  asset: string;
  amount: bigint;
  reason: string;
}
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

/** Which way an order goes that opens or closes such a position. */
export function sideOf(position: PositionSide, act: 'open' | 'close'): OrderSide {
  return (position === 'long') === (act === 'open') ? 'buy' : 'sell';
}
