import type { PositionSide } from '../../../../core/market/order';
import type { Leg } from '../margin/equity';
import type { Buckets } from './order-holds';
import type { MarginBucket } from '../margin/bucket';

export interface Standing {
  id: number;
  lots: number;
  cost: bigint;
  hold: number;
  /** Where its collateral lies. */
  bucket: MarginBucket;
  collateral: bigint;
}

/**
 * Units that a user can spend, and their positions in a market, as far as a batch has come. A position is looked at when somebody asks for
 * it: most orders only wait, and most fills move one side.
 */
export class Trader {
  private own: { long?: Standing | null; short?: Standing | null } = {};

  constructor(
    readonly user: number,
    readonly leverage: number,
    readonly buckets: Buckets,
    /** Whether what is opened here stands with the account's cross positions. */
    readonly isCross: boolean,
    /** One position at a time: what opens one side closes the other one first. */
    readonly isOneWay: boolean,
    public free: bigint,
    /** Cross positions elsewhere. */
    public others: readonly Leg[],
    private readonly look: (side: PositionSide) => Standing | null,
  ) {}

  get long(): Standing | null {
    return this.own.long === undefined ? (this.own.long = this.look('long')) : this.own.long;
  }
  set long(standing: Standing | null) {
    this.own.long = standing;
  }
  get short(): Standing | null {
    return this.own.short === undefined ? (this.own.short = this.look('short')) : this.own.short;
  }
  set short(standing: Standing | null) {
    this.own.short = standing;
  }

  lookAtAll(): void {
    this.own = { long: this.long, short: this.short };
  }

  /** Takes back what is done to it from now on. */
  restoring(): () => void {
    const { free, others, own } = this;
    this.own = { ...own };
    return () => Object.assign(this, { free, others, own });
  }
}
