const ENDS = 8;

/** An address shortened to its ends, which people use to compare addresses. */
export function shortAddress(address: string): string {
  return address.length <= 2 * ENDS + 1 ? address : `${address.slice(0, ENDS)}…${address.slice(-ENDS)}`;
}
