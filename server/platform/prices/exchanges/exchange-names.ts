/** Exchanges with public spot prices, by their ccxt names. */
export const EXCHANGES = [
  'binance',
  'bitfinex',
  'bitget',
  'bybit',
  'coinbase',
  'cryptocom',
  'gate',
  'htx',
  'kraken',
  'kucoin',
  'mexc',
  'okx',
] as const;

export type ExchangeName = (typeof EXCHANGES)[number];
