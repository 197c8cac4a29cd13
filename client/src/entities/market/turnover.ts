import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';

/** Digits behind the point that no market exceeds. */
const SCALE = 30;

/** What was traded in 24 hours on all markets that are quoted in `asset`: an exact sum, in that asset. */
export function turnoverIn(
  asset: string,
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
): string {
  const sum = markets
    .filter(({ quote }) => quote === asset)
    .map(({ name }) => unitsOf(tickers[name]?.quoteVolume ?? '0', SCALE))
    .reduce<bigint>((total, units) => (typeof units === 'bigint' ? total + units : total), 0n);
  return decimalOf(sum, SCALE);
}
