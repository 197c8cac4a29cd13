/** Timers: the row of the shell. */
import { TIMER_ASSET, TIMER_SECONDS_MAX } from '../../../shared/products/sample/rules';
import { SAMPLE_TEXTS } from '../../../shared/products/sample/texts';
import { TIMER_ROUTES, type SetTimerTermsRequest } from '../../../shared/products/sample/wire';
import { amountOf } from '../../features/shared/orders/convert';
import type { StaffConverters } from '../../features/shared/staff-knowledge';
import { notification } from '../../workers/notifications/notification';
import { product } from '../product';
import { TimersView } from './live/timers';

const STAFF: StaffConverters<{ SetTimerTerms: SetTimerTermsRequest }> = {
  SetTimerTerms: async ({ price, reason }, { scaleOf }) => {
    const units = amountOf(price, await scaleOf(TIMER_ASSET), TIMER_ASSET);
    return { type: 'SetTimerTerms', price: units, reason };
  },
};

export const SAMPLE = product({
  routes: { timer: TIMER_ROUTES },
  live: ({ markets, index }) => ({ timers: new TimersView(markets, index) }),
  feeds: { timer: 'timers' },
  texts: SAMPLE_TEXTS,
  notifications: [
    notification('TimerRung', {
      key: 'timer.rung',
      facts: ({ timer, market }) => ({ timer: String(timer), market }),
    }),
  ],
  leftOpen: { timers: 'rang_at is null' },
  staff: STAFF,
  entryKinds: { timer_price: 'The price of a timer.' },
  limits: [['seconds of a timer, most', TIMER_SECONDS_MAX]],
});
