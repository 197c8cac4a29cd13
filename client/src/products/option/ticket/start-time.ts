/** A start that is set by the time of day: within a day every time of day comes once. */

const TIME = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?:[:.]([0-5]\d))?$/;

/** The next moment at which clocks here show this; null where the text is no time of day. */
export function nextTime(text: string, now: number): number | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [hours, minutes, seconds] = [match[1], match[2], match[3] ?? '0'].map(Number);
  const date = new Date(now);
  date.setHours(hours, minutes, seconds, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/** So many minutes from now, at a whole second: what is shown is what is sent. */
export function inMinutes(minutes: number, now: number): number {
  return Math.ceil(now / 1_000) * 1_000 + minutes * 60_000;
}
