/** Events of volume-based fee levels. */
import {
  type MessageOf,
  amount,
  choice,
  id,
  integer,
  list,
  message,
  millis,
  optional,
  text,
} from '../messages/message';
import { FEE_PRODUCTS } from './state';

/** The last price of BTC-USDT, the index, or neither. */
export const closedBy = choice('last', 'index', 'none');

export const FeeTiersSet = message('FeeTiersSet', {
  product: choice(...FEE_PRODUCTS),
  /** Milliseconds. */
  from: millis,
  /** Volume that each level needs, in BTC units of scale 8; the first is 0. */
  volumes: list(amount),
  reason: text,
});
export type FeeTiersSet = MessageOf<typeof FeeTiersSet>;

export const FeeDayClosed = message('FeeDayClosed', {
  product: choice(...FEE_PRODUCTS),
  /** Whole GMT+8 days since the epoch: the day that ended. */
  day: integer,
  /** USDT units of scale 8 for one BTC; 0 without a price: that day's volume does not count. */
  price: amount,
  by: closedBy,
});
export type FeeDayClosed = MessageOf<typeof FeeDayClosed>;

export const FeeLevelSet = message('FeeLevelSet', {
  user: id,
  product: choice(...FEE_PRODUCTS),
  level: integer,
  /** BTC units of scale 8 over thirty days. */
  volume: amount,
  /** Milliseconds: 04:00 of the day after the closed one, whenever the level was calculated. */
  from: millis,
});
export type FeeLevelSet = MessageOf<typeof FeeLevelSet>;

export const FeeLevelsReckoned = message('FeeLevelsReckoned', {
  product: choice(...FEE_PRODUCTS),
  day: integer,
  through: optional(id),
});
export type FeeLevelsReckoned = MessageOf<typeof FeeLevelsReckoned>;

export type FeesEvent = FeeTiersSet | FeeDayClosed | FeeLevelSet | FeeLevelsReckoned;
