/** Timers: started for a price in USDT, they ring at their time and say the index of their market. */
import { z } from 'zod';
import {
  assetName,
  beforeId,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  pageIndex,
  pageSize,
  reason,
  staffAnswer,
} from '../../wire/fields';
import type { Route } from '../../wire/route';
import { commandRoute, csvRoute, listRoute } from '../../wire/usual-routes';
import { TIMER_SECONDS_MAX } from './rules';

export const timer = z.strictObject({
  timer: id,
  market: marketName,
  price: decimal,
  startedAt: epochMs,
  ringsAt: epochMs,
  /** Null as long as it runs. */
  rangAt: epochMs.nullable(),
  /** Latest index of the market that was published while it ran; null if there was none. */
  index: decimal.nullable(),
});
export type Timer = z.infer<typeof timer>;

export const timerOffer = z.strictObject({
  asset: assetName,
  /** Null if no timer is offered. */
  price: decimal.nullable(),
});
export type TimerOffer = z.infer<typeof timerOffer>;

export const timerDesk = timerOffer.extend({ position: z.int(), running: z.int() });
export type TimerDesk = z.infer<typeof timerDesk>;

export const startTimerRequest = z.strictObject({
  clientId,
  market: marketName,
  seconds: z.int().min(1).max(TIMER_SECONDS_MAX),
  /** As it was shown. */
  price: decimal,
});

const filters = { market: marketName.optional(), minPosition };
export const timersRequest = z.strictObject({ ...filters, before: beforeId, pageIndex, pageSize });
export type TimersRequest = z.infer<typeof timersRequest>;
export const timersExportRequest = z.strictObject(filters);

export const setTimerTermsRequest = z.strictObject({ clientId, price: decimal, reason });
export type SetTimerTermsRequest = z.infer<typeof setTimerTermsRequest>;

const position = z.int().min(-1);

/** Running timers of the user, in order of their starts. */
export const runningTimers = z.strictObject({ position, timers: z.array(timer) });
export type RunningTimers = z.infer<typeof runningTimers>;
/** Timers of the user that one batch changed. */
export const timerUpdate = z.strictObject({ position, at: z.int(), timers: z.array(timer) });
export type TimerUpdate = z.infer<typeof timerUpdate>;
export const timerPush = z.strictObject({ from: position, to: position, at: z.int(), updates: z.array(timerUpdate) });
export type TimerPush = z.infer<typeof timerPush>;

declare module '../../wire/market-data' {
  interface ProductSnapshots {
    sample: RunningTimers;
  }
  interface ProductPushes {
    sample: TimerPush;
  }
}

const PATH = '/exchange/app/timer';
const STAFF_PATH = '/exchange/admin/timer';

export const TIMER_ROUTES = {
  offer: { method: 'GET', path: `${PATH}/offer`, summary: 'Price of a timer', access: 'public', answer: timerOffer },
  start: {
    ...commandRoute(`${PATH}/start`, 'Start a timer', startTimerRequest),
    answer: commandAnswer.extend({ timer: id }),
  },
  records: listRoute(`${PATH}/records`, 'Timers of the user, newest first', timersRequest, timer),
  export: csvRoute(`${PATH}/export`, 'All timers of the user as a CSV file', timersExportRequest),
  desk: {
    method: 'GET',
    path: `${STAFF_PATH}/desk`,
    summary: 'Price of a timer, and how many run',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: timerDesk,
  },
  setTerms: {
    method: 'POST',
    path: `${STAFF_PATH}/setTerms`,
    summary: 'Price of a timer; takes two',
    access: 'admin',
    right: 'markets',
    body: setTimerTermsRequest,
    failure: 'save.failed',
    answer: staffAnswer,
  },
} as const satisfies Record<string, Route>;
