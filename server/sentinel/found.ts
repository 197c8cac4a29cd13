/** What a comparison finds, and how each of them stands. */
import type { Comparison } from '../../shared/wire/comparisons';
import { differenceKey } from '../core/drift/state';

export interface Found {
  comparison: Comparison;
  /** What was compared, as the ledger names it. */
  subject: string;
  asset: string;
  /** Units: what the ledger says, and what the other says. */
  expected: bigint;
  found: bigint;
}

/**
 * `behind`: what is compared with has not come as far; `away`: it does not answer; `disagree`: two nodes of one network say different
 * things; `none`: there is nothing to compare with.
 */
export type Unknown = 'behind' | 'away' | 'disagree' | 'large' | 'none';

/** What has to be looked at: of a comparison that is too large, or that there is nothing for, nothing else will come. */
const FAULTS: ReadonlySet<Unknown | null> = new Set<Unknown>(['behind', 'away', 'disagree']);

export function isFault(why: Unknown | null): boolean {
  return FAULTS.has(why);
}

export interface Standing {
  comparison: Comparison;
  state: 'agrees' | 'differs' | 'unknown';
  why: Unknown | null;
  /** When it was last looked at, and at which position of the journal; null before. */
  at: number | null;
  position: number | null;
}

/** Of whose users the account is; NaN for the house. */
export function userOf({ subject }: Found): number {
  return Number.parseInt(subject, 10);
}

export function keyOf(found: Found): string {
  return differenceKey(found);
}

interface Meaning {
  asset: string;
}

/** Every difference between two sets of figures; what one of them does not name counts as 0. */
export function differencesOf(
  comparison: Comparison,
  expected: ReadonlyMap<string, bigint>,
  found: ReadonlyMap<string, bigint>,
  meaningOf: (subject: string) => Meaning,
): Found[] {
  const differences: Found[] = [];
  for (const [subject, ours] of expected) {
    const theirs = found.get(subject) ?? 0n;
    if (theirs !== ours)
      differences.push({ comparison, subject, ...meaningOf(subject), expected: ours, found: theirs });
  }
  for (const [subject, theirs] of found) {
    if (theirs === 0n || expected.has(subject)) continue;
    differences.push({ comparison, subject, ...meaningOf(subject), expected: 0n, found: theirs });
  }
  return differences;
}
