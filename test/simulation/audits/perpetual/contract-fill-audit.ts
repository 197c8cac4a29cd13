/** Contract fills and settled profits: each side gets its profit less its fee, and nothing else. Uses events only. */
import type { Batch, EventOf } from '../../../../server/core/event';
import { add, type AuditedPosition, type Deltas } from '../audited';
import { feeAt, type AuditedContract, type AuditedOrder } from './audited-contract';

interface Surroundings {
  fail(what: string): never;
  /** The user's fee level for contract fills. */
  levelAt(user: number, at: number): number;
  contract(name: string): AuditedContract;
  order(id: number): AuditedOrder;
  position(id: number): AuditedPosition;
  /** Whether the user's orders may close the opposite position. */
  mayTurn(user: number, market: string): boolean;
  /** The part of a liquidation's result that goes to the fund. */
  surplusOf(event: EventOf<'PerpetualTraded'>, batch: Batch, profit: bigint): bigint;
}

export class ContractFillAudit {
  constructor(private readonly around: Surroundings) {}

  /** Profit at the worse of mark and index, exactly. */
  expectProfit({ position: id, market, price, profit }: EventOf<'ProfitSettled'>, due: Deltas): void {
    const { user, side, lots, cost } = this.around.position(id);
    const { mark, index, unit } = this.around.contract(market);
    const value = BigInt(price) * BigInt(lots) * unit;
    const worse = side === 'long' ? Math.min(mark, index) : Math.max(mark, index);
    this.check(price === worse, `settles at ${price}, not at ${worse}`);
    this.check(profit > 0n && profit === (side === 'long' ? value - cost : cost - value), `settles ${profit}`);
    add(due, `${user}`, profit);
    add(due, `house/clearing:${market}`, -profit);
  }

  expectTrade(event: EventOf<'PerpetualTraded'>, due: Deltas, batch: Batch): void {
    const { listed, unit, ending } = this.around.contract(event.market);
    const isNearEnd = ending !== null && batch.at >= ending.endsAt - 1_800_000;
    const opens = event.makerReleased === undefined || event.takerReleased === undefined;
    this.check(!isNearEnd || !opens, 'opens in the last half hour');
    const value = BigInt(event.price) * BigInt(event.quantity) * unit;
    this.check(event.notional === value, `names ${event.notional} for what changed hands`);
    const sides = [
      [event.makerOrder, event.makerPosition, event.makerReleased, event.makerFee, listed.makerFeesPpb] as const,
      [event.takerOrder, event.takerPosition, event.takerReleased, event.takerFee, listed.takerFeesPpb] as const,
    ];
    for (const [id, positionId, released, fee, rates] of sides) {
      const { placed } = this.around.order(id);
      const user = `${placed.user}`;
      // The member's current rate, capped by the rate at placing; the taker rate of level 0 caps every taker fee.
      const level = Math.max(placed.level, this.around.levelAt(placed.user, batch.at));
      const [owed, highest] = [feeAt(value, rates, level), feeAt(value, listed.takerFeesPpb, 0)];
      // A liquidation may waive part of the fee.
      const isWaived = id === event.takerOrder && event.takerMode === 'liquidation';
      this.check(isWaived ? fee >= 0n && fee <= owed : fee === owed, `charges ${fee}, not ${owed}`);
      this.check(fee <= feeAt(value, rates, placed.level), `charges ${fee}, more than at placing`);
      this.check(id !== event.takerOrder || fee <= highest, `charges ${fee}, more than ${highest}`);
      add(due, user, -fee);
      add(due, 'house/fees', fee);
      const isClosing = placed.closes === 1;
      const mayTurn = this.around.mayTurn(placed.user, placed.market);
      this.check((released !== undefined) === isClosing || mayTurn, 'releases what it does not close');
      if (released === undefined) continue;
      const position = this.around.position(positionId);
      const share = position.cost * BigInt(event.quantity);
      const exact = share % BigInt(position.lots) === 0n ? 0n : 1n;
      const whole = share / BigInt(position.lots) + (position.side === 'long' ? exact : 0n);
      this.check(released === whole, `releases ${released}, not ${whole}`);
      const profit = position.side === 'long' ? value - released : released - value;
      add(due, user, profit);
      add(due, `house/clearing:${event.market}`, -profit);
      const isLiquidated = event.takerMode === 'liquidation';
      if (id !== event.takerOrder) continue;
      this.check(isLiquidated === (placed.liquidation !== undefined), 'is or is not of a liquidation');
      if (!isLiquidated) continue;
      const surplus = this.around.surplusOf(event, batch, profit);
      add(due, user, -surplus);
      add(due, 'house/insurance', surplus);
    }
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
