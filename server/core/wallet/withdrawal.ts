/** A withdrawal applied for and neither paid, rejected nor cancelled yet. */
export interface Withdrawal {
  id: number;
  user: number;
  asset: string;
  amount: bigint;
  fee: bigint;
  hold: number;
}
