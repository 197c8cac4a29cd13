/** What may be asked of the levels by which fees fall with volume. */
import { type MessageOf, amount, choice, list, message, millis, optional, text } from '../messages/message';
import { FEE_PRODUCTS } from './state';

export const SetFeeTiers = message('SetFeeTiers', {
  product: choice(...FEE_PRODUCTS),
  /** Milliseconds; absent for at once. The first day closed at or after it is reckoned by them. */
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
