/** Path of a market's trading screen. */
import type { MarketRecord } from '../../../../../shared/wire/product';

const PATHS: Readonly<Record<MarketRecord['product'], string>> = {
  spot: '/currencyTransaction',
  perpetual: '/contractTransaction',
};

export function tradePathOf({ name, product }: Pick<MarketRecord, 'name' | 'product'>): string {
  return `${PATHS[product]}?market=${encodeURIComponent(name)}`;
}
