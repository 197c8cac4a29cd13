/** Hours after which tasks of staff are overdue, over HTTP. */
import { ADMIN_ROUTES, type OverdueHours } from '../../../../shared/wire/admin';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const overdueApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the minimum journal position of the response. */
    overdueHours: build.query({
      ...quietEndpointOf(ADMIN_ROUTES.overdueHours),
      query: (minPosition: number | undefined) => requestOf(ADMIN_ROUTES.overdueHours, { minPosition }),
      transformResponse: ({ records }: { records: OverdueHours[] }) => records,
      keepUnusedDataFor: 0,
    }),
    setOverdueHours: build.mutation(quietEndpointOf(ADMIN_ROUTES.setOverdueHours)),
  }),
});

export const { useOverdueHoursQuery, useSetOverdueHoursMutation } = overdueApi;
