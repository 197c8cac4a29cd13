/** Position mode of a user in a market: long and short side by side, or one-way. */
import type { Decision } from '../../../../core/decision';
import { reject } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import type { SetPositionMode } from '../commands';
import { ordersIn } from './open-orders';
import { perpetualMarket } from '../terms/listing';

/** Rejects a change while positions or orders exist: they were placed and checked under the present mode. */
export function decideSetPositionMode(view: CoreView, { user, market, mode }: SetPositionMode): Decision {
  if (!view.members.has(user)) return reject('account.unknown');
  if (!perpetualMarket(view, market)) return reject('market.unknown');
  if (view.perpetual.contracts.get(market)?.ending?.price) return reject('coin.not.open');
  const holding = view.perpetual.holdings.get(user)?.get(market);
  if ((holding?.isOneWay ?? false) === (mode === 'one_way')) return reject('position.mode.unchanged');
  const isUsed = holding?.long || holding?.short || ordersIn(view, user, market).length > 0;
  return isUsed ? reject('position.mode.in.use') : [{ type: 'PositionModeSet', user, market, mode }];
}
