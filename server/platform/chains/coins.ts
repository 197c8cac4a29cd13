/** The coins of each network, with the digits that the network knows of them. */
export const ETHEREUM_COINS: ReadonlyMap<string, number> = new Map([
  ['USDT', 6],
  ['ETH', 18],
]);
export const BITCOIN_COINS: ReadonlyMap<string, number> = new Map([['BTC', 8]]);
