/** A trade of a perpetual from the view of each side. */
import type { EventOf } from '../../../core/event';
import type { OrderSide, PositionSide } from '../../../core/market/order';
import type { PositionCloseMode } from '../../../../shared/products/perpetual/records';

export interface TradeSide {
  role: 'maker' | 'taker';
  order: number;
  user: number;
  /** Id of the position. */
  contract: number;
  side: OrderSide;
  positionSide: PositionSide;
  closes: boolean;
  /** Cost released by the lots of a closing side, and their profit: both 0 for an opening side. */
  released: bigint;
  profit: bigint;
  fee: bigint;
  /** Close mode, if the event states it. */
  mode: PositionCloseMode | undefined;
}

type Traded = EventOf<'PerpetualTraded'>;

export function tradeSides(event: Traded): readonly TradeSide[] {
  return [sideOf(event, 'maker'), sideOf(event, 'taker')];
}

/** Reads only the fields that identify rows. */
export function forBothSides(
  { maker, makerOrder, makerPosition, makerReleased, taker, takerOrder, takerPosition, takerReleased }: Traded,
  each: (side: Pick<TradeSide, 'order' | 'user' | 'contract' | 'closes'>) => void,
): void {
  each({ order: makerOrder, user: maker, contract: makerPosition, closes: makerReleased !== undefined });
  each({ order: takerOrder, user: taker, contract: takerPosition, closes: takerReleased !== undefined });
}

function sideOf(event: Traded, role: TradeSide['role']): TradeSide {
  const isTaker = role === 'taker';
  const { takerSide, notional } = event;
  const side: OrderSide = isTaker ? takerSide : takerSide === 'buy' ? 'sell' : 'buy';
  const released = isTaker ? event.takerReleased : event.makerReleased;
  const closes = released !== undefined;
  const positionSide: PositionSide = (side === 'buy') === closes ? 'short' : 'long';
  return {
    role,
    order: isTaker ? event.takerOrder : event.makerOrder,
    user: isTaker ? event.taker : event.maker,
    contract: isTaker ? event.takerPosition : event.makerPosition,
    side,
    positionSide,
    closes,
    released: released ?? 0n,
    profit: released === undefined ? 0n : profitOf(positionSide, notional, released),
    fee: isTaker ? event.takerFee : event.makerFee,
    mode: isTaker ? event.takerMode : undefined,
  };
}

/** Profit of lots with this `value`, whose cost was `released`. */
export function profitOf(side: PositionSide, value: bigint, released: bigint): bigint {
  return side === 'long' ? value - released : released - value;
}
