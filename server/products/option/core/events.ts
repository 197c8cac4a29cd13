/** What happens to second contracts. */
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

/** No publication in time for the entry, none fresh at the end, or one at the entry that lay beyond a level. */
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
  /** By which it begins and ends; absent: 1. */
  rule: optional(choice(2, 1)),
  /** Quotes that are told from here on may be its entry (rule 1: publications), milliseconds. */
  from: millis,
  /** The start that was set; absent: now. */
  startsAt: optional(millis),
  takeProfit: optional(ticks),
  stopLoss: optional(ticks),
  /** A publication that is older than this at its end settles nothing, milliseconds. */
  staleMs: millis,
  /** Fewer quotes than this are no entry, reach no level and end nothing; absent by rule 1. */
  sourcesMin: optional(integer),
  entries,
});
export type OptionBought = MessageOf<typeof OptionBought>;

/** A publication of the index: the price in ticks at which it counts, its time, and the batch that has it. */
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
  /** Why the stake went back. */
  reason: optional(refundReason),
  /** When it was due: the end, or when it was known that there will be none. */
  dueAt: millis,
  /** What it was settled by; absent where the stake went back for want of it. */
  price: optional(ticks),
  at: optional(millis),
  batch: optional(id),
  /** Units to the user, of them income; and to fees. */
  paid: amount,
  income: amount,
  fee: amount,
  entries,
});
export type OptionSettled = MessageOf<typeof OptionSettled>;

export const OptionLimitSet = message('OptionLimitSet', {
  user: id,
  asset: word,
  /** Absent: none. */
  amount: optional(amount),
  /** The day (GMT+8, since the epoch) from which it counts. */
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
