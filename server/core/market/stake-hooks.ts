/** Orders paid from a stake: the evolvers of orders notify the product that owns the stake. */
import type { CoreState } from '../state';
import type { Market } from './market';
import type { Order, OrderSide, OrderStake } from './order';

export interface StakeHooks {
  /** Source and destination of the money that an order trades; null for orders without a stake. */
  stakeOf(
    this: void,
    state: CoreState,
    placement: { readonly robot?: number; readonly step?: number },
  ): OrderStake | null;
  placed(this: void, state: CoreState, order: number, stake: OrderStake): void;
  /** Quantity in lots, amount in quote units. */
  filled(
    this: void,
    state: CoreState,
    market: Market,
    stake: OrderStake,
    side: OrderSide,
    fill: { readonly quantity: number; readonly notional: bigint },
    fee: bigint,
  ): void;
  /** The order is no longer open. */
  closed(this: void, state: CoreState, order: Order, stake: OrderStake): void;
}
