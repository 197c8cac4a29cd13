/** After how many hours what waits for staff is overdue, over HTTP. */
import type { OverdueHours, SetOverdueHoursRequest } from '../../../../shared/wire/admin';
import type { StaffAnswer } from '../../../../shared/wire/fields';
import { deskApi } from './desk-api';

const overdueApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    overdueHours: build.query<OverdueHours[], number | undefined>({
      query: (minPosition) => ({
        url: '/admin/overdue/hours',
        ...(minPosition === undefined ? {} : { params: { minPosition } }),
      }),
      transformResponse: ({ records }: { records: OverdueHours[] }) => records,
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    setOverdueHours: build.mutation<StaffAnswer, SetOverdueHoursRequest>({
      query: (body) => ({ url: '/admin/overdue/setHours', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useOverdueHoursQuery, useSetOverdueHoursMutation } = overdueApi;
