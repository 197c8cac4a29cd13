/** A market that a request names. */
import { Refusal } from '../../platform/errors/refusal';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';

/** Refuses `market.unknown`. */
export function marketNamed({ markets }: Pick<LiveViews, 'markets'>, name: string): LiveMarket {
  const market = markets.find(name);
  if (!market) throw new Refusal('market.unknown');
  return market;
}
