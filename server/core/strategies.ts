/** What each product says of its orders. */
import type { MarketProduct } from './market/order';
import type { Strategy } from './market/strategy';
import { perpetualStrategy } from './perpetual/strategy';
import { spotStrategy } from './spot/strategy';

const STRATEGIES: Readonly<Record<MarketProduct, Strategy>> = { spot: spotStrategy, perpetual: perpetualStrategy };

export function strategyOf({ product }: { readonly product: MarketProduct }): Strategy {
  return STRATEGIES[product];
}
