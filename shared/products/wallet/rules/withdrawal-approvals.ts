/**
 * Number of staff approvals for a value in USDT units of scale 8; a value without a price needs two. `thresholdAtApplication` and `currentThreshold` are the thresholds at
 * application and at present. The lower one counts, so that nobody can raise it, approve alone and lower it again.
 */
export function approvalsFor(value: bigint | null, thresholdAtApplication: bigint, currentThreshold: bigint): 1 | 2 {
  return value === null ||
    value > (thresholdAtApplication < currentThreshold ? thresholdAtApplication : currentThreshold)
    ? 2
    : 1;
}
