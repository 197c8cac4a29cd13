/** Deposit addresses of members on a chain. */

/** An assigned address, with its index below the exchange's key of that chain. */
export interface DepositAddress {
  user: number;
  chain: string;
  index: number;
  address: string;
}

/** Key for lookups by index and by owner; each has one address per chain. */
export function placeKey(chain: string, index: number): string {
  return `${chain}/${index}`;
}
export function ownerKey(chain: string, user: number): string {
  return `${chain}/${user}`;
}
