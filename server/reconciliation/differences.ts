/** Differences found by comparisons, and the standing of each comparison. */
import type { Comparison } from '../../shared/wire/audit/comparisons';
import { differenceKey } from '../core/drift/state';

export interface Difference {
  comparison: Comparison;
  /** The compared subject, as the ledger names it. */
  subject: string;
  asset: string;
  /** Units: the ledger's figure and the compared one. */
  expected: bigint;
  found: bigint;
}

/**
 * `behind`: the compared side lags; `away`: it does not answer; `disagree`: two nodes of one network differ; `none`: there is no
 * counterpart.
 */
export type UnknownReason = 'behind' | 'away' | 'disagree' | 'large' | 'none';

/** Reasons that staff must inspect. The other reasons, `large` and `none`, do not change by waiting. */
const FAULTS: ReadonlySet<UnknownReason | null> = new Set<UnknownReason>(['behind', 'away', 'disagree']);

export function isFault(reason: UnknownReason | null): boolean {
  return FAULTS.has(reason);
}

export interface ComparisonResult {
  comparison: Comparison;
  state: 'agrees' | 'differs' | 'unknown';
  why: UnknownReason | null;
  /** Time and journal position of the last check; null before the first. */
  at: number | null;
  position: number | null;
}

/** The user of the account; NaN for the house. */
export function userOf({ subject }: Difference): number {
  return Number.parseInt(subject, 10);
}

export function keyOf(found: Difference): string {
  return differenceKey(found);
}

interface SubjectAsset {
  asset: string;
}

/** Every difference between two sets of figures; a missing figure counts as 0. */
export function differencesOf(
  comparison: Comparison,
  expected: ReadonlyMap<string, bigint>,
  found: ReadonlyMap<string, bigint>,
  meaningOf: (subject: string) => SubjectAsset,
): Difference[] {
  const differences: Difference[] = [];
  for (const [subject, expectedAmount] of expected) {
    const foundAmount = found.get(subject) ?? 0n;
    if (foundAmount !== expectedAmount)
      differences.push({ comparison, subject, ...meaningOf(subject), expected: expectedAmount, found: foundAmount });
  }
  for (const [subject, theirs] of found) {
    if (theirs === 0n || expected.has(subject)) continue;
    differences.push({ comparison, subject, ...meaningOf(subject), expected: 0n, found: theirs });
  }
  return differences;
}
