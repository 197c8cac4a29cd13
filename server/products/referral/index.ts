/** Rebates of invitations. */
import { REFERRAL_TEXTS } from '../../../shared/products/referral/texts';
import { REFERRAL_ROUTES, REFERRAL_STAFF_ROUTES } from '../../../shared/products/referral/wire';
import { REFERRAL_NOTIFICATIONS } from './notifications';
import { ReferralView } from './live/referral';
import { product } from '../product';
import { REFERRAL_STAFF } from './staff';

export const REFERRAL = product({
  routes: { referral: REFERRAL_ROUTES, referralStaff: REFERRAL_STAFF_ROUTES },
  texts: REFERRAL_TEXTS,
  notifications: REFERRAL_NOTIFICATIONS,
  live: () => ({ referral: new ReferralView() }),
  entryKinds: {
    referral_reserve: 'The part of fees that becomes rebates.',
    referral_rebate: 'A rebate for the fees of an invited user.',
  },
  taxTags: { referral_rebate: { received: 'reward' } },
  staff: REFERRAL_STAFF,
});
