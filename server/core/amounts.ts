/** Integer money of the core. Its roundings stand in `shared/rules`, under a name each. */

/** What would pass a signed 64-bit integer is refused before it is computed into a balance. */
export const AMOUNT_MAX = 2n ** 63n - 1n;
