/**
 * Encoding of published prices in the journal: lists instead of objects, because they are written every second.
 * `["BTC-USDT",6500012,[[0,6500000,1760000000000],…],41]` is a symbol, its price, the number, price and time of each
 * source, and the batch position of the previous publication.
 */
import { integer } from '../messages/encoding';
import type { IndexPrice } from './published';

export type PlainPrice = [
  symbol: string,
  price: number,
  sources: [source: number, price: number, at: number][],
  before?: number,
];

export function encodePrices(prices: readonly IndexPrice[]): string {
  return '[' + prices.map(encodePrice).join(',') + ']';
}

function encodePrice({ symbol, price, sources, before }: IndexPrice): string {
  const encodedSources = sources.map(
    ({ source, price: one, at }) => `[${integer(source)},${integer(one)},${integer(at)}]`,
  );
  const link = before === undefined ? '' : ',' + integer(before);
  return `["${symbol}",${integer(price)},[${encodedSources.join(',')}]${link}]`;
}

export function decodePrices(plainPrices: readonly PlainPrice[]): IndexPrice[] {
  return plainPrices.map(([symbol, price, sources, before]) => ({
    symbol,
    price,
    sources: sources.map(([source, one, at]) => ({ source, price: one, at })),
    ...(before === undefined ? {} : { before }),
  }));
}
