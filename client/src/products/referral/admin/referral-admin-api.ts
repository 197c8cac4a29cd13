/** Rebate rates for staff over HTTP. */
import { REFERRAL_STAFF_ROUTES } from '../../../../../shared/products/referral/wire';
import { adminApi } from '../../../admin/api/admin-api';
import { quietEndpointOf } from '../../../kit/api/endpoints';

const referralAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    referralTerms: build.query(quietEndpointOf(REFERRAL_STAFF_ROUTES.referralTerms)),
    setReferralTerms: build.mutation(quietEndpointOf(REFERRAL_STAFF_ROUTES.setReferralTerms)),
  }),
});

export const { useReferralTermsQuery, useSetReferralTermsMutation } = referralAdminApi;
