/** Token bucket: initially full, refilled evenly. */
export class RateLimit {
  private left: number;
  private refilledAt: number;

  constructor(
    private readonly burstMax: number,
    private readonly perSecond: number,
    now: number,
  ) {
    this.left = burstMax;
    this.refilledAt = now;
  }

  take(now: number): boolean {
    // If the clock moves back, tokens neither rise nor fall.
    const elapsedMs = Math.max(0, now - this.refilledAt);
    this.left = Math.min(this.burstMax, this.left + (elapsedMs * this.perSecond) / 1_000);
    this.refilledAt = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
