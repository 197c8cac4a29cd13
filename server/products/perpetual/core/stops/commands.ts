/** What may be asked of stops: they wait for a price to close a position, and hold nothing. Prices are ticks, quantities lots. */
import { positionSide, priceKind } from '../../../../core/market/order';
import {
  type MessageOf,
  type ValueOf,
  choice,
  id,
  integer,
  lots,
  message,
  optional,
  server,
  ticks,
  word,
} from '../../../../core/messages/message';

export const stopKind = choice('take_profit', 'stop_loss', 'trailing');
export type StopKind = ValueOf<typeof stopKind>;

export const PlaceStop = message('PlaceStop', {
  user: id,
  market: word,
  position: positionSide,
  kind: stopKind,
  /** Absent of a trailing stop, which has one of the following two instead. */
  trigger: optional(ticks),
  /** How far behind the best price since it was placed: ticks, or hundredths of a percent of that price. */
  callbackTicks: optional(ticks),
  callbackBp: optional(integer),
  triggerBy: priceKind,
  /** Closes at no worse a price than this; absent: at the market, as a trailing stop always does. */
  price: optional(ticks),
  /** Absent: the whole position, whatever it is then. */
  quantity: optional(lots),
});
export type PlaceStop = MessageOf<typeof PlaceStop>;

export const AmendStop = message('AmendStop', {
  user: id,
  stop: id,
  /** Refused where it is not the market of that number; absent where a request names none. */
  market: server(optional(word)),
  /** What is absent stays as it is; at least one is present. Of a trailing stop only the quantity changes. */
  trigger: optional(ticks),
  price: optional(ticks),
  quantity: optional(lots),
});
export type AmendStop = MessageOf<typeof AmendStop>;

export const CancelStop = message('CancelStop', { user: id, stop: id });
export type CancelStop = MessageOf<typeof CancelStop>;

export const AttachStops = message('AttachStops', { order: id });
export type AttachStops = MessageOf<typeof AttachStops>;

export const TriggerStop = message('TriggerStop', { stop: id });
export type TriggerStop = MessageOf<typeof TriggerStop>;

export const EndStops = message('EndStops', {
  /** The position's number. */
  contract: id,
});
export type EndStops = MessageOf<typeof EndStops>;

export type StopCommand = PlaceStop | AmendStop | CancelStop | AttachStops | TriggerStop | EndStops;

declare module '../../../../core/command' {
  interface Commands {
    stops: StopCommand;
  }
  interface FollowUps {
    stops: TriggerStop | AttachStops | EndStops;
  }
}
