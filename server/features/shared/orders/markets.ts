/** A market that a request names. */
import type { MarketDecimals } from '../../../core/market/market-decimals';
import type { ReferenceData } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';

/** For a command. Restricted to `product` if given. Refuses `market.unknown`. */
export function marketOf(reference: ReferenceData, name: string, product?: LiveMarket['product']): MarketDecimals {
  const market = reference.market(name, product);
  if (!market) throw new Refusal('market.unknown');
  return market;
}

/** For a query. Restricted to `product` if given. Refuses `market.unknown`. */
export function marketNamed(
  { markets }: Pick<LiveViews, 'markets'>,
  name: string,
  product?: LiveMarket['product'],
): LiveMarket {
  const market = markets.find(name);
  if (!market || (product !== undefined && market.product !== product)) throw new Refusal('market.unknown');
  return market;
}
