/** Gap between the clock at a start and the time of the last batch: an alarm for operators, never a reason to stop. */
export type ClockGap = 'ahead' | 'behind' | null;

/** An outage of some hours is normal. After a longer one the operator knows the cause of the alarm. */
const BEHIND_MS_MAX = 24 * 3_600_000;

/**
 * `ahead`: the journal's last batch is later than the clock, so the journal's time stands still until the clock reaches
 * it. Either the clock is wrong now, or it was then. `behind`: the last batch is more than a day old. The clock may be
 * far ahead, and batches stored now would keep that time.
 */
export function clockGap(lastAt: number, now: number, jumpMsMax: number): ClockGap {
  if (lastAt - now > jumpMsMax) return 'ahead';
  return now - lastAt > BEHIND_MS_MAX ? 'behind' : null;
}
