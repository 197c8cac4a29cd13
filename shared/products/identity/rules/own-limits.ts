/** Users' own withdrawal limits. Stricter limits apply immediately, looser ones after a delay in which the owner is notified. */

export const LOOSENING_DELAY_MS = 86_400_000;
export const OWN_DELAY_HOURS_MAX = 168;

export interface OwnTerms {
  /** The daily maximum in USDT units of scale 8; null for the exchange's own maximum. */
  limit: bigint | null;
  /** Hours before a withdrawal can be approved. The owner can cancel it in this time. */
  delayHours: number;
}

export interface OwnLimits {
  current: OwnTerms;
  /** The pending terms and their time. */
  next: (OwnTerms & { from: number }) | null;
}

export const NO_OWN_LIMITS: OwnLimits = { current: { limit: null, delayHours: 0 }, next: null };

/** The limits at a time: pending terms apply once their time has come. */
export function ownLimitsAt(limits: OwnLimits, at: number): OwnLimits {
  const { next } = limits;
  if (!next || next.from > at) return limits;
  return { current: { limit: next.limit, delayHours: next.delayHours }, next: null };
}

/** The limits after a request. Repeating the same request starts no new delay. */
export function scheduleOwnLimits(limits: OwnLimits, requested: OwnTerms, at: number): OwnLimits {
  const { current, next } = ownLimitsAt(limits, at);
  const stricter = {
    limit: lower(current.limit, requested.limit),
    delayHours: Math.max(current.delayHours, requested.delayHours),
  };
  if (isSame(stricter, requested)) return { current: stricter, next: null };
  const from = next && isSame(next, requested) ? next.from : at + LOOSENING_DELAY_MS;
  return { current: stricter, next: { ...requested, from } };
}

/** Whether any part of a request is looser than the current terms. */
export function isLooser(currentTerms: OwnTerms, requested: OwnTerms): boolean {
  return (
    requested.delayHours < currentTerms.delayHours || lower(currentTerms.limit, requested.limit) !== requested.limit
  );
}

function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function isSame(one: OwnTerms, other: OwnTerms): boolean {
  return one.limit === other.limit && one.delayHours === other.delayHours;
}
