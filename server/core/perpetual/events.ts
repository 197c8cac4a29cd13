/** What happens to perpetuals. Prices are ticks, quantities lots, amounts units of the quote asset, fees already rounded. */
import type { Entry } from '../ledger/entry';
import type {
  CancelReason,
  Disposition,
  OrderKind,
  OrderSide,
  PerpetualMarketState,
  PositionSide,
  PriceKind,
  SelfTrade,
  TimeInForce,
} from '../market/order';
import type { PerpetualTerms } from './commands';
import type { MarginMode, PositionMode } from './state';

export interface PerpetualMarketListed extends PerpetualTerms {
  type: 'PerpetualMarketListed';
}
export interface PerpetualMarketStateChanged {
  type: 'PerpetualMarketStateChanged';
  market: string;
  state: PerpetualMarketState;
}
export interface LeverageSet {
  type: 'LeverageSet';
  user: number;
  market: string;
  leverage: number;
  entries: Entry[];
}
export interface MarginModeSet {
  type: 'MarginModeSet';
  user: number;
  market: string;
  mode: MarginMode;
}
export interface PositionModeSet {
  type: 'PositionModeSet';
  user: number;
  market: string;
  mode: PositionMode;
}
export interface PerpetualOrderPlaced {
  type: 'PerpetualOrderPlaced';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  position: PositionSide;
  closes: 0 | 1;
  kind: OrderKind;
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  price?: number;
  quantity: number;
  /** Of fees, at placing: later ones charge no more. */
  level: number;
  disposition: Disposition;
  /** Both of one that waits. */
  trigger?: number;
  triggerBy?: PriceKind;
  /** The liquidation that placed it: not its owner's own order. */
  liquidation?: number;
  /** Stops that it brings along for what it opens. */
  takeProfit?: number;
  takeProfitBy?: PriceKind;
  stopLoss?: number;
  stopLossBy?: PriceKind;
  /** In one-way mode, as it rests or waits: lots that hold nothing, because they close what stands on the other side. */
  against?: number;
  entries: Entry[];
}
export interface PerpetualOrderAmended {
  type: 'PerpetualOrderAmended';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  /** 0 for one without a limit. */
  price: number;
  quantity: number;
  trigger?: number;
  openBefore: number;
  priceBefore: number;
  /** rests, takes, waits or keeps. */
  disposition: Disposition;
  /** Stops that it brings along from now on, where that has changed; 0 for none any more. */
  takeProfit?: number;
  takeProfitBy?: PriceKind;
  stopLoss?: number;
  stopLossBy?: PriceKind;
  /** In one-way mode, of what is open. */
  against?: number;
  entries: Entry[];
}
export interface PerpetualOrderTriggered {
  type: 'PerpetualOrderTriggered';
  order: number;
  user: number;
  market: string;
  disposition: Disposition;
  /** What it is then: of one that closes no more than there is. */
  quantity: number;
  /** In one-way mode, as it rests. */
  against?: number;
  entries: Entry[];
}
export interface PerpetualOrderRested {
  type: 'PerpetualOrderRested';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  quantity: number;
  /** In one-way mode. */
  against?: number;
}
export interface PerpetualOrderCut {
  type: 'PerpetualOrderCut';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  /** Lots that go. */
  cut: number;
}
export interface PerpetualOrderCancelled {
  type: 'PerpetualOrderCancelled';
  order: number;
  user: number;
  market: string;
  side: OrderSide;
  price: number;
  open: number;
  rested: 0 | 1;
  reason: PerpetualCancelReason;
  entries: Entry[];
}
/**
 * `margin_short`: at the mark of a fill its cost was neither held nor free. `beyond_bankruptcy`: closing at that price would take
 * more than the position's collateral. `position_closed`: there is nothing left that it could close. `liquidation`: its owner is
 * liquidated in that market. `market_closed`: what it would have opened the market does not take, in its last half hour, or when its
 * trigger was reached. When its trigger was reached: `price_limit`, its price was too far from the mark; `position_limit`, more than
 * tiers or market allow.
 */
export type PerpetualCancelReason =
  | CancelReason
  | 'margin_short'
  | 'beyond_bankruptcy'
  | 'position_closed'
  | 'market_closed'
  | 'price_limit'
  | 'position_limit'
  | 'liquidation'
  | 'market_ended';
/** How the taker's side came to close, where that was not its owner's own order. */
export type CloseMode = 'take_profit' | 'stop_loss' | 'trailing' | 'liquidation' | 'close_all' | 'reverse';
export interface PerpetualTraded {
  type: 'PerpetualTraded';
  trade: number;
  market: string;
  price: number;
  quantity: number;
  notional: bigint;
  takerSide: OrderSide;
  makerOrder: number;
  takerOrder: number;
  maker: number;
  taker: number;
  makerPosition: number;
  takerPosition: number;
  makerReleased?: bigint;
  takerReleased?: bigint;
  makerFee: bigint;
  takerFee: bigint;
  /** By which both sides were judged. */
  mark: number;
  takerMode?: CloseMode;
  entries: Entry[];
}
export interface MarginAdjusted {
  type: 'MarginAdjusted';
  user: number;
  market: string;
  position: number;
  side: PositionSide;
  act: 'add' | 'take';
  amount: bigint;
  entries: Entry[];
}

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
