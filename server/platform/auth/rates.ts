/** Rate limiters. Their state is in memory, per process, and bounded. */

/** Maximum number of keys; the least recently used is evicted, which resets only its own limit. */
const KEYS_MAX = 100_000;

/** The key of an address: IPv4 whole, IPv6 by its /64, which one visitor controls. */
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

/** Sliding window: at most `countMax` in any `windowMs`. */
export class SlidingWindow {
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly countMax: number,
    private readonly windowMs: number,
  ) {}

  /** Returns 0 and counts the request if it is allowed, else the milliseconds until the next is allowed. */
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
  /** Unit: 1/`windowMs` of a token, so every millisecond adds a whole number. */
  shares: number;
  at: number;
}

/** Token bucket of `countMax` tokens, refilled within `windowMs`; a burst of the full bucket is allowed. */
export class TokenBuckets<Key = number> {
  private readonly buckets = new Map<Key, Bucket>();

  constructor(
    private readonly countMax: number,
    private readonly windowMs = 1_000,
  ) {}

  /**
   * Returns 0 and takes the tokens if there are enough, else the milliseconds until there are. A cost above the bucket's size is allowed
   * when the bucket is full; the next request waits until that debt is refilled.
   */
  take(key: Key, now: number, tokens = 1): number {
    const bucket = this.refilledBucket(key, now);
    const needed = Math.min(tokens, this.countMax) * this.windowMs;
    if (bucket.shares < needed) return Math.ceil((needed - bucket.shares) / this.countMax);
    bucket.shares -= tokens * this.windowMs;
    return 0;
  }

  /** Takes the tokens unconditionally; the next request waits until the debt is refilled. */
  spend(key: Key, now: number, tokens: number): void {
    this.refilledBucket(key, now).shares -= tokens * this.windowMs;
  }

  private refilledBucket(key: Key, now: number): Bucket {
    const sharesMax = this.countMax * this.windowMs;
    let bucket = this.buckets.get(key);
    if (!bucket) {
      if (this.buckets.size >= KEYS_MAX) this.buckets.delete(this.buckets.keys().next().value as Key);
      bucket = { shares: sharesMax, at: now };
      this.buckets.set(key, bucket);
    }
    // If the clock moves back, tokens neither rise nor fall.
    const elapsedMs = Math.max(0, now - bucket.at);
    bucket.shares = Math.min(sharesMax, bucket.shares + elapsedMs * this.countMax);
    bucket.at = now;
    return bucket;
  }
}
