/** Start by time of day: each occurs once within the next 24 hours. */

const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?$/;

/** Next moment with this local time; null if the text is not a time of day. */
export function nextTime(text: string, now: number): number | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [match[1], match[2], match[3] ?? '0'].map(Number);
  const date = new Date(now);
  date.setHours(hours, minutes, seconds, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/** Rounded up to a whole second, so that the shown time equals the sent one. */
export function inMinutes(minutes: number, now: number): number {
  return Math.ceil(now / 1_000) * 1_000 + minutes * 60_000;
}
