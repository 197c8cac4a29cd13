/** Upper bound of a user's open orders in a market, whatever staff set when listing it. */
export const OPEN_ORDERS_MAX = 1_000_000;
/** Per contract. An immediate close may have to reduce every resting closing order, all in its own batch. */
export const CONTRACT_ORDERS_MAX = 200;
