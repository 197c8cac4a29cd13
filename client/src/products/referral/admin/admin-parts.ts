/** Parts of rebates in shared screens of the admin. */
import type { AdminParts } from '../../../admin/act/admin-parts';
import { ReferralRates } from './referral-rates';

export const ADMIN_PARTS: AdminParts = {
  acts: { SetReferralTerms: 'staff.proposal.act.SetReferralTerms' },
  fieldFormats: {
    level1Ppb: { name: (t) => t('staff.rebates.level', { level: '1' }) },
    level2Ppb: { name: (t) => t('staff.rebates.level', { level: '2' }) },
  },
  OfMarkets: ReferralRates,
};
