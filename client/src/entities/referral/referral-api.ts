/** Invitations over HTTP: the rules, whom one invited, and what was paid. */
import type { Page } from '../../../../shared/wire/fields';
import type {
  ReferralDay,
  ReferralDaysRequest,
  ReferralMember,
  ReferralMembersRequest,
  ReferralOverview,
  ReferralRebate,
  ReferralRebatesRequest,
  ReferralRules,
} from '../../../../shared/wire/referral';
import { api } from '../../shared/api/api';

const PATH = '/app/referral';

const referralApi = api.injectEndpoints({
  endpoints: (build) => ({
    referralRules: build.query<ReferralRules, void>({
      query: () => ({ url: `${PATH}/rules` }),
      extraOptions: { isQuiet: true },
    }),
    referralOverview: build.query<ReferralOverview, void>({
      query: () => ({ url: `${PATH}/overview` }),
      extraOptions: { isQuiet: true },
    }),
    referralMembers: build.query<Page<ReferralMember>, Partial<ReferralMembersRequest>>({
      query: (body) => ({ url: `${PATH}/members`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    referralRebates: build.query<Page<ReferralRebate>, Partial<ReferralRebatesRequest>>({
      query: (body) => ({ url: `${PATH}/rebates`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    referralDays: build.query<ReferralDay[], ReferralDaysRequest>({
      query: (body) => ({ url: `${PATH}/days`, method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
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
