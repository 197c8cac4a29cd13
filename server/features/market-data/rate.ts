/** A bucket of permissions: full at the start, refilled evenly. */
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
    // A clock that is set back refills nothing and takes nothing away.
    const elapsedMs = Math.max(0, now - this.refilledAt);
    this.left = Math.min(this.burstMax, this.left + (elapsedMs * this.perSecond) / 1_000);
    this.refilledAt = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
