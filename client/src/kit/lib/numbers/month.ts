/** Months of exchange days for a calendar: `2026-11`. */
import { dayName, dayOf, dayStart } from '../../../../../shared/rules/days';

const DAY_MS = 86_400_000;
/** Midnights of one week, starting on Monday. */
export const A_WEEK = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 5) + day * DAY_MS);

export function monthOf(day: number): string {
  return dayName(day).slice(0, 7);
}

/** Days of a month, its start and its end. */
export function spanOf(month: string): { from: number; to: number; days: string[] } {
  const first = dayOf(Date.parse(`${month}-01T00:00:00Z`));
  const after = dayOf(Date.parse(`${monthFrom(month, 1)}-01T00:00:00Z`));
  const days = Array.from({ length: after - first }, (_, place) => dayName(first + place));
  return { from: dayStart(first), to: dayStart(after), days };
}

export function monthFrom(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** 1 is Monday. */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
