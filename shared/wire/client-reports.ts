/** Reports of pages: crashes and loading times. They contain no user data and no input. */
import { z } from 'zod';
import type { Route } from './route';

export const FAULTS_A_REPORT_MAX = 20;
export const FRAMES_A_FAULT_MAX = 5;
export const PLACE_LENGTH_MAX = 64;
/** A path of the exchange or a panel, without digits, since digits could identify a user. */
export const PLACE = /^\/?[A-Za-z*_-]*(\/[A-Za-z*_-]+){0,5}$/;
/** A built file of the exchange with line and column. */
export const FRAME = /^assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,9}$/;

/** Metrics of https://web.dev/articles/vitals, in seconds, except `CLS`, which is a fraction of the window. */
export const VITALS = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const;
export type VitalName = (typeof VITALS)[number];
export const VITAL_MAX = 600;

const place = z.string().min(1).max(PLACE_LENGTH_MAX).regex(PLACE).meta({ example: '/currencyTransaction' });
const errorReport = z.strictObject({
  place,
  kind: z
    .string()
    .regex(/^\w{1,40}$/)
    .meta({ example: 'TypeError' }),
  frames: z.array(z.string().max(120).regex(FRAME)).max(FRAMES_A_FAULT_MAX),
});
const vital = z.strictObject({ name: z.enum(VITALS), value: z.number().min(0).max(VITAL_MAX) });

export const clientReport = z.strictObject({
  faults: z.array(errorReport).max(FAULTS_A_REPORT_MAX),
  /** Measured for the first screen of the page. */
  vitals: z.array(vital).max(VITALS.length),
});
export type ClientReport = z.infer<typeof clientReport>;

export const CLIENT_REPORT_ROUTES = {
  report: {
    method: 'POST',
    path: '/exchange/app/client/report',
    summary:
      'What a page tells of itself: faults by kind, place and files, and how quick it was; nothing of its visitor',
    access: 'public',
    body: clientReport,
    failure: 'submit.failed',
    answer: z.null(),
    rate: 'reports',
  },
} as const satisfies Record<string, Route>;
