/** The demo's symbols with index prices, and their volatility. */
export interface SimulatedSymbol {
  symbol: string;
  /** Opening price before any publication: a canonical decimal. */
  opening: string;
  /** Standard deviation of a day's move, as a ratio: `0.03` is 3 %. */
  volatility: number;
}

export const SIMULATED_SYMBOLS: readonly SimulatedSymbol[] = [
  { symbol: 'BTC-USDT', opening: '65000', volatility: 0.025 },
  { symbol: 'ETH-USDT', opening: '3400', volatility: 0.032 },
  { symbol: 'BNB-USDT', opening: '590', volatility: 0.024 },
  { symbol: 'SOL-USDT', opening: '150', volatility: 0.042 },
  { symbol: 'XRP-USDT', opening: '0.52', volatility: 0.038 },
  { symbol: 'ADA-USDT', opening: '0.45', volatility: 0.04 },
  { symbol: 'DOGE-USDT', opening: '0.12', volatility: 0.046 },
  { symbol: 'LTC-USDT', opening: '82', volatility: 0.033 },
  { symbol: 'LINK-USDT', opening: '14', volatility: 0.042 },
  { symbol: 'DOT-USDT', opening: '6.2', volatility: 0.04 },
  { symbol: 'SHIB-USDT', opening: '0.0000087', volatility: 0.05 },
  { symbol: 'BTC-JPY', opening: '9750000', volatility: 0.026 },
  { symbol: 'USDT-USD', opening: '1', volatility: 0.0006 },
];
