/** Orders of a robot: what each holds is split from its stake. */
import { feeRuleAt } from '../fees/charge';
import { YIELDING, type OrderSide, type OrderStake, type OrderTerms, type Disposition } from '../market/order';
import type { SpotMarketView } from '../market/listing';
import { holdEntry } from '../spot/cancel';
import type { OrderPlaced } from '../spot/events';
import { heldAsset } from '../spot/place';
import type { CoreView } from '../state';
import type { Robot } from './state';

type Owner = Readonly<Pick<Robot, 'id' | 'user' | 'baseHold' | 'quoteHold'>>;

export interface RobotOrder extends Pick<OrderTerms, 'kind' | 'timeInForce'> {
  step: number;
  side: OrderSide;
  price?: number;
  quantity: number;
}

export function stakeOfStep({ id, baseHold, quoteHold }: Owner, step: number): OrderStake {
  return { robot: id, step, baseHold, quoteHold };
}

export function placedByRobot(
  view: CoreView,
  market: SpotMarketView,
  robot: Owner,
  { step, side, kind, timeInForce, price, quantity }: RobotOrder,
  disposition: Disposition,
  held: bigint,
  at: number,
  { order, hold }: Pick<CoreView['counters'], 'order' | 'hold'> = view.counters,
): OrderPlaced {
  const { id, user } = robot;
  const asset = heldAsset(market, side);
  return {
    ...{ type: 'OrderPlaced', order, user, market: market.terms.market, side, kind, timeInForce },
    ...{ ...YIELDING, price, quantity, robot: id, step, rule: feeRuleAt(market, at), disposition },
    entries: [holdEntry(view.ledger, side, user, asset, held, hold, stakeOfStep(robot, step))],
  };
}
