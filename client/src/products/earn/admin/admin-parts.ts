/** Parts of financial products and mining in shared screens of the admin. */
import { amountsText } from '../../../admin/act/act-facts';
import type { AdminParts } from '../../../admin/act/admin-parts';

export const ADMIN_PARTS: AdminParts = {
  acts: {
    SetFinancialTerms: 'staff.proposal.act.SetFinancialTerms',
    SetFinancialState: 'staff.proposal.act.SetFinancialState',
    FundFinancial: 'staff.proposal.act.FundFinancial',
    SetMiningTerms: 'staff.proposal.act.SetMiningTerms',
    SetMiningState: 'staff.proposal.act.SetMiningState',
  },
  fieldFormats: {
    quota: { name: (t) => t('staff.proposal.fact.quota'), write: amountsText },
    termDays: { name: (t) => t('staff.proposal.fact.termDays'), write: amountsText },
    annualRatePpb: { name: (t) => t('staff.proposal.fact.annualRatePpb') },
    dailyRatePpb: { name: (t) => t('staff.proposal.fact.dailyRatePpb') },
    incomeAsset: { name: (t) => t('staff.proposal.fact.incomeAsset') },
    payout: {
      name: (t) => t('staff.proposal.fact.payout'),
      write: ({ t }, value) => t(`staff.proposal.payout.${value as 'daily'}`),
    },
    rebate: {
      name: (t) => t('staff.proposal.fact.rebate'),
      write: ({ t }, value) => t(`staff.proposal.rebate.${value as 'none'}`),
    },
    rebatePpb: { name: (t) => t('staff.proposal.fact.rebatePpb') },
  },
};
