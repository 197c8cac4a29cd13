/**
 * Commands of staff that change a perpetual's terms, at once or from a later time. Absent fields stay unchanged; the closing fee never
 * changes.
 */
import {
  amount,
  integer,
  list,
  message,
  millis,
  optional,
  ppb,
  text,
  word,
  type MessageOf,
  type ObjectOf,
} from '../../../../core/messages/message';

export const changedPerpetualTerms = {
  /** The three lists of the tiers come together or not at all. */
  tierCaps: optional(list(amount)),
  tierLeverages: optional(list(integer)),
  tierRatesPpb: optional(list(ppb)),
  fundingCapPpb: optional(ppb),
  openInterestMax: optional(amount),
  impactNotional: optional(amount),
};
export type ChangedPerpetualTerms = ObjectOf<typeof changedPerpetualTerms>;
export const ChangePerpetualTerms = message('ChangePerpetualTerms', {
  market: word,
  reason: text,
  /** Milliseconds; absent: at once. */
  from: optional(millis),
  ...changedPerpetualTerms,
});
export type ChangePerpetualTerms = MessageOf<typeof ChangePerpetualTerms>;

export const ApplyPerpetualTerms = message('ApplyPerpetualTerms', { market: word });
export type ApplyPerpetualTerms = MessageOf<typeof ApplyPerpetualTerms>;

export type TermsCommand = ChangePerpetualTerms | ApplyPerpetualTerms;

declare module '../../../../core/command' {
  interface Commands {
    terms: TermsCommand;
  }
  interface StaffCommands {
    terms: ChangePerpetualTerms;
  }
  interface FollowUps {
    terms: ApplyPerpetualTerms;
  }
}
