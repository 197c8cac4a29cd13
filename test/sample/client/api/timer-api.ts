/** Timers over HTTP. Running ones come by the stream. */
import { TIMER_ROUTES } from '../../../../../shared/products/sample/wire';
import { api } from '../../../kit/api/api';
import { ask, askQuietly } from '../../../kit/api/endpoints';
import { followedPage } from '../../../kit/api/followed-page';

const timerApi = api.injectEndpoints({
  endpoints: (build) => ({
    timerOffer: build.query({ ...askQuietly(TIMER_ROUTES.offer), keepUnusedDataFor: 0 }),
    /** The form shows refusals itself. */
    startTimer: build.mutation(askQuietly(TIMER_ROUTES.start)),
    timers: build.query({ ...askQuietly(TIMER_ROUTES.records), ...followedPage }),
    exportTimers: build.mutation(ask(TIMER_ROUTES.export)),
  }),
});

export const { useTimerOfferQuery, useStartTimerMutation, useTimersQuery, useExportTimersMutation } = timerApi;
