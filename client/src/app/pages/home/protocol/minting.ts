/** Figures of the protocol described on the page. They are text only: this platform mints nothing. */

export const MINTED_FIRST_MONTH = 50_000;
/** Limit of the sum below as months grow; never reached. */
export const SUPPLY_NEVER_REACHED = 1_000_000;
export const MINT_DECLINE = 0.05;

/** Tokens minted after `months` months when each month mints 5 % less than the one before: a geometric sum. */
export function mintedAfter(months: number): number {
  return (MINTED_FIRST_MONTH * (1 - (1 - MINT_DECLINE) ** months)) / MINT_DECLINE;
}
