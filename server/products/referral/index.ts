/** Rebates of invitations. */
import { REFERRAL_NOTIFICATIONS } from './notifications';
import { ReferralView } from './live/referral';
import { product } from '../product';
import { REFERRAL_STAFF } from './staff';

export const REFERRAL = product({
  notifications: REFERRAL_NOTIFICATIONS,
  live: () => ({ referral: new ReferralView() }),
  entryKinds: {
    referral_reserve: 'The part of fees that becomes rebates.',
    referral_rebate: 'A rebate for the fees of an invited user.',
  },
  taxTags: { referral_rebate: { received: 'reward' } },
  staff: REFERRAL_STAFF,
});
