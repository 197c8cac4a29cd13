/** Rebates of invitations. */
import { REFERRAL_NOTIFICATIONS } from './notifications';
import { ReferralView } from './live/referral';
import { product } from '../product';
import { rebatesProjection } from './stored/rebates';

export const REFERRAL = product({
  projections: [rebatesProjection],
  notifications: REFERRAL_NOTIFICATIONS,
  live: () => ({ referral: new ReferralView() }),
});
