/** Referrals over HTTP: rules, invited members and paid rebates. */
import { REFERRAL_ROUTES } from '../../../../../shared/products/referral/wire';
import { api } from '../../../kit/api/api';
import { quietEndpointOf } from '../../../kit/api/endpoints';

const referralApi = api.injectEndpoints({
  endpoints: (build) => ({
    referralRules: build.query(quietEndpointOf(REFERRAL_ROUTES.rules)),
    referralOverview: build.query(quietEndpointOf(REFERRAL_ROUTES.overview)),
    referralMembers: build.query(quietEndpointOf(REFERRAL_ROUTES.members)),
    referralRebates: build.query(quietEndpointOf(REFERRAL_ROUTES.rebates)),
    referralDays: build.query(quietEndpointOf(REFERRAL_ROUTES.days)),
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
