/** What each product says of its orders. */
import type { MarketProduct } from './market/order';
import type { Strategy } from './market/strategy';
import { perpetualStrategy } from '../products/perpetual/core/orders/strategy';
import { spotStrategy } from '../products/spot/core/strategy';

const STRATEGIES: Readonly<Record<MarketProduct, Strategy>> = { spot: spotStrategy, perpetual: perpetualStrategy };

export function strategyOf({ product }: { readonly product: MarketProduct }): Strategy {
  return STRATEGIES[product];
}
