/** Parts of conversions in shared screens of the admin. */
import { amountsText } from '../../../admin/act/act-facts';
import type { AdminParts } from '../../../admin/act/admin-parts';

export const ADMIN_PARTS: AdminParts = {
  acts: {
    SetDustTerms: 'staff.proposal.act.SetDustTerms',
    FundDust: 'staff.proposal.act.FundDust',
  },
  fieldFormats: {
    dailyMax: { name: (t) => t('staff.proposal.fact.dailyMax'), write: amountsText },
  },
};
