/** Dust conversion for staff over HTTP. */
import { CONVERT_STAFF_ROUTES } from '../../../../../shared/products/convert/staff';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';
import { adminApi } from '../../../admin/api/admin-api';

const convertAdminApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the minimum journal position of the response. */
    dustDesk: build.query({
      ...quietEndpointOf(CONVERT_STAFF_ROUTES.dustDesk),
      query: (minPosition: number | undefined) => requestOf(CONVERT_STAFF_ROUTES.dustDesk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setDustTerms: build.mutation(quietEndpointOf(CONVERT_STAFF_ROUTES.setDustTerms)),
    fundDust: build.mutation(quietEndpointOf(CONVERT_STAFF_ROUTES.fundDust)),
  }),
});

export const { useDustDeskQuery, useSetDustTermsMutation, useFundDustMutation } = convertAdminApi;
