/** What users set for their own withdrawals: stricter counts at once, looser after a wait in which an owner hears of it. */

export const LOOSENED_AFTER_MS = 86_400_000;
export const OWN_DELAY_HOURS_MAX = 168;

export interface OwnTerms {
  /** The most a day, in USDT units of scale 8; null where it is what the exchange allows. */
  limit: bigint | null;
  /** For so long nobody approves a withdrawal, and its owner can take it back. */
  delayHours: number;
}

export interface OwnLimits {
  now: OwnTerms;
  /** What follows, and when. */
  next: (OwnTerms & { from: number }) | null;
}

export const NO_OWN_LIMITS: OwnLimits = { now: { limit: null, delayHours: 0 }, next: null };

/** As they stand at a time: what was to follow by then has followed. */
export function ownLimitsAt(kept: OwnLimits, at: number): OwnLimits {
  const { next } = kept;
  if (!next || next.from > at) return kept;
  return { now: { limit: next.limit, delayHours: next.delayHours }, next: null };
}

/** What a wish makes of them. To wish the same again starts no new wait. */
export function wished(kept: OwnLimits, wish: OwnTerms, at: number): OwnLimits {
  const { now, next } = ownLimitsAt(kept, at);
  const stricter = {
    limit: lower(now.limit, wish.limit),
    delayHours: Math.max(now.delayHours, wish.delayHours),
  };
  if (isSame(stricter, wish)) return { now: stricter, next: null };
  const from = next && isSame(next, wish) ? next.from : at + LOOSENED_AFTER_MS;
  return { now: stricter, next: { ...wish, from } };
}

/** Whether a wish asks for anything looser than what holds. */
export function isLooser(now: OwnTerms, wish: OwnTerms): boolean {
  return wish.delayHours < now.delayHours || lower(now.limit, wish.limit) !== wish.limit;
}

function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function isSame(one: OwnTerms, other: OwnTerms): boolean {
  return one.limit === other.limit && one.delayHours === other.delayHours;
}
