/** A market that a request names. */
import type { MarketSteps } from '../../../core/market/steps';
import type { Reference } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';

/** For a command. Of one product, where one is named. Refuses `market.unknown`. */
export function marketOf(reference: Reference, name: string, product?: LiveMarket['product']): MarketSteps {
  const market = reference.market(name, product);
  if (!market) throw new Refusal('market.unknown');
  return market;
}

/** For a query. Of one product, where one is named. Refuses `market.unknown`. */
export function marketNamed(
  { markets }: Pick<LiveViews, 'markets'>,
  name: string,
  product?: LiveMarket['product'],
): LiveMarket {
  const market = markets.find(name);
  if (!market || (product !== undefined && market.product !== product)) throw new Refusal('market.unknown');
  return market;
}
