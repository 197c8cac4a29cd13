/** Orders of a robot: their holds are split from its stake. */
import { feeRuleAt } from '../../../core/fees/charge';
import {
  DEFAULT_SELF_TRADE,
  type OrderSide,
  type OrderStake,
  type OrderTerms,
  type Disposition,
} from '../../../core/market/order';
import type { SpotMarketView } from '../../../core/market/listing';
import { holdEntry } from '../../spot/core/cancel';
import type { OrderPlaced } from '../../spot/core/events';
import { heldAsset } from '../../spot/core/place';
import type { CoreView } from '../../../core/state';
import type { Robot } from './state';

type StakeOwner = Readonly<Pick<Robot, 'id' | 'user' | 'baseHold' | 'quoteHold'>>;

export interface RobotOrder extends Pick<OrderTerms, 'kind' | 'timeInForce'> {
  step: number;
  side: OrderSide;
  price?: number;
  quantity: number;
}

export function stakeOfStep({ id, baseHold, quoteHold }: StakeOwner, step: number): OrderStake {
  return { robot: id, step, baseHold, quoteHold };
}

export function robotOrderPlaced(
  view: CoreView,
  market: SpotMarketView,
  robot: StakeOwner,
  { step, side, kind, timeInForce, price, quantity }: RobotOrder,
  disposition: Disposition,
  heldAmount: bigint,
  at: number,
  { order, hold }: Pick<CoreView['counters'], 'order' | 'hold'> = view.counters,
): OrderPlaced {
  const { id, user } = robot;
  const asset = heldAsset(market, side);
  return {
    ...{ type: 'OrderPlaced', order, user, market: market.terms.market, side, kind, timeInForce },
    ...{ ...DEFAULT_SELF_TRADE, price, quantity, robot: id, step, rule: feeRuleAt(market, at), disposition },
    entries: [holdEntry(view.ledger, side, user, asset, heldAmount, hold, stakeOfStep(robot, step))],
  };
}
