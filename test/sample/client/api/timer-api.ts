/** Timers over HTTP. Running ones come by the stream. */
import { TIMER_ROUTES } from '../../../../../shared/products/sample/wire';
import { api } from '../../../kit/api/api';
import { endpointOf, quietEndpointOf } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const timerApi = api.injectEndpoints({
  endpoints: (build) => ({
    timerOffer: build.query({ ...quietEndpointOf(TIMER_ROUTES.offer), keepUnusedDataFor: 0 }),
    /** The form shows refusals itself. */
    startTimer: build.mutation(quietEndpointOf(TIMER_ROUTES.start)),
    timers: build.query({ ...quietEndpointOf(TIMER_ROUTES.records), ...followedPage }),
    exportTimers: build.mutation(endpointOf(TIMER_ROUTES.export)),
  }),
});

export const { useTimerOfferQuery, useStartTimerMutation, useTimersQuery, useExportTimersMutation } = timerApi;
