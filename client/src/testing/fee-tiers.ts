/** Fixtures of fee tiers, as the server sends them. */
import type { FeeTiers, MarketProduct, ProductFees } from '../../../shared/wire/product';

export const NO_LEVELS: ProductFees = { volumes: [], own: null };

/** Fees of a user who has a level but no volume. */
export function feesAtLevel(level: number): ProductFees {
  return { volumes: [], own: { level, volume: '0', next: null, floor: null, missing: null } };
}

/** Unnamed products have no levels. */
export function feeTiers(
  products: Partial<Record<MarketProduct, ProductFees>> = {},
  markets: FeeTiers['markets'] = [],
): FeeTiers {
  return { markets, products: { spot: NO_LEVELS, perpetual: NO_LEVELS, ...products } };
}
