/** Financial products and mining for staff over HTTP. */
import { EARN_STAFF_ROUTES } from '../../../../../shared/products/earn/staff';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { adminApi } from '../../../admin/api/admin-api';

const earnAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the minimum journal position of the response. */
    earnDesk: build.query({
      ...quietEndpointOf(EARN_STAFF_ROUTES.earnDesk),
      query: (minPosition: number | undefined) => requestOf(EARN_STAFF_ROUTES.earnDesk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setFinancialTerms: build.mutation(quietEndpointOf(EARN_STAFF_ROUTES.setFinancialTerms)),
    setMiningTerms: build.mutation(quietEndpointOf(EARN_STAFF_ROUTES.setMiningTerms)),
    setEarnState: build.mutation(quietEndpointOf(EARN_STAFF_ROUTES.setState)),
    fundEarn: build.mutation(quietEndpointOf(EARN_STAFF_ROUTES.fund)),
  }),
});

export const {
  useEarnDeskQuery,
  useSetFinancialTermsMutation,
  useSetMiningTermsMutation,
  useSetEarnStateMutation,
  useFundEarnMutation,
} = earnAdminApi;
