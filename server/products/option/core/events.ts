/** Events of second contracts. */
import {
  type MessageOf,
  type ValueOf,
  amount,
  choice,
  entries,
  id,
  integer,
  message,
  millis,
  optional,
  ppb,
  text,
  ticks,
  word,
} from '../../../core/messages/message';
import { optionState, optionTerms } from './commands';

/** No timely publication for the entry, no fresh one at the end, or an entry beyond a level. */
export const refundReason = choice('entry_missed', 'index_stale', 'level_passed');
export type RefundReason = ValueOf<typeof refundReason>;

export const OptionTermsProposed = message('OptionTermsProposed', { ...optionTerms, by: id, reason: text });
export type OptionTermsProposed = MessageOf<typeof OptionTermsProposed>;

export const OptionTermsSet = message('OptionTermsSet', { ...optionTerms, proposedBy: id, reason: text });
export type OptionTermsSet = MessageOf<typeof OptionTermsSet>;

export const OptionStateSet = message('OptionStateSet', { symbol: word, state: optionState, reason: text });
export type OptionStateSet = MessageOf<typeof OptionStateSet>;

export const OptionsFunded = message('OptionsFunded', {
  asset: word,
  act: choice('fund', 'release'),
  amount,
  reason: text,
  entries,
});
export type OptionsFunded = MessageOf<typeof OptionsFunded>;

export const OptionBought = message('OptionBought', {
  contract: id,
  user: id,
  symbol: word,
  direction: choice('up', 'down'),
  asset: word,
  stake: amount,
  durationMs: millis,
  payoutPpb: ppb,
  fee: amount,
  /** Rule of start and end; absent: 1. */
  rule: optional(choice(2, 1)),
  /** Quotes from this time on may be its entry (rule 1: publications), milliseconds. */
  from: millis,
  /** The scheduled start; absent: at once. */
  startsAt: optional(millis),
  takeProfit: optional(ticks),
  stopLoss: optional(ticks),
  /** Maximum age of the publication at the end, milliseconds. */
  staleMs: millis,
  /** Minimum quotes of a publication for an entry, a level or an end; absent under rule 1. */
  sourcesMin: optional(integer),
  entries,
});
export type OptionBought = MessageOf<typeof OptionBought>;

/** A publication of the index: its effective price in ticks, its time, and its batch. */
export interface Publication {
  price: number;
  at: number;
  batch: number;
}

export const OptionEntered = message('OptionEntered', {
  contract: id,
  user: id,
  symbol: word,
  price: ticks,
  at: millis,
  batch: id,
  endsAt: millis,
});
export type OptionEntered = MessageOf<typeof OptionEntered>;

export const OptionSettled = message('OptionSettled', {
  contract: id,
  user: id,
  symbol: word,
  end: choice('take_profit', 'stop_loss', 'won', 'lost', 'tie', 'refunded', 'cancelled'),
  reason: optional(refundReason),
  /** Due time: the end, or the time at which a refund became certain. */
  dueAt: millis,
  /** Settlement price; absent if the stake was refunded because no publication arrived. */
  price: optional(ticks),
  at: optional(millis),
  batch: optional(id),
  /** Units paid to the user, the income among them, and units of fees. */
  paid: amount,
  income: amount,
  fee: amount,
  entries,
});
export type OptionSettled = MessageOf<typeof OptionSettled>;

export const OptionLimitSet = message('OptionLimitSet', {
  user: id,
  asset: word,
  /** Absent: no limit. */
  amount: optional(amount),
  /** Effective day (GMT+8, since the epoch). */
  day: integer,
});
export type OptionLimitSet = MessageOf<typeof OptionLimitSet>;

export type OptionEvent =
  | OptionTermsProposed
  | OptionTermsSet
  | OptionStateSet
  | OptionsFunded
  | OptionBought
  | OptionEntered
  | OptionSettled
  | OptionLimitSet;

declare module '../../../core/event' {
  interface Events {
    option: OptionEvent;
  }
}
