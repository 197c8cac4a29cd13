/** Trading permissions: the guards that every order shares, in order of precedence. */
import { reject, type Rejection } from '../../../core/rejection';
import type { SpotMarketView } from '../../../core/market/listing';
import type { CoreView, MarketView } from '../../../core/state';

/** Null if the member may send orders: known, not frozen, verified. */
export function refuseTrader(view: CoreView, user: number): Rejection | null {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.frozen) return reject('account.frozen');
  if (!member.verified) return reject('account.not.authenticated');
  return null;
}

/** Null if the market and both of its coins accept new orders. Cancelling is allowed in every state. */
export function refuseMarket(view: CoreView, market: SpotMarketView): Rejection | null {
  switch (market.state) {
    case 'open':
      return refuseCoins(view, market);
    case 'closed':
      return reject('coin.not.open');
    case 'maintenance':
      return reject('coin.under.maintenance');
    case 'cancel_only':
      return reject('market.cancel.only');
  }
}

/** Null if neither coin of a market is in maintenance. */
export function refuseCoins(view: CoreView, { terms }: MarketView): Rejection | null {
  return refuseCoin(view, terms.base) ?? refuseCoin(view, terms.quote);
}

function refuseCoin({ assets }: CoreView, name: string): Rejection | null {
  return assets.get(name)?.trading === 'maintenance' ? reject('coin.under.maintenance') : null;
}
