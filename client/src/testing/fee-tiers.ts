/** What fees are by, as the server tells it. */
import type { FeeTiers, MarketProduct, ProductFees } from '../../../shared/wire/product';

export const NO_LEVELS: ProductFees = { volumes: [], own: null };

/** Where somebody stands, who has nothing but a level. */
export function standing(level: number): ProductFees {
  return { volumes: [], own: { level, volume: '0', next: null, floor: null, missing: null } };
}

/** Of the products that are not named nothing is known. */
export function feeTiers(
  products: Partial<Record<MarketProduct, ProductFees>> = {},
  markets: FeeTiers['markets'] = [],
): FeeTiers {
  return { markets, products: { spot: NO_LEVELS, perpetual: NO_LEVELS, ...products } };
}
