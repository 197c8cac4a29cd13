/** When a market stands still: nobody can close or add margin, so nobody is liquidated, pays funding or has a stop reached by the mark. */
import type { CoreView, MarketView } from '../state';

/** It is closed or under maintenance, or one of its coins is under maintenance. */
export function standsStill({ assets }: Pick<CoreView, 'assets'>, { state, terms }: MarketView): boolean {
  if (state === 'closed' || state === 'maintenance') return true;
  return [terms.base, terms.quote].some((coin) => assets.get(coin)?.trading === 'maintenance');
}
