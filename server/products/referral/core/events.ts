/** Events of rebates. */
import {
  type MessageOf,
  amount,
  entries,
  id,
  integer,
  message,
  millis,
  optional,
  ppb,
  text,
  word,
} from '../../../core/messages/message';
import { referralRates } from './commands';

export const ReferralTermsProposed = message('ReferralTermsProposed', {
  from: optional(millis),
  ...referralRates,
  by: id,
  reason: text,
});
export type ReferralTermsProposed = MessageOf<typeof ReferralTermsProposed>;

export const ReferralTermsSet = message('ReferralTermsSet', {
  from: millis,
  ...referralRates,
  proposedBy: id,
  reason: text,
});
export type ReferralTermsSet = MessageOf<typeof ReferralTermsSet>;

export const RebatePaid = message('RebatePaid', {
  user: id,
  /** User who paid the fees. */
  source: id,
  /** 1: `user` invited the payer; 2: `user` invited the payer's inviter. */
  level: integer,
  /** Day of the trades: whole GMT+8 days since the epoch. */
  day: integer,
  asset: word,
  /** Fees that the house kept of the source's trades that day, in units. */
  fee: amount,
  ratePpb: ppb,
  /** Units: fee × rate, rounded down. */
  amount,
  entries,
});
export type RebatePaid = MessageOf<typeof RebatePaid>;

export const RebatesReckoned = message('RebatesReckoned', { day: integer, through: optional(id) });
export type RebatesReckoned = MessageOf<typeof RebatesReckoned>;

export type ReferralEvent = ReferralTermsProposed | ReferralTermsSet | RebatePaid | RebatesReckoned;

declare module '../../../core/event' {
  interface Events {
    referral: ReferralEvent;
  }
}
