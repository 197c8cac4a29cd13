/** Margin mode of a user's positions in a market: isolated, or shared with all cross positions of the account. */
import type { Decision } from '../../../../core/decision';
import { reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { SetMarginMode } from '../commands';
import { ordersIn } from '../orders/open-orders';
import { perpetualMarket } from '../terms/listing';

/** Rejects a change while positions or orders exist: they were checked under the current mode. */
export function decideSetMarginMode(view: CoreView, { user, market, mode }: SetMarginMode): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  if (view.perpetual.contracts.get(market)?.ending?.price) return reject('coin.not.open');
  const holding = view.perpetual.holdings.get(user)?.get(market);
  if ((holding?.mode ?? 'isolated') === mode) return reject('margin.mode.unchanged');
  const isUsed = holding?.long || holding?.short || ordersIn(view, user, market).length > 0;
  return isUsed ? reject('margin.mode.in.use') : [{ type: 'MarginModeSet', user, market, mode }];
}
