/** What may be asked of stops: they wait for a price to close a position, and hold nothing. Prices are ticks, quantities lots. */
import type { PositionSide, PriceKind } from '../market/order';

export type StopKind = 'take_profit' | 'stop_loss' | 'trailing';

export interface PlaceStop {
  type: 'PlaceStop';
  user: number;
  market: string;
  position: PositionSide;
  kind: StopKind;
  /** Absent of a trailing stop, which has one of the following two instead. */
  trigger?: number;
  /** How far behind the best price since it was placed: ticks, or hundredths of a percent of that price. */
  callbackTicks?: number;
  callbackBp?: number;
  triggerBy: PriceKind;
  /** Closes at no worse a price than this; absent: at the market, as a trailing stop always does. */
  price?: number;
  /** Absent: the whole position, whatever it is then. */
  quantity?: number;
}
export interface AmendStop {
  type: 'AmendStop';
  user: number;
  stop: number;
  /** What is absent stays as it is; at least one is present. Of a trailing stop only the quantity changes. */
  trigger?: number;
  price?: number;
  quantity?: number;
}
export interface CancelStop {
  type: 'CancelStop';
  user: number;
  stop: number;
}
export interface AttachStops {
  type: 'AttachStops';
  order: number;
}
export interface TriggerStop {
  type: 'TriggerStop';
  stop: number;
}
export interface EndStops {
  type: 'EndStops';
  /** The position's number. */
  contract: number;
}

export type StopCommand = PlaceStop | AmendStop | CancelStop | AttachStops | TriggerStop | EndStops;
