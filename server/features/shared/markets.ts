/** A market that a request names. */
import { Refusal } from '../../platform/errors/refusal';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';

/** Of one product, where one is named. Refuses `market.unknown`. */
export function marketNamed(
  { markets }: Pick<LiveViews, 'markets'>,
  name: string,
  product?: LiveMarket['product'],
): LiveMarket {
  const market = markets.find(name);
  if (!market || (product !== undefined && market.product !== product)) throw new Refusal('market.unknown');
  return market;
}
