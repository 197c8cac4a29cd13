/** Financial products and mining as staff run them, over HTTP. */
import { EARN_STAFF_ROUTES } from '../../../../../shared/products/earn/staff';
import { askQuietly, requestOf } from '../../../shared/api/endpoints';
import { deskApi } from '../../../entities/staff/desk-api';

const earnDeskApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    earnDesk: build.query({
      ...askQuietly(EARN_STAFF_ROUTES.earnDesk),
      query: (minPosition: number | undefined) => requestOf(EARN_STAFF_ROUTES.earnDesk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setFinancialTerms: build.mutation(askQuietly(EARN_STAFF_ROUTES.setFinancialTerms)),
    setMiningTerms: build.mutation(askQuietly(EARN_STAFF_ROUTES.setMiningTerms)),
    setEarnState: build.mutation(askQuietly(EARN_STAFF_ROUTES.setState)),
    fundEarn: build.mutation(askQuietly(EARN_STAFF_ROUTES.fund)),
  }),
});

export const {
  useEarnDeskQuery,
  useSetFinancialTermsMutation,
  useSetMiningTermsMutation,
  useSetEarnStateMutation,
  useFundEarnMutation,
} = earnDeskApi;
