/**
 * Credits that their chains may still revert, with their sums by user and asset: a withdrawal waits for its owner's
 * credits only.
 */

export interface ProvisionalCredit {
  recharge: number;
  user: number;
  asset: string;
  amount: bigint;
  reference: string;
  /** Reported by one node only. */
  alone: boolean;
}

/** The sum of payments credited on one node's report and reverted by their chain on one day (GMT+8). */
export interface RevertedSum {
  asset: string;
  day: number;
  amount: bigint;
}

/** By user: units by asset. Users without any have no entry. */
export type ProvisionalSums = Map<number, Map<string, bigint>>;

export function addProvisional(
  sums: ProvisionalSums,
  { user, asset, amount }: Pick<ProvisionalCredit, 'user' | 'asset' | 'amount'>,
): void {
  const userSums = sums.get(user) ?? new Map<string, bigint>();
  sums.set(user, userSums);
  const sum = (userSums.get(asset) ?? 0n) + amount;
  if (sum !== 0n) userSums.set(asset, sum);
  else userSums.delete(asset);
  if (userSums.size === 0) sums.delete(user);
}
