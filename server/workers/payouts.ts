/**
 * Pays approved withdrawals on chains that pay by themselves. Each step can be cut off and taken again: the start and the
 * end are commands of the core, which takes each once, and the payment is made under the withdrawal's own key, once. While an
 * account is frozen nothing of it is started or handed over; what was handed over before is followed to its end.
 */
import type { CommandPort } from '../engine/port';
import { payableOf } from '../platform/chains/chain-amounts';
import { isPaying, referenceOf, type Paid, type PayingChain } from '../platform/chains/chain-port';
import type { Chains } from '../platform/chains/chains';
import { payoutKey, type PayoutTurns } from '../platform/chains/payout-turns';
import type { ProjectionProgress } from '../platform/projection-progress';
import type { LiveViews } from '../views/live/live-views';
import { oldestWithdrawals, withdrawalById } from '../views/stored/wallet-queries';
import type { WithdrawalRow } from '../views/stored/tables';
import type { ViewsDatabase } from '../views/stored/views-database';

const PAGE = 100;
const PROJECTION_MS_MAX = 1_000;
const LIVE_MS_MAX = 1_000;
/** Blocks in which a payment must lie to be called paid. */
const CONFIRMATIONS = 1;

export interface PayoutParts {
  commands: CommandPort;
  chains: Chains;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  live: Pick<LiveViews, 'members' | 'waitFor'>;
  turns: PayoutTurns;
  /** Digits of an asset. */
  scaleOf: (asset: string) => Promise<number | undefined>;
}

export class Payouts {
  private isStopped = false;

  constructor(private readonly parts: PayoutParts) {}

  stop(): void {
    this.isStopped = true;
  }

  /** Takes every withdrawal as far as it can go now. */
  async turn(): Promise<void> {
    await this.each('approved', (row) => this.start(row));
    // What was started is paid in the same turn if the read models keep up, else in the next.
    await this.parts.progress.waitFor(this.parts.commands.figures().durablePosition, PROJECTION_MS_MAX);
    await this.each('paying', (row, port) => this.pay(row, port));
  }

  private async each(
    status: 'approved' | 'paying',
    act: (row: WithdrawalRow, port: PayingChain) => Promise<void>,
  ): Promise<void> {
    for (let after = 0; !this.isStopped;) {
      const rows = await oldestWithdrawals(this.parts.stored, status, after, PAGE);
      for (const row of rows) {
        if (this.isStopped) return;
        const port = row.chain === null ? undefined : this.parts.chains.carrying(row.chain, row.asset);
        if (port && isPaying(port)) await act(row, port);
        after = row.id;
      }
      if (rows.length < PAGE) return;
    }
  }

  /** The read models may be behind: what has been started, rejected or paid in the meantime is refused by the core. */
  private async start({ id, userId }: WithdrawalRow): Promise<void> {
    if (this.parts.live.members.standingOf(userId).frozen) return;
    if ((await this.parts.turns.taken(id)) === 'rejection') return;
    await this.parts.commands.submit({ actor: 'payouts', command: { type: 'StartPayout', withdrawal: id } });
  }

  private async pay(row: WithdrawalRow, port: PayingChain): Promise<void> {
    const { id } = row;
    const { commands } = this.parts;
    const paid = await this.handOver(row, port);
    if (!paid) return;
    const seen = await port.transaction(paid.transaction);
    if (!seen || seen.confirmations < CONFIRMATIONS) return;
    const reference = referenceOf(port.chain, paid.transaction, paid.output);
    const command = { type: 'PayWithdrawal', withdrawal: id, reference } as const;
    await commands.submit({ actor: 'payouts', command });
  }

  /**
   * What the chain was handed, now or before; null when it has not been and must not be. Whether the account is frozen is asked
   * last of all, and what is handed over then is out of reach: the chain gives nothing back.
   */
  private async handOver(row: WithdrawalRow, port: PayingChain): Promise<Paid | null> {
    const { id, asset, address, amount, userId } = row;
    const { turns, scaleOf } = this.parts;
    const scale = await scaleOf(asset);
    const units = scale === undefined ? null : payableOf(amount, scale, port.coins.get(asset) as number);
    if (address === null || units === null) return null;
    const key = payoutKey(id);
    // Its turn is not taken then: staff may reject what they froze.
    if (!(await this.mayLeave(userId))) return port.paidUnder(key);
    const isFirst = (await turns.taken(id)) === undefined;
    if ((await turns.take(id, 'payout')) === 'rejection' || !(await this.isPaying(id))) return null;
    if (await this.mayLeave(userId)) return port.pay({ key, asset, address, amount: units });
    const paid = await port.paidUnder(key);
    if (isFirst && !paid) await turns.release(id, 'payout');
    return paid;
  }

  /** By live views that know all that is durable: a freeze that was answered counts, and without an answer nothing leaves. */
  private async mayLeave(user: number): Promise<boolean> {
    const { commands, live } = this.parts;
    const isUpToDate = await live.waitFor(commands.figures().durablePosition, LIVE_MS_MAX);
    return isUpToDate && !live.members.standingOf(user).frozen;
  }

  /** By read models that know everything there is: a row that was listed may be older than a rejection. */
  private async isPaying(id: number): Promise<boolean> {
    const { progress, commands, stored } = this.parts;
    const isUpToDate = await progress.waitFor(commands.figures().durablePosition, PROJECTION_MS_MAX);
    return isUpToDate && (await withdrawalById(stored, id))?.status === 'paying';
  }
}
