/**
 * Auto-deleveraging: who closes when nobody else takes over what is left of a liquidation. As on public exchanges whoever has won most for
 * what was put in, and stands on least, comes first.
 *
 * With a profit the score is profit ÷ entry value × effective leverage, else profit ÷ entry value ÷ effective leverage, which is
 * value at the mark ÷ what covers it (collateral + profit; for cross positions all values ÷ equity). Scores are fractions: nothing is
 * rounded, so no two that differ are ever taken for the same.
 */

/** Units. */
export interface AdlCandidate {
  /** Its number: of equal scores the lower one comes first. */
  position: number;
  /** At the mark, below zero: a loss. */
  profit: bigint;
  /** What its lots cost, above zero. */
  cost: bigint;
  /** At the mark, above zero; in cross margin that of all its owner's cross positions. */
  value: bigint;
  /** Collateral + profit; in cross margin the account's equity. */
  cover: bigint;
}

export interface AdlScore {
  over: bigint;
  /** Above zero. */
  under: bigint;
}

/** Null for who is covered by nothing: the last of all. */
export function adlScore({ profit, cost, value, cover }: AdlCandidate): AdlScore | null {
  if (cover <= 0n) return null;
  return profit > 0n ? { over: profit * value, under: cost * cover } : { over: profit * cover, under: cost * value };
}

/** Below zero when the first is deleveraged before the second. Never zero for two positions. */
export function byAdlRank(one: AdlCandidate, other: AdlCandidate): number {
  const [score, against] = [adlScore(one), adlScore(other)];
  if (score && against) {
    const difference = score.over * against.under - against.over * score.under;
    if (difference !== 0n) return difference > 0n ? -1 : 1;
  } else if (score || against) {
    return score ? -1 : 1;
  }
  return one.position - other.position;
}
