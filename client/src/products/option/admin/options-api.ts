/** Staff queries and commands for second contracts. */
import { OPTION_STAFF_ROUTES } from '../../../../../shared/products/option/staff';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { adminApi } from '../../../admin/api/admin-api';

const optionsAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** Exposure at this journal position or later. */
    optionExposure: build.query({
      ...quietEndpointOf(OPTION_STAFF_ROUTES.optionExposure),
      query: (minPosition: number | undefined) => requestOf(OPTION_STAFF_ROUTES.optionExposure, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    optionsOf: build.query({ ...quietEndpointOf(OPTION_STAFF_ROUTES.optionsOf), keepUnusedDataFor: 0 }),
    setOptionTerms: build.mutation(quietEndpointOf(OPTION_STAFF_ROUTES.setOptionTerms)),
    setOptionState: build.mutation(quietEndpointOf(OPTION_STAFF_ROUTES.setOptionState)),
    fundOptions: build.mutation(quietEndpointOf(OPTION_STAFF_ROUTES.fundOptions)),
  }),
});

export const {
  useOptionExposureQuery,
  useOptionsOfQuery,
  useSetOptionTermsMutation,
  useSetOptionStateMutation,
  useFundOptionsMutation,
} = optionsAdminApi;
