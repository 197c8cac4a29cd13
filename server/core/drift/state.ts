/** Differences that stop withdrawals, and those that staff have accepted as they are. */

export interface Difference {
  id: number;
  comparison: string;
  subject: string;
  asset: string;
  expected: bigint;
  found: bigint;
  at: number;
}

export interface DriftState {
  /** The next number, from 1. */
  next: number;
  /** While any is open, no new withdrawal starts. */
  open: Map<number, Difference>;
  /** By `differenceKey`: a lifted difference is not raised again at the same amount, nor a shortage that is not larger. */
  lifted: Set<string>;
}

export function createDriftState(): DriftState {
  return { next: 1, open: new Map(), lifted: new Set() };
}

/**
 * Identity of a difference: the comparison, the subject and the amount of the difference. Both compared amounts change with every trade;
 * their difference does not.
 */
export function differenceKey(
  one: Readonly<Pick<Difference, 'comparison' | 'subject' | 'expected' | 'found'>>,
): string {
  return `${one.comparison} ${one.subject} ${one.found - one.expected}`;
}

/** Comparisons that count shortages only. The shortage changes with every payout, so an open one stays the same difference at any size. */
const SHORTAGE_COMPARISONS: ReadonlySet<string> = new Set(['chain.holdings']);

/** Whether it is open, or was lifted by two staff members: at this amount, or as a shortage at least as large at the same place. */
export function isDifferenceKnown(
  { open, lifted }: { readonly open: ReadonlyMap<number, Difference>; readonly lifted: ReadonlySet<string> },
  one: Readonly<Pick<Difference, 'comparison' | 'subject' | 'expected' | 'found'>>,
): boolean {
  const key = differenceKey(one);
  if (!SHORTAGE_COMPARISONS.has(one.comparison)) {
    return lifted.has(key) || [...open.values()].some((other) => differenceKey(other) === key);
  }
  const keyPrefix = `${one.comparison} ${one.subject} `;
  if ([...open.values()].some((other) => differenceKey(other).startsWith(keyPrefix))) return true;
  return [...lifted].some(
    (liftedKey) =>
      liftedKey.startsWith(keyPrefix) && BigInt(liftedKey.slice(keyPrefix.length)) <= one.found - one.expected,
  );
}

/** Live views apply the same rules. */
export function addDifference({ open }: DriftState, difference: Difference): void {
  open.set(difference.id, difference);
}

export function liftDifferences({ open, lifted }: DriftState, upTo: number): void {
  for (const difference of [...open.values()]) {
    if (difference.id > upTo) continue;
    open.delete(difference.id);
    lifted.add(differenceKey(difference));
  }
}
