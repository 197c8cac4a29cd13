/** Whether a user's long and short positions in a market stand side by side, or one position is all there is. */
import type { Decision } from '../../../../core/decision';
import { reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { SetPositionMode } from '../commands';
import { ordersIn } from './holding';
import { perpetualMarket } from '../terms/listing';

/** What there is was ordered and judged by the mode of then. */
export function decideSetPositionMode(view: CoreView, { user, market, mode }: SetPositionMode): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  if (view.perpetual.contracts.get(market)?.ending?.price) return reject('coin.not.open');
  const holding = view.perpetual.holdings.get(user)?.get(market);
  if ((holding?.isOneWay ?? false) === (mode === 'one_way')) return reject('position.mode.unchanged');
  const isUsed = holding?.long || holding?.short || ordersIn(view, user, market).length > 0;
  return isUsed ? reject('position.mode.in.use') : [{ type: 'PositionModeSet', user, market, mode }];
}
