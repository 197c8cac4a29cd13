/** Token bucket: initially full, refilled evenly. */
export class RateLimit {
  private tokens: number;
  private refilledAt: number;

  constructor(
    private readonly burstMax: number,
    private readonly perSecond: number,
    now: number,
  ) {
    this.tokens = burstMax;
    this.refilledAt = now;
  }

  take(now: number): boolean {
    // If the clock moves back, tokens neither rise nor fall.
    const elapsedMs = Math.max(0, now - this.refilledAt);
    this.tokens = Math.min(this.burstMax, this.tokens + (elapsedMs * this.perSecond) / 1_000);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
