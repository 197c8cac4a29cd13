/** When a market stands still: nobody can close or add margin, so nobody is liquidated, pays funding or has a stop reached by the mark. */
import { STALE_MS } from '../../../../../shared/products/perpetual/rules/mark';
import { known } from '../../../../core/folding';
import type { CoreView, MarketView } from '../../../../core/state';

/** It is closed or under maintenance, or one of its coins is under maintenance. */
export function standsStill({ assets }: Pick<CoreView, 'assets'>, { state, terms }: MarketView): boolean {
  if (state === 'closed' || state === 'maintenance') return true;
  return [terms.base, terms.quote].some((coin) => assets.get(coin)?.trading === 'maintenance');
}

/** Whether positions there may be taken from their owners: they can act, and the mark says what positions are worth. */
export function mayTake(view: CoreView, market: MarketView, at: number): boolean {
  const { mark } = known(view.perpetual.contracts, market.terms.market);
  return mark.mark > 0 && at - mark.at <= STALE_MS && !standsStill(view, market);
}
