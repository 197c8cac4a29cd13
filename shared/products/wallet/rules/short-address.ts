const ENDS = 8;

/** An address by its ends, by which people compare them. */
export function shortAddress(address: string): string {
  return address.length <= 2 * ENDS + 1 ? address : `${address.slice(0, ENDS)}…${address.slice(-ENDS)}`;
}
