/** Integer amounts of the core. `shared/rules` has one named function per rounding. */

/** The core rejects amounts above a signed 64-bit integer before it adds them to a balance. */
export const AMOUNT_MAX = 2n ** 63n - 1n;
