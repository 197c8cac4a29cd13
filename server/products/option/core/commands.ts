/** Commands of second contracts. No command has a price or an outcome: both follow from published index prices. */
import {
  amount,
  choice,
  id,
  list,
  message,
  millis,
  optional,
  ppb,
  text,
  ticks,
  word,
  type MessageOf,
  type ObjectOf,
  type ValueOf,
} from '../../../core/messages/message';

export const optionState = choice('open', 'closed');
export type OptionState = ValueOf<typeof optionState>;

/** Contracts sold on one index, and their limits. Amounts are units of `asset`. */
export const optionTerms = {
  /** Symbol of the index and of the product: `BTC-USDT`. */
  symbol: word,
  /** Asset of stakes and payouts. */
  asset: word,
  amountMin: amount,
  amountMax: amount,
  /** Maximum open stake: per side, in total, per user, and per user with take-profit or stop-loss (0: not offered). */
  sideMax: amount,
  totalMax: amount,
  userMax: amount,
  levelsUserMax: amount,
  /** Milliseconds, ascending; the following lists correspond by index. */
  durationsMs: list(millis),
  /** Parts of 10^9 of the stake. */
  payoutsPpb: list(ppb),
  /** Parts of 10^9 of the stake; 0 for a fixed fee or none. */
  feesPpb: list(ppb),
  feeAmounts: list(amount),
};
export type OptionTerms = ObjectOf<typeof optionTerms>;

export const SetOptionTerms = message('SetOptionTerms', { ...optionTerms, reason: text });
export type SetOptionTerms = MessageOf<typeof SetOptionTerms>;

export const SetOptionState = message('SetOptionState', { symbol: word, state: optionState, reason: text });
export type SetOptionState = MessageOf<typeof SetOptionState>;

export const FundOptions = message('FundOptions', {
  asset: word,
  act: choice('fund', 'release'),
  amount,
  reason: text,
});
export type FundOptions = MessageOf<typeof FundOptions>;

export const BuyOption = message('BuyOption', {
  user: id,
  symbol: word,
  direction: choice('up', 'down'),
  stake: amount,
  durationMs: millis,
  /** Absent: at once. */
  startsAt: optional(millis),
  /** Ticks of the index. */
  takeProfit: optional(ticks),
  stopLoss: optional(ticks),
});
export type BuyOption = MessageOf<typeof BuyOption>;

export const CancelOption = message('CancelOption', { user: id, contract: id });
export type CancelOption = MessageOf<typeof CancelOption>;

export const SetOptionLimit = message('SetOptionLimit', {
  user: id,
  asset: word,
  /** Absent: no limit. */
  amount: optional(amount),
});
export type SetOptionLimit = MessageOf<typeof SetOptionLimit>;

export const EnterOptions = message('EnterOptions', { symbol: word });
export type EnterOptions = MessageOf<typeof EnterOptions>;

export const SettleOptions = message('SettleOptions', { symbol: word });
export type SettleOptions = MessageOf<typeof SettleOptions>;

export type OptionCommand =
  | SetOptionTerms
  | SetOptionState
  | FundOptions
  | BuyOption
  | CancelOption
  | SetOptionLimit
  | EnterOptions
  | SettleOptions;

declare module '../../../core/command' {
  interface Commands {
    option: OptionCommand;
  }
  interface StaffCommands {
    option: SetOptionTerms | SetOptionState | FundOptions;
  }
  interface FollowUps {
    option: EnterOptions | SettleOptions;
  }
}
