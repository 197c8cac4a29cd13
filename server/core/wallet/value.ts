/** What an amount is worth in USDT, for limits and reviews. */
import { VALUED_IN, VALUE_SCALE } from '../../../shared/rules/values';
import { valueUp } from '../amounts';
import { termsAt } from '../market/terms';
import { tradedUntil } from '../market/traded';
import type { CoreView, MarketView } from '../state';

/** So many quote units for so many base units. */
interface Ratio {
  quote: bigint;
  base: bigint;
}

/**
 * Value at `at` of `amount` units of an asset in USDT units of scale 8, rounded up: the largest of what it is worth at the
 * last price of `<asset>-USDT`, at the average of a day by volume, and at staff's reference price, or of `USDT-<asset>` the
 * other way round. So a trade at a price of somebody's choice makes nothing worth less. USDT itself counts as it is; null
 * where no such market is listed.
 */
export function valueOf(view: CoreView, asset: string, amount: bigint, at: number): bigint | null {
  const valued = view.assets.get(VALUED_IN);
  if (!valued) return null;
  const unit = 10n ** BigInt(VALUE_SCALE);
  const own = 10n ** BigInt(valued.scale);
  if (asset === VALUED_IN) return valueUp(amount, unit, own);
  const market = view.markets.get(`${asset}-${VALUED_IN}`);
  if (market) return largest(ratiosOf(market, at), ({ quote, base }) => valueUp(amount, quote * unit, base * own));
  const inverse = view.markets.get(`${VALUED_IN}-${asset}`);
  if (!inverse) return null;
  return largest(ratiosOf(inverse, at), ({ quote, base }) => valueUp(amount, base * unit, quote * own));
}

function ratiosOf(market: MarketView, at: number): Ratio[] {
  const { lastPrice, quotePerTickLot, basePerLot } = market;
  const ratios = [{ quote: BigInt(termsAt(market, at).referencePrice) * quotePerTickLot, base: basePerLot }];
  if (lastPrice > 0) ratios.push({ quote: BigInt(lastPrice) * quotePerTickLot, base: basePerLot });
  const day = tradedUntil(market.traded, at);
  if (day) ratios.push({ quote: day.notional, base: day.lots * basePerLot });
  return ratios;
}

function largest(ratios: readonly Ratio[], valueAt: (ratio: Ratio) => bigint): bigint {
  return ratios.map(valueAt).reduce((one, other) => (one > other ? one : other));
}
