/** Coins of each network with their decimals there. */
export const ETHEREUM_COINS: ReadonlyMap<string, number> = new Map([
  ['USDT', 6],
  ['ETH', 18],
]);
export const BITCOIN_COINS: ReadonlyMap<string, number> = new Map([['BTC', 8]]);
