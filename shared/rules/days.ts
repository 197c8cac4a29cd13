/** Days of the exchange, in GMT+8, which has no clock changes. */
const DAY_MS = 86_400_000;
const EAST_MS = 8 * 3_600_000;
/** Name of the zone, for headers of files. */
export const ZONE = 'GMT+8';

/** Whole days since the epoch. */
export function dayOf(at: number): number {
  return Math.floor((at + EAST_MS) / DAY_MS);
}

/** Start of a day, in epoch milliseconds. */
export function dayStart(day: number): number {
  return day * DAY_MS - EAST_MS;
}

/** `2026-01-31`. */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** `2026-01-31 09:05:07`, in the zone of the exchange. */
export function zonedTime(at: number): string {
  return new Date(at + EAST_MS).toISOString().slice(0, 19).replace('T', ' ');
}
