/** How often somebody may ask. State of this process alone, bounded, and forgotten when nobody asks. */

/** Keys kept at most; the one longest unused goes first, which forgives it and harms nobody else. */
const KEYS_MAX = 100_000;

/** Under what an address is counted: IPv4 whole, of IPv6 the /64 that one visitor has to choose from. */
export function rateKeyOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (ip.includes('.')) return ip.slice(ip.lastIndexOf(':') + 1);
  const [head, tail = ''] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** At most `countMax` in any `windowMs`. */
export class SlidingWindow {
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly countMax: number,
    private readonly windowMs: number,
  ) {}

  /** Milliseconds until the next one is allowed; 0 when this one is, which then counts. */
  take(key: string, now: number): number {
    const times = (this.times.get(key) ?? []).filter((time) => time > now - this.windowMs);
    this.times.delete(key);
    if (this.times.size >= KEYS_MAX) this.times.delete(this.times.keys().next().value as string);
    this.times.set(key, times);
    if (times.length >= this.countMax) return times[0] + this.windowMs - now;
    times.push(now);
    return 0;
  }
}

interface Bucket {
  /** In shares of which `windowMs` are a token, so that every millisecond adds a whole number of them. */
  shares: number;
  at: number;
}

/** A bucket of `countMax` tokens, filled with as many in `windowMs`: a burst of all of them is allowed. */
export class TokenBuckets<Key = number> {
  private readonly buckets = new Map<Key, Bucket>();

  constructor(
    private readonly countMax: number,
    private readonly windowMs = 1_000,
  ) {}

  /**
   * Milliseconds until so many tokens are there; 0 when they were taken. What costs more than the bucket holds is allowed when it is
   * full, and the next waits until it has been filled up for that.
   */
  take(key: Key, now: number, tokens = 1): number {
    const bucket = this.filled(key, now);
    const needed = Math.min(tokens, this.countMax) * this.windowMs;
    if (bucket.shares < needed) return Math.ceil((needed - bucket.shares) / this.countMax);
    bucket.shares -= tokens * this.windowMs;
    return 0;
  }

  /** Takes them whether they are there or not: what comes next waits until the bucket has been filled up for that. */
  spend(key: Key, now: number, tokens: number): void {
    this.filled(key, now).shares -= tokens * this.windowMs;
  }

  private filled(key: Key, now: number): Bucket {
    const full = this.countMax * this.windowMs;
    let bucket = this.buckets.get(key);
    if (!bucket) {
      if (this.buckets.size >= KEYS_MAX) this.buckets.delete(this.buckets.keys().next().value as Key);
      bucket = { shares: full, at: now };
      this.buckets.set(key, bucket);
    }
    // A clock that jumps back gives no tokens and takes none.
    const elapsedMs = Math.max(0, now - bucket.at);
    bucket.shares = Math.min(full, bucket.shares + elapsedMs * this.countMax);
    bucket.at = now;
    return bucket;
  }
}
