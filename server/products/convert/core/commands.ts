/** Commands of conversions and small balances. Amounts are units of their own asset. */
import {
  amount,
  choice,
  id,
  message,
  millis,
  objects,
  optional,
  text,
  word,
  type MessageOf,
  type ObjectOf,
} from '../../../core/messages/message';

export const ConvertCoin = message('ConvertCoin', {
  user: id,
  from: word,
  to: word,
  /** Units of `from`; a part that the market does not trade stays with the user. */
  amount,
  /** Minimum to receive, units of `to`, after fees. */
  least: amount,
  /** Latest time of the batch. */
  validUntil: millis,
});
export type ConvertCoin = MessageOf<typeof ConvertCoin>;

export const ConvertDust = message('ConvertDust', {
  user: id,
  /** The whole available spot balance of each. */
  coins: objects({ asset: word }),
  /** Units of USDT for all of them together. Absent: any. */
  least: optional(amount),
});
export type ConvertDust = MessageOf<typeof ConvertDust>;

export const dustTerms = {
  state: choice('open', 'closed'),
  /** Maximum paid to all users together per UTC day, units of USDT. */
  dailyMax: amount,
};
export type DustTerms = ObjectOf<typeof dustTerms>;

export const SetDustTerms = message('SetDustTerms', { ...dustTerms, reason: text });
export type SetDustTerms = MessageOf<typeof SetDustTerms>;

export const FundDust = message('FundDust', { asset: word, act: choice('fund', 'release'), amount, reason: text });
export type FundDust = MessageOf<typeof FundDust>;

export type ConvertCommand = ConvertCoin | ConvertDust | SetDustTerms | FundDust;

declare module '../../../core/command' {
  interface Commands {
    convert: ConvertCommand;
  }
  interface StaffCommands {
    convert: SetDustTerms | FundDust;
  }
}
