/** Exchanges that tell the prices of their spot markets to everybody, by the names that ccxt has for them. */
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
