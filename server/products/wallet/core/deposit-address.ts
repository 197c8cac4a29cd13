/** Where members are paid to on a chain. */

/** An address that was given to a member, with its number below the exchange's key of that chain. */
export interface DepositAddress {
  user: number;
  chain: string;
  index: number;
  address: string;
}

/** Under which an address is found by its number, and the number by its owner: each has one on each chain. */
export function placeKey(chain: string, index: number): string {
  return `${chain}/${index}`;
}
export function ownerKey(chain: string, user: number): string {
  return `${chain}/${user}`;
}
