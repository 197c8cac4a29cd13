/**
 * What an amount is worth in USDT, in USDT units of scale 8. A last price is what two accounts of one person may have agreed on,
 * so every value has a direction: what must be limited, reviewed or covered counts for the largest of its values, what covers
 * something for the smallest. Then no trade at a price of somebody's choice lets anything leave that could not leave before.
 */
import { INDEX_VALUE_MS, VALUED_IN, VALUE_SCALE } from '../../../../shared/rules/values';
import { floorOf, valueUp } from '../../../../shared/rules/rounding';
import { indexAt, indexWithin, type IndexQuote } from '../../../core/index-price/latest';
import { termsAt } from '../../../core/market/terms';
import { tradedUntil } from '../../../core/market/traded';
import type { CoreView, MarketView } from '../../../core/state';

/** So many units of USDT for so many of the asset. */
interface Ratio {
  usdt: bigint;
  asset: bigint;
}

/** Of the asset and of USDT: how many units one of each has. */
interface Units {
  usdt: bigint;
  asset: bigint;
}

const UNIT = 10n ** BigInt(VALUE_SCALE);

/**
 * For limits, reviews and what has to be covered. Rounded up: the largest of what the amount is worth at the last price of
 * `<asset>-USDT`, at the average of a day by volume, at staff's reference price, and at an index of the last 24 hours; or of
 * `USDT-<asset>` the other way round. USDT itself counts as it is; null where nothing prices the asset.
 */
export function largestValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const own = unitsOf(view, asset);
  if (!own) return null;
  if (asset === VALUED_IN) return valueUp(amount, UNIT, own.usdt);
  const index = (symbol: string): IndexQuote | null => indexWithin(view, symbol, at, INDEX_VALUE_MS);
  const ratios = [...ratiosOfMarkets(view, asset, at), ...ratiosOfIndex(asset, own, index)];
  const values = ratios.map((ratio) => valueUp(amount, ratio.usdt * UNIT, ratio.asset * own.usdt));
  return values.length === 0 ? null : values.reduce((one, other) => (one > other ? one : other));
}

/**
 * For what covers something. Rounded down: the smallest of the same values, and 0 while the index of the asset is stale by its
 * own terms, or where it has none: then nothing but trades and a price of long ago would speak for it.
 */
export function smallestValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint {
  const own = unitsOf(view, asset);
  if (!own) return 0n;
  if (asset === VALUED_IN) return floorOf(amount * UNIT, own.usdt);
  const ofIndex = ratiosOfIndex(asset, own, (symbol) => indexAt(view, symbol, at));
  if (ofIndex.length === 0) return 0n;
  const ratios = [...ratiosOfMarkets(view, asset, at), ...ofIndex];
  const values = ratios.map((ratio) => floorOf(amount * ratio.usdt * UNIT, ratio.asset * own.usdt));
  return values.reduce((one, other) => (one < other ? one : other));
}

/** At the index alone, which no trade here moves; rounded down. Null while it is stale, or where there is none. */
export function indexValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const own = unitsOf(view, asset);
  if (!own) return null;
  if (asset === VALUED_IN) return floorOf(amount * UNIT, own.usdt);
  const [ratio] = ratiosOfIndex(asset, own, (symbol) => indexAt(view, symbol, at));
  return ratio ? floorOf(amount * ratio.usdt * UNIT, ratio.asset * own.usdt) : null;
}

function unitsOf({ assets }: CoreView, asset: string): Units | null {
  const [listed, valued] = [assets.get(asset), assets.get(VALUED_IN)];
  return listed && valued ? { usdt: 10n ** BigInt(valued.scale), asset: 10n ** BigInt(listed.scale) } : null;
}

function ratiosOfMarkets(view: CoreView, asset: string, at: number): Ratio[] {
  const market = view.markets.get(`${asset}-${VALUED_IN}`);
  if (market) return ratiosOf(market, at).map(({ quote, base }) => ({ usdt: quote, asset: base }));
  const inverse = view.markets.get(`${VALUED_IN}-${asset}`);
  return inverse ? ratiosOf(inverse, at).map(({ quote, base }) => ({ usdt: base, asset: quote })) : [];
}

function ratiosOf(market: MarketView, at: number) {
  const { lastPrice, quotePerTickLot, basePerLot, traded } = market;
  const ratios = [{ quote: BigInt(termsAt(market, at).referencePrice) * quotePerTickLot, base: basePerLot }];
  if (lastPrice > 0) ratios.push({ quote: BigInt(lastPrice) * quotePerTickLot, base: basePerLot });
  const day = tradedUntil(traded, at);
  if (day) ratios.push({ quote: day.notional, base: day.lots * basePerLot });
  return ratios;
}

function ratiosOfIndex(asset: string, own: Units, quoteOf: (symbol: string) => IndexQuote | null): Ratio[] {
  const ratios: Ratio[] = [];
  const index = quoteOf(`${asset}-${VALUED_IN}`);
  if (index) ratios.push({ usdt: BigInt(index.price) * own.usdt, asset: own.asset * 10n ** BigInt(index.decimals) });
  const inverse = quoteOf(`${VALUED_IN}-${asset}`);
  if (inverse) {
    ratios.push({ usdt: own.usdt * 10n ** BigInt(inverse.decimals), asset: BigInt(inverse.price) * own.asset });
  }
  return ratios;
}
