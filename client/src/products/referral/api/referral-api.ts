/** Referrals over HTTP: rules, invited members and paid rebates. */
import { REFERRAL_ROUTES } from '../../../../../shared/products/referral/wire';
import { api } from '../../../kit/api/api';
import { askQuietly } from '../../../kit/api/endpoints';

const referralApi = api.injectEndpoints({
  endpoints: (build) => ({
    referralRules: build.query(askQuietly(REFERRAL_ROUTES.rules)),
    referralOverview: build.query(askQuietly(REFERRAL_ROUTES.overview)),
    referralMembers: build.query(askQuietly(REFERRAL_ROUTES.members)),
    referralRebates: build.query(askQuietly(REFERRAL_ROUTES.rebates)),
    referralDays: build.query(askQuietly(REFERRAL_ROUTES.days)),
  }),
});

export const {
  useReferralRulesQuery,
  useReferralOverviewQuery,
  useReferralMembersQuery,
  useReferralRebatesQuery,
  useLazyReferralRebatesQuery,
  useReferralDaysQuery,
} = referralApi;
