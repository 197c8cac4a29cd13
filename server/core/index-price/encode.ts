/**
 * Published prices as the journal has them: lists instead of objects, since they come every second for ever.
 * `["BTC-USDT",6500012,[[0,6500000,1760000000000],…]]` is a symbol, its price, and of each source its number, price and time.
 */
import { integer } from '../encoding';
import type { IndexPrice } from './events';

export type PlainPrice = [symbol: string, price: number, sources: [source: number, price: number, at: number][]];

export function encodePrices(prices: readonly IndexPrice[]): string {
  return '[' + prices.map(encodePrice).join(',') + ']';
}

function encodePrice({ symbol, price, sources }: IndexPrice): string {
  const shown = sources.map(({ source, price: one, at }) => `[${integer(source)},${integer(one)},${integer(at)}]`);
  return `["${symbol}",${integer(price)},[${shown.join(',')}]]`;
}

export function decodePrices(plain: readonly PlainPrice[]): IndexPrice[] {
  return plain.map(([symbol, price, sources]) => ({
    symbol,
    price,
    sources: sources.map(([source, one, at]) => ({ source, price: one, at })),
  }));
}
