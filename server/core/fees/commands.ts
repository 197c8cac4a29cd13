/** Commands about volume-based fee levels. */
import { type MessageOf, amount, choice, list, message, millis, optional, text } from '../messages/message';
import { FEE_PRODUCTS } from './state';

export const SetFeeTiers = message('SetFeeTiers', {
  product: choice(...FEE_PRODUCTS),
  /** Milliseconds; absent: immediately. Applies to the first day closed at or after it. */
  from: optional(millis),
  volumes: list(amount),
  reason: text,
});
export type SetFeeTiers = MessageOf<typeof SetFeeTiers>;

export const CloseFeeDay = message('CloseFeeDay', { product: choice(...FEE_PRODUCTS) });
export type CloseFeeDay = MessageOf<typeof CloseFeeDay>;

export const SetFeeLevels = message('SetFeeLevels', { product: choice(...FEE_PRODUCTS) });
export type SetFeeLevels = MessageOf<typeof SetFeeLevels>;

export type FeesCommand = SetFeeTiers | CloseFeeDay | SetFeeLevels;
