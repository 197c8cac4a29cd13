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
  /** While there is one, nothing new leaves. */
  open: Map<number, Difference>;
  /** By `differenceKey`: what staff have lifted is not raised again as it was, nor a shortage that is no larger. */
  lifted: Set<string>;
}

export function createDriftState(): DriftState {
  return { next: 1, open: new Map(), lifted: new Set() };
}

/**
 * What makes two differences the same: between what, where, and by how much. Both figures move with every trade, what lies between
 * them does not.
 */
export function differenceKey(
  one: Readonly<Pick<Difference, 'comparison' | 'subject' | 'expected' | 'found'>>,
): string {
  return `${one.comparison} ${one.subject} ${one.found - one.expected}`;
}

/** Of these what is missing counts, and it moves with every payout: one that is open is the same, however large it has become. */
const SHORTAGES: ReadonlySet<string> = new Set(['chain.holdings']);

/** Whether it is open, or two of staff have lifted it: as it is, or a shortage at the same place that was as large. */
export function isTold(
  { open, lifted }: { readonly open: ReadonlyMap<number, Difference>; readonly lifted: ReadonlySet<string> },
  one: Readonly<Pick<Difference, 'comparison' | 'subject' | 'expected' | 'found'>>,
): boolean {
  const key = differenceKey(one);
  if (!SHORTAGES.has(one.comparison)) {
    return lifted.has(key) || [...open.values()].some((other) => differenceKey(other) === key);
  }
  const place = `${one.comparison} ${one.subject} `;
  if ([...open.values()].some((other) => differenceKey(other).startsWith(place))) return true;
  return [...lifted].some((of) => of.startsWith(place) && BigInt(of.slice(place.length)) <= one.found - one.expected);
}

/** Live views keep it by the same rules. */
export function stopBy({ open }: DriftState, difference: Difference): void {
  open.set(difference.id, difference);
}

export function liftIn({ open, lifted }: DriftState, upTo: number): void {
  for (const difference of [...open.values()]) {
    if (difference.id > upTo) continue;
    open.delete(difference.id);
    lifted.add(differenceKey(difference));
  }
}
