/** Age of pending tasks. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Age that counts as overdue where the server does not say so itself. */
export const WAITING_MS_MAX = DAY_MS;

type Unit = 'minute' | 'hour' | 'day';

/** Rounded down to whole units: minutes below two hours, hours below two days, then days. */
export function ageOf(ms: number): { count: number; unit: Unit } {
  const age = Math.max(0, ms);
  if (age < 2 * HOUR_MS) return { count: Math.floor(age / MINUTE_MS), unit: 'minute' };
  if (age < 2 * DAY_MS) return { count: Math.floor(age / HOUR_MS), unit: 'hour' };
  return { count: Math.floor(age / DAY_MS), unit: 'day' };
}

/** Text in the language of the tag. */
export function ageText(tag: string, ms: number): string {
  const { count, unit } = ageOf(ms);
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
