/** After how many hours what waits for staff is overdue, over HTTP. */
import { ADMIN_ROUTES, type OverdueHours } from '../../../../shared/wire/admin';
import { askQuietly, requestOf } from '../../shared/api/endpoints';
import { deskApi } from './desk-api';

const overdueApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    overdueHours: build.query({
      ...askQuietly(ADMIN_ROUTES.overdueHours),
      query: (minPosition: number | undefined) => requestOf(ADMIN_ROUTES.overdueHours, { minPosition }),
      transformResponse: ({ records }: { records: OverdueHours[] }) => records,
      keepUnusedDataFor: 0,
    }),
    setOverdueHours: build.mutation(askQuietly(ADMIN_ROUTES.setOverdueHours)),
  }),
});

export const { useOverdueHoursQuery, useSetOverdueHoursMutation } = overdueApi;
