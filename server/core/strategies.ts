/** What each product says of its orders. */
import type { MarketProduct } from './market/order';
import type { Strategy } from './market/strategy';
import { spotStrategy } from './spot/strategy';
import { broken } from './rejection';

const STRATEGIES: Readonly<Partial<Record<MarketProduct, Strategy>>> = { spot: spotStrategy };

export function strategyOf({ product }: { readonly product: MarketProduct }): Strategy {
  return STRATEGIES[product] ?? broken(`orders of ${product} follow no rules`);
}
