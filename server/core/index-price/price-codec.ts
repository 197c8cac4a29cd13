/**
 * Published prices as the journal has them: lists instead of objects, since they come every second for ever.
 * `["BTC-USDT",6500012,[[0,6500000,1760000000000],…],41]` is a symbol, its price, of each source its number, price and time, and the
 * position of the batch with the publication before.
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
  const shown = sources.map(({ source, price: one, at }) => `[${integer(source)},${integer(one)},${integer(at)}]`);
  const link = before === undefined ? '' : ',' + integer(before);
  return `["${symbol}",${integer(price)},[${shown.join(',')}]${link}]`;
}

export function decodePrices(plain: readonly PlainPrice[]): IndexPrice[] {
  return plain.map(([symbol, price, sources, before]) => ({
    symbol,
    price,
    sources: sources.map(([source, one, at]) => ({ source, price: one, at })),
    ...(before === undefined ? {} : { before }),
  }));
}
