/** What may be asked of rebates to those who invited. What is paid follows from what was traded: nobody asks for that. */
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

/** Parts of the fees that invited people pay; together at most half of them. */
export const referralRates = {
  /** To who invited them, and to who invited that one. */
  level1Ppb: ppb,
  level2Ppb: ppb,
};
export type ReferralRates = ObjectOf<typeof referralRates>;

export const SetReferralTerms = message('SetReferralTerms', {
  /** Milliseconds; absent for when they are seconded. They count for whole days (GMT+8): from the first that begins at or after it; the very first ones at once. */
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
