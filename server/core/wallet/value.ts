/** What an amount is worth in USDT, for limits and reviews. */
import { VALUED_IN, VALUE_SCALE } from '../../../shared/rules/values';
import { valueUp } from '../amounts';
import { latestPrice } from '../market/market';
import type { CoreView } from '../state';

/**
 * Value of `amount` units of an asset in USDT units of scale 8, rounded up, at the latest price of `<asset>-USDT`, or of
 * `USDT-<asset>` the other way round; USDT itself counts as it is. Null where no such market is listed.
 */
export function valueOf(view: CoreView, asset: string, amount: bigint): bigint | null {
  const valued = view.assets.get(VALUED_IN);
  if (!valued) return null;
  const unit = 10n ** BigInt(VALUE_SCALE);
  const own = 10n ** BigInt(valued.scale);
  if (asset === VALUED_IN) return valueUp(amount, unit, own);
  const market = view.markets.get(`${asset}-${VALUED_IN}`);
  if (market) {
    return valueUp(amount, BigInt(latestPrice(market)) * market.quotePerTickLot * unit, market.basePerLot * own);
  }
  const inverse = view.markets.get(`${VALUED_IN}-${asset}`);
  if (!inverse) return null;
  return valueUp(amount, inverse.basePerLot * unit, BigInt(latestPrice(inverse)) * inverse.quotePerTickLot * own);
}
