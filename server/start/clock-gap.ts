/** What the last batch says of the clock at a start: an alarm for people, never a reason not to start. */
export type ClockGap = 'ahead' | 'behind' | null;

/** An exchange may well be down for some hours; for longer its operator knows, and reads this with a smile. */
const BEHIND_MS_MAX = 24 * 3_600_000;

/**
 * `ahead`: the journal's last batch is later than the clock, so that the journal's time stands still until the clock is there:
 * either the clock is wrong now, or it was then. `behind`: it is more than a day older: the clock may be far ahead, and what
 * is stored under it now would stay.
 */
export function clockGap(lastAt: number, now: number, jumpMsMax: number): ClockGap {
  if (lastAt - now > jumpMsMax) return 'ahead';
  return now - lastAt > BEHIND_MS_MAX ? 'behind' : null;
}
