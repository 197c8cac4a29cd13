/** Conversions and small balances. Amounts are units of their own asset. */
import {
  amount,
  choice,
  entries,
  id,
  list,
  message,
  optional,
  text,
  ticks,
  word,
  type MessageOf,
} from '../../../core/messages/message';
import { dustTerms } from './commands';

/** Last event of its batch; orders and trades come before. */
export const Converted = message('Converted', {
  conversion: id,
  user: id,
  from: word,
  to: word,
  spent: amount,
  /** After fees. */
  received: amount,
  /** Minimum from the request. */
  least: amount,
  /** Units of USDT from the first order that the second did not spend. Absent: none. */
  rest: optional(amount),
  /** One, or two over USDT. */
  orders: list(id),
});
export type Converted = MessageOf<typeof Converted>;

/** Purchase of one coin of the command. */
export const DustConverted = message('DustConverted', {
  conversion: id,
  user: id,
  asset: word,
  /** The whole available balance. */
  amount,
  /** The two prices used: the index, and the last price of the coin's market with USDT. */
  index: ticks,
  last: ticks,
  /** Units of USDT. */
  received: amount,
  entries,
});
export type DustConverted = MessageOf<typeof DustConverted>;

export const DustTermsSet = message('DustTermsSet', { ...dustTerms, reason: text });
export type DustTermsSet = MessageOf<typeof DustTermsSet>;

export const DustFunded = message('DustFunded', {
  asset: word,
  act: choice('fund', 'release'),
  amount,
  reason: text,
  entries,
});
export type DustFunded = MessageOf<typeof DustFunded>;

export type ConvertEvent = Converted | DustConverted | DustTermsSet | DustFunded;

declare module '../../../core/event' {
  interface Events {
    convert: ConvertEvent;
  }
}
