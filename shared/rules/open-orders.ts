/** How many open orders a user may have in a market at most, whatever staff list it with. */
export const OPEN_ORDERS_MAX = 1_000_000;
/** In a contract: what closes there at once may have to cut every order that rests to close, all in its own batch. */
export const CONTRACT_ORDERS_MAX = 200;
