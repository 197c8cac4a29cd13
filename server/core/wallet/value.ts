/** What an amount is worth in USDT, for limits and reviews. */
import { INDEX_VALUE_MS, VALUED_IN, VALUE_SCALE } from '../../../shared/rules/values';
import { valueUp } from '../../../shared/rules/rounding';
import { indexWithin } from '../index-price/latest';
import { termsAt } from '../market/terms';
import { tradedUntil } from '../market/traded';
import type { CoreView, MarketView } from '../state';

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

/**
 * Value at `at` of `amount` units of an asset in USDT units of scale 8, rounded up: the largest of what it is worth at the
 * last price of `<asset>-USDT`, at the average of a day by volume, at staff's reference price, and at the index; or of
 * `USDT-<asset>` the other way round. So neither a trade at a price of somebody's choice nor a source that fails makes anything
 * worth less. USDT itself counts as it is; null where nothing prices the asset.
 */
export function valueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const [listed, valued] = [view.assets.get(asset), view.assets.get(VALUED_IN)];
  if (!listed || !valued) return null;
  const unit = 10n ** BigInt(VALUE_SCALE);
  const own = { usdt: 10n ** BigInt(valued.scale), asset: 10n ** BigInt(listed.scale) };
  if (asset === VALUED_IN) return valueUp(amount, unit, own.usdt);
  const ratios = [...ratiosOfMarkets(view, asset, at), ...ratiosOfIndex(view, asset, at, own)];
  const values = ratios.map((ratio) => valueUp(amount, ratio.usdt * unit, ratio.asset * own.usdt));
  return values.length === 0 ? null : values.reduce((one, other) => (one > other ? one : other));
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

function ratiosOfIndex(view: CoreView, asset: string, at: number, own: Units): Ratio[] {
  const ratios: Ratio[] = [];
  const index = indexWithin(view, `${asset}-${VALUED_IN}`, at, INDEX_VALUE_MS);
  if (index) ratios.push({ usdt: BigInt(index.price) * own.usdt, asset: own.asset * 10n ** BigInt(index.decimals) });
  const inverse = indexWithin(view, `${VALUED_IN}-${asset}`, at, INDEX_VALUE_MS);
  if (inverse) {
    ratios.push({ usdt: own.usdt * 10n ** BigInt(inverse.decimals), asset: BigInt(inverse.price) * own.asset });
  }
  return ratios;
}
