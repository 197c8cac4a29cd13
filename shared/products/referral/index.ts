/** Rebates of invitations, as the tables of all products list them: entry kinds and their labels, acts of staff, notifications. */
import { available, fees, referral, type EntryKindRow } from '../../rules/entry-rows';
import type { MessageRows } from '../../rules/message-rows';

export const REFERRAL_ENTRY_KINDS = {
  referral_reserve: { debit: fees, credit: referral, debitLabel: null, creditLabel: null },
  referral_rebate: { debit: referral, credit: available, debitLabel: null, creditLabel: 'referral_rebate' },
} as const satisfies Record<string, EntryKindRow>;

export const REFERRAL_LABELS = ['referral_rebate'] as const;

export const REFERRAL_REJECTIONS = ['referral.terms.from.invalid', 'referral.terms.invalid'] as const;

/** Permitted kinds of each act, by the core's rules. */
export const REFERRAL_ACTS = {
  SetReferralTerms: ['change'],
} as const;

export const REFERRAL_MESSAGES = {
  /** Sum of one day's rebates. */
  'referral.paid': { day: 'word' },
} as const satisfies MessageRows;
