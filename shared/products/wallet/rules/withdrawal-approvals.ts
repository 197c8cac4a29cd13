/**
 * How many of staff approve what is worth this much, in USDT units of scale 8; what nothing can price may be large. `then`
 * and `now` are the thresholds when it was applied for and at present: one that was raised since does not count, so that
 * nobody raises it, approves alone and lowers it again.
 */
export function approvalsFor(worth: bigint | null, then: bigint, now: bigint): 1 | 2 {
  return worth === null || worth > (then < now ? then : now) ? 2 : 1;
}
