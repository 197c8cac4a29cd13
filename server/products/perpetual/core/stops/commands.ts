/** Commands of stops: a stop waits for a price to close a position, and needs no hold. Prices are ticks, quantities lots. */
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
  /** Absent for a trailing stop, which has one of the following two instead. */
  trigger: optional(ticks),
  /** Distance behind the best price since placing: ticks, or hundredths of a percent of that price. */
  callbackTicks: optional(ticks),
  callbackBp: optional(integer),
  triggerBy: priceKind,
  /** Worst closing price; absent: at the market, as for every trailing stop. */
  price: optional(ticks),
  /** Absent: the whole position at that time. */
  quantity: optional(lots),
});
export type PlaceStop = MessageOf<typeof PlaceStop>;

export const AmendStop = message('AmendStop', {
  user: id,
  stop: id,
  /** Rejected if the stop belongs to another market; absent if the request names none. */
  market: server(optional(word)),
  /** Absent fields stay unchanged; at least one is present. A trailing stop allows only a change of quantity. */
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
  /** Id of the position. */
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
