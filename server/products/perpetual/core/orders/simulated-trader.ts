import type { PositionSide } from '../../../../core/market/order';
import type { CrossLeg } from '../margin/collateral-pool';
import type { Buckets } from './order-holds';
import type { MarginBucket } from '../margin/bucket';

export interface SimulatedPosition {
  id: number;
  lots: number;
  cost: bigint;
  hold: number;
  /** Bucket of its collateral. */
  bucket: MarginBucket;
  collateral: bigint;
}

/**
 * A user's free units and positions in a market at this point of the batch. Positions are read lazily: most orders only
 * wait, and most fills change one side.
 */
export class SimulatedTrader {
  private own: { long?: SimulatedPosition | null; short?: SimulatedPosition | null } = {};

  constructor(
    readonly user: number,
    readonly leverage: number,
    readonly buckets: Buckets,
    /** Whether positions opened here belong to the account's cross positions. */
    readonly isCross: boolean,
    /** One-way mode: an order that opens one side closes the opposite side first. */
    readonly isOneWay: boolean,
    public free: bigint,
    /** Cross positions in other markets. */
    public others: readonly CrossLeg[],
    private readonly readPosition: (side: PositionSide) => SimulatedPosition | null,
  ) {}

  get long(): SimulatedPosition | null {
    return this.own.long === undefined ? (this.own.long = this.readPosition('long')) : this.own.long;
  }
  set long(position: SimulatedPosition | null) {
    this.own.long = position;
  }
  get short(): SimulatedPosition | null {
    return this.own.short === undefined ? (this.own.short = this.readPosition('short')) : this.own.short;
  }
  set short(position: SimulatedPosition | null) {
    this.own.short = position;
  }

  useAllPositions(): void {
    this.own = { long: this.long, short: this.short };
  }

  /** Returns a function that undoes all later changes. */
  savepoint(): () => void {
    const { free, others, own } = this;
    this.own = { ...own };
    return () => Object.assign(this, { free, others, own });
  }
}
