/** Timers at the desk, over HTTP. */
import { TIMER_ROUTES } from '../../../../../shared/products/sample/wire';
import { adminApi } from '../../../admin/api/admin-api';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';

const timerDeskApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** As of this position at the earliest. */
    timerDesk: build.query({
      ...quietEndpointOf(TIMER_ROUTES.desk),
      query: (minPosition: number | undefined) => requestOf(TIMER_ROUTES.desk, { minPosition }),
      keepUnusedDataFor: 0,
    }),
    setTimerTerms: build.mutation(quietEndpointOf(TIMER_ROUTES.setTerms)),
  }),
});

export const { useTimerDeskQuery, useSetTimerTermsMutation } = timerDeskApi;
