/**
 * Value of an amount in USDT units of scale 8. Two accounts of one person may have agreed on a last price, so every value has a direction.
 * Amounts to limit, review or cover count at their largest value, covering amounts at their smallest. A trade at a chosen price then never
 * allows an additional withdrawal.
 */
import { INDEX_VALUE_MS, VALUE_ASSET, VALUE_SCALE } from '../../../../shared/rules/valuation';
import { floorOf, valueUp } from '../../../../shared/rules/arithmetic/rounding';
import { freshIndex, indexNotOlderThan, type IndexQuote } from '../../../core/index-price/fresh-index';
import { termsAt } from '../../../core/market/scheduled-terms';
import { tradedUntil } from '../../../core/market/rolling-volume';
import type { CoreView, MarketView } from '../../../core/state';

/** Price as units of USDT per units of the asset. */
interface Ratio {
  usdt: bigint;
  asset: bigint;
}

/** Units per one USDT and per one of the asset. */
interface Units {
  usdt: bigint;
  asset: bigint;
}

const UNIT = 10n ** BigInt(VALUE_SCALE);

/**
 * For limits, reviews and amounts to cover. Rounded up: the largest of the amount's values at the last price of `<asset>-USDT`, at its
 * volume-weighted daily average, at staff's reference price, and at an index of the last 24 hours; or of `USDT-<asset>`, inverted. USDT
 * counts at par; null without a price.
 */
export function largestValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const units = unitsOf(view, asset);
  if (!units) return null;
  if (asset === VALUE_ASSET) return valueUp(amount, UNIT, units.usdt);
  const index = (symbol: string): IndexQuote | null => indexNotOlderThan(view, symbol, at, INDEX_VALUE_MS);
  const ratios = [...ratiosOfMarkets(view, asset, at), ...ratiosOfIndex(asset, units, index)];
  const values = ratios.map((ratio) => valueUp(amount, ratio.usdt * UNIT, ratio.asset * units.usdt));
  return values.length === 0 ? null : values.reduce((one, other) => (one > other ? one : other));
}

/**
 * For covering amounts. Rounded down: the smallest of the same values, and 0 while the asset's index is stale by its own terms, or if it
 * has none: otherwise only trades and an old price would support the value.
 */
export function smallestValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint {
  const units = unitsOf(view, asset);
  if (!units) return 0n;
  if (asset === VALUE_ASSET) return floorOf(amount * UNIT, units.usdt);
  const ofIndex = ratiosOfIndex(asset, units, (symbol) => freshIndex(view, symbol, at));
  if (ofIndex.length === 0) return 0n;
  const ratios = [...ratiosOfMarkets(view, asset, at), ...ofIndex];
  const values = ratios.map((ratio) => floorOf(amount * ratio.usdt * UNIT, ratio.asset * units.usdt));
  return values.reduce((one, other) => (one < other ? one : other));
}

/** Value at the index only, which no trade here moves; rounded down. Null while it is stale or missing. */
export function indexValueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const units = unitsOf(view, asset);
  if (!units) return null;
  if (asset === VALUE_ASSET) return floorOf(amount * UNIT, units.usdt);
  const [ratio] = ratiosOfIndex(asset, units, (symbol) => freshIndex(view, symbol, at));
  return ratio ? floorOf(amount * ratio.usdt * UNIT, ratio.asset * units.usdt) : null;
}

function unitsOf({ assets }: CoreView, asset: string): Units | null {
  const [listedAsset, valued] = [assets.get(asset), assets.get(VALUE_ASSET)];
  return listedAsset && valued ? { usdt: 10n ** BigInt(valued.scale), asset: 10n ** BigInt(listedAsset.scale) } : null;
}

function ratiosOfMarkets(view: CoreView, asset: string, at: number): Ratio[] {
  const market = view.markets.get(`${asset}-${VALUE_ASSET}`);
  if (market) return ratiosOf(market, at).map(({ quote, base }) => ({ usdt: quote, asset: base }));
  const inverse = view.markets.get(`${VALUE_ASSET}-${asset}`);
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

function ratiosOfIndex(asset: string, units: Units, quoteOf: (symbol: string) => IndexQuote | null): Ratio[] {
  const ratios: Ratio[] = [];
  const index = quoteOf(`${asset}-${VALUE_ASSET}`);
  if (index)
    ratios.push({ usdt: BigInt(index.price) * units.usdt, asset: units.asset * 10n ** BigInt(index.decimals) });
  const inverse = quoteOf(`${VALUE_ASSET}-${asset}`);
  if (inverse) {
    ratios.push({ usdt: units.usdt * 10n ** BigInt(inverse.decimals), asset: BigInt(inverse.price) * units.asset });
  }
  return ratios;
}
