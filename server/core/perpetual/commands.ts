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

export interface SetLeverage {
  type: 'SetLeverage';
  user: number;
  market: string;
  leverage: number;
}
export interface SetMarginMode {
  type: 'SetMarginMode';
  user: number;
  market: string;
  mode: MarginMode;
}
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

export interface CutOrders {
  type: 'CutOrders';
  user: number;
  market: string;
}
export interface Liquidate {
  type: 'Liquidate';
  market: string;
}
export interface LiquidateAccount {
  type: 'LiquidateAccount';
  user: number;
  /** In which it is kept. */
  asset: string;
}
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
