/** Rules of approvals by two members of staff: from the environment, the defaults, and the demo's shorter times. */
import { z } from 'zod';
import type { StaffRules } from '../../core/staff/commands';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** USDT units of scale 8. */
const USDT = 100_000_000n;
const PERCENT_PPB = 10_000_000;
const MINUTES_MAX = 366 * 24 * 60;
const WAIT_MINUTES = 24 * 60;
const NEWCOMER_MINUTES = 72 * 60;
const DEMO_MINUTES = 1;
const PRODUCTION_MINUTES_MIN = 60;
const END_NOTICE_MINUTES = 7 * 24 * 60;
const DEMO_END_NOTICE_MINUTES = 30;

const minutes = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a number of minutes')
  .transform(Number)
  .refine((count) => count <= MINUTES_MAX, 'must be a year at most')
  .optional();
const count = (countMax: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a positive whole number')
    .transform(Number)
    .refine((number) => number <= countMax, `must be at most ${countMax}`);
const usdt = z
  .string()
  .regex(/^\d{1,10}$/, 'must be whole USDT')
  .transform((text) => BigInt(text) * USDT);

export const staffRulesEnvironment = {
  STAFF_WAIT_MINUTES: minutes.meta({
    value: 'minutes',
    description: `Delay from the confirmation of a change that loosens a control to its effect. In production at least ${PRODUCTION_MINUTES_MIN}. Absent: ${WAIT_MINUTES}, with the demo ${DEMO_MINUTES}.`,
  }),
  STAFF_NEWCOMER_MINUTES: minutes.meta({
    value: 'minutes',
    description: `Time before a new admin may confirm and approve. In production at least ${PRODUCTION_MINUTES_MIN}. Absent: ${NEWCOMER_MINUTES}, with the demo ${DEMO_MINUTES}.`,
  }),
  STAFF_PROPOSAL_HOURS: count(8_784)
    .default(72)
    .meta({ value: 'hours', description: 'Time in which a proposal must be confirmed.' }),
  STAFF_CONFIRMATIONS_MIN: count(10_000)
    .default(1)
    .meta({ value: 'blocks', description: 'Lowest number of confirmations that deposit terms may require.' }),
  STAFF_REVIEW_ABOVE_MAX: usdt.default(100_000n * USDT).meta({
    value: 'USDT',
    description: 'Highest value up to which one member of staff may approve a withdrawal alone.',
  }),
  STAFF_BY_HAND_DAY_MAX: usdt.default(1_000_000n * USDT).meta({
    value: 'USDT per day',
    description: 'Value that one member of staff may propose or confirm a day of money that no chain shows.',
  }),
  STAFF_END_NOTICE_MINUTES: minutes.meta({
    value: 'minutes',
    description: `Time from the announcement that a market ends to its end. Absent: ${END_NOTICE_MINUTES}, with the demo ${DEMO_END_NOTICE_MINUTES}.`,
  }),
  STAFF_EARN_RATE_MAX: count(1_000)
    .default(100)
    .meta({ value: '% per year', description: 'Highest rate of a year at which savings and mining are sold.' }),
};

type Read = z.infer<z.ZodObject<typeof staffRulesEnvironment>>;

/** The fault in production; null if there is none. */
export function refuseShortWaits({ STAFF_WAIT_MINUTES: wait, STAFF_NEWCOMER_MINUTES: newcomer }: Read): string | null {
  const isShort = [wait, newcomer].some(
    (waitMinutes) => waitMinutes !== undefined && waitMinutes < PRODUCTION_MINUTES_MIN,
  );
  return isShort
    ? 'NODE_ENV=production needs STAFF_WAIT_MINUTES and STAFF_NEWCOMER_MINUTES to be an hour at least: within that nobody could object.'
    : null;
}

export function staffRulesFrom(read: Read, isDemo: boolean): StaffRules {
  const wait = read.STAFF_WAIT_MINUTES ?? (isDemo ? DEMO_MINUTES : WAIT_MINUTES);
  const newcomer = read.STAFF_NEWCOMER_MINUTES ?? (isDemo ? DEMO_MINUTES : NEWCOMER_MINUTES);
  const notice = read.STAFF_END_NOTICE_MINUTES ?? (isDemo ? DEMO_END_NOTICE_MINUTES : END_NOTICE_MINUTES);
  return {
    waitMs: wait * MINUTE_MS,
    newcomerMs: newcomer * MINUTE_MS,
    openMs: read.STAFF_PROPOSAL_HOURS * HOUR_MS,
    confirmationsMin: read.STAFF_CONFIRMATIONS_MIN,
    reviewAboveMax: read.STAFF_REVIEW_ABOVE_MAX,
    byHandDayMax: read.STAFF_BY_HAND_DAY_MAX,
    endNoticeMs: notice * MINUTE_MS,
    earnRatePpbMax: read.STAFF_EARN_RATE_MAX * PERCENT_PPB,
  };
}
