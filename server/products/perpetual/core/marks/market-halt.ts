/** Halted markets: no one can close or add margin, so there is no liquidation, no funding, and no mark triggers a stop. */
import { STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { CoreView, MarketView } from '../../../../core/state';

/** True if the market is closed or in maintenance, or one of its coins is in maintenance. */
export function isMarketHalted({ assets }: Pick<CoreView, 'assets'>, { state, terms }: MarketView): boolean {
  if (state === 'closed' || state === 'maintenance') return true;
  return [terms.base, terms.quote].some((coin) => assets.get(coin)?.trading === 'maintenance');
}

/** Whether positions there may be liquidated: owners can act, and the mark is fresh. */
export function mayLiquidate(view: CoreView, market: MarketView, at: number): boolean {
  const { mark } = getOrThrow(view.perpetual.contracts, market.terms.market);
  return mark.mark > 0 && at - mark.at <= STALE_MS && !isMarketHalted(view, market);
}
