/**
 * Auto-deleveraging: closes opposite positions if no other order takes over the rest of a liquidation. As on public
 * exchanges, the highest profit rate and the highest leverage come first.
 *
 * With a profit the score is profit ÷ entry value × effective leverage, else profit ÷ entry value ÷ effective leverage.
 * Effective leverage is value at the mark ÷ cover (collateral + profit; for cross positions all values ÷ equity).
 * Scores are exact fractions, so that different scores never compare as equal.
 */

/** Amounts are in units. */
export interface AdlCandidate {
  /** Position number. Of equal scores the lower number comes first. */
  position: number;
  /** At the mark; below zero is a loss. */
  profit: bigint;
  /** Entry value of its lots, above zero. */
  cost: bigint;
  /** At the mark, above zero. In cross margin, that of all cross positions of the owner. */
  value: bigint;
  /** Collateral + profit; in cross margin the account's equity. */
  cover: bigint;
}

export interface AdlScore {
  numerator: bigint;
  /** Above zero. */
  denominator: bigint;
}

/** Null for a position without cover, which ranks last. */
export function adlScore({ profit, cost, value, cover }: AdlCandidate): AdlScore | null {
  if (cover <= 0n) return null;
  return profit > 0n
    ? { numerator: profit * value, denominator: cost * cover }
    : { numerator: profit * cover, denominator: cost * value };
}

/** Below zero if the first is deleveraged before the second. Never zero for two positions. */
export function byAdlRank(one: AdlCandidate, other: AdlCandidate): number {
  const [score, otherScore] = [adlScore(one), adlScore(other)];
  if (score && otherScore) {
    const difference = score.numerator * otherScore.denominator - otherScore.numerator * score.denominator;
    if (difference !== 0n) return difference > 0n ? -1 : 1;
  } else if (score || otherScore) {
    return score ? -1 : 1;
  }
  return one.position - other.position;
}
