/** Figures of the protocol that the page describes. They are text: nothing on this platform mints. */

export const MINTED_FIRST_MONTH = 50_000;
/** The limit of the sum below, which it never reaches. */
export const SUPPLY_NEVER_REACHED = 1_000_000;
export const MINT_DECLINE = 0.05;

/** Tokens minted after so many months, when each month mints 5 % less than the one before: a geometric sum. */
export function mintedAfter(months: number): number {
  return (MINTED_FIRST_MONTH * (1 - (1 - MINT_DECLINE) ** months)) / MINT_DECLINE;
}
