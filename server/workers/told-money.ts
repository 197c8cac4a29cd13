/**
 * What events name without saying what it is worth: the money of a withdrawal, a recharge or a hold. Remembered from the
 * events that went before, so that nothing of it waits for read models; those are asked for what is older than this process
 * and had ended when it began.
 */
import { decimalOf } from '../../shared/rules/units';
import type { Batch, CoreEvent, EventOf } from '../core/event';
import type { CoreState } from '../core/state';

export interface Money {
  asset: string;
  amount: string;
}

interface Units {
  asset: string;
  amount: bigint;
}

/** Of a withdrawal or a recharge, whatever became of it: neither ever changes. */
export interface OlderMoney {
  withdrawal: (id: number) => Promise<Units | undefined>;
  recharge: (id: number) => Promise<Units | undefined>;
}

export class ToldMoney {
  private readonly scales = new Map<string, number>();
  private readonly withdrawals = new Map<number, Units>();
  private readonly recharges = new Map<number, Units>();

  constructor(
    { assets, wallet: { withdrawals, recharges } }: Pick<CoreState, 'assets' | 'wallet'>,
    private readonly older: OlderMoney,
  ) {
    for (const { asset, scale } of assets.values()) this.scales.set(asset, scale);
    for (const { id, asset, amount } of withdrawals.values()) this.withdrawals.set(id, { asset, amount });
    for (const { id, asset, amount } of recharges.values()) this.recharges.set(id, { asset, amount });
  }

  /** Before anything is told of the batch. */
  learn({ events }: Batch): void {
    for (const event of events) {
      if (event.type === 'AssetListed') this.scales.set(event.asset, event.scale);
      if (event.type === 'WithdrawalApplied') this.withdrawals.set(event.withdrawal, unitsOf(event));
      if (event.type === 'RechargeSeen') this.recharges.set(event.recharge, unitsOf(event));
    }
  }

  /** When all is told of the batch: what has ended is named no more. */
  forget({ events }: Batch): void {
    for (const event of events) {
      if (ENDS_WITHDRAWAL.has(event.type)) this.withdrawals.delete((event as EventOf<'WithdrawalPaid'>).withdrawal);
      if (ENDS_RECHARGE.has(event.type)) this.recharges.delete((event as EventOf<'RechargeFailed'>).recharge);
    }
  }

  of({ asset, amount }: Units): Money {
    const scale = this.scales.get(asset);
    if (scale === undefined) throw new Error(`asset ${asset} is not listed`);
    return { asset, amount: decimalOf(amount, scale) };
  }

  async ofWithdrawal(id: number): Promise<Money> {
    const units = this.withdrawals.get(id) ?? (await this.older.withdrawal(id));
    if (!units) throw new Error(`withdrawal ${id} is not in the read models`);
    return this.of(units);
  }

  async ofRecharge(id: number): Promise<Money> {
    const units = this.recharges.get(id) ?? (await this.older.recharge(id));
    if (!units) throw new Error(`recharge ${id} is not in the read models`);
    return this.of(units);
  }
}

export const ENDS_WITHDRAWAL: ReadonlySet<CoreEvent['type']> = new Set([
  'WithdrawalPaid',
  'WithdrawalRejected',
  'WithdrawalCancelled',
]);
const ENDS_RECHARGE: ReadonlySet<CoreEvent['type']> = new Set(['RechargeFailed', 'RechargeCredited']);

function unitsOf({ asset, amount }: Units): Units {
  return { asset, amount };
}
