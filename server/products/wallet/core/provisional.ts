/** Credits that their chains may still take back, and their sums by user and asset: who withdraws waits for nobody else's. */

export interface ProvisionalCredit {
  recharge: number;
  user: number;
  asset: string;
  amount: bigint;
  reference: string;
  /** One node alone has told of it. */
  alone: boolean;
}

/** What one node alone told of, was credited, and its chain took back on one day (GMT+8). */
export interface AloneGone {
  asset: string;
  day: number;
  amount: bigint;
}

/** By user: units by asset. Who has none is not in it. */
export type ProvisionalSums = Map<number, Map<string, bigint>>;

export function addProvisional(
  sums: ProvisionalSums,
  { user, asset, amount }: Pick<ProvisionalCredit, 'user' | 'asset' | 'amount'>,
): void {
  const own = sums.get(user) ?? new Map<string, bigint>();
  sums.set(user, own);
  const sum = (own.get(asset) ?? 0n) + amount;
  if (sum !== 0n) own.set(asset, sum);
  else own.delete(asset);
  if (own.size === 0) sums.delete(user);
}
