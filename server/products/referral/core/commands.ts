/** Commands of rebates. Payments follow from trades: no command requests an amount. */
import {
  integer,
  message,
  millis,
  optional,
  ppb,
  text,
  type MessageOf,
  type ObjectOf,
} from '../../../core/messages/message';

/** Parts of the fees that invited users pay; together at most half of them. */
export const referralRates = {
  /** Rates of the direct inviter, and of the inviter's inviter. */
  level1Ppb: ppb,
  level2Ppb: ppb,
};
export type ReferralRates = ObjectOf<typeof referralRates>;

export const SetReferralTerms = message('SetReferralTerms', {
  /**
   * Milliseconds; absent: from the confirmation. Applies to whole days (GMT+8), from the first that begins at or after
   * it; the very first rates apply at once.
   */
  from: optional(millis),
  ...referralRates,
  reason: text,
});
export type SetReferralTerms = MessageOf<typeof SetReferralTerms>;

export const PayRebates = message('PayRebates', { day: integer });
export type PayRebates = MessageOf<typeof PayRebates>;

export type ReferralCommand = SetReferralTerms | PayRebates;

declare module '../../../core/command' {
  interface Commands {
    referral: ReferralCommand;
  }
  interface StaffCommands {
    referral: SetReferralTerms;
  }
  interface FollowUps {
    referral: PayRebates;
  }
}
