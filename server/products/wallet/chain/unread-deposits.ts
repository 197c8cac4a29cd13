/**
 * Provisional credits without a stored payment: the relational store was lost, or the transaction moved to a block that was gone before it
 * was read. The network is queried for each by its transaction.
 */
import { ChainUnavailable, type ChainPort } from '../../../platform/chains/chain-port';
import type { ChainWatcherDependencies } from './chain-watcher-parts';
import type { Deposit, OrphanedDeposits } from './orphaned-deposits';

type UnreadDepositDependencies = Pick<ChainWatcherDependencies, 'commands' | 'database' | 'provisionalOn'>;

export class UnreadDeposits {
  /** By reference: height of the chain when the payment was first missing. */
  private readonly missing = new Map<string, number>();
  private isStopped = false;

  constructor(
    private readonly port: Pick<ChainPort, 'chain' | 'tip'>,
    private readonly dependencies: UnreadDepositDependencies,
    private readonly orphanedDeposits: OrphanedDeposits,
  ) {}

  /** Stops at the next credit. */
  stop(): void {
    this.isStopped = true;
  }

  /** `settled`: the highest final height; `ownerOf`: the user of an address. */
  async checkAll(settled: number, ownerOf: (address: string) => number | undefined): Promise<void> {
    const unread = await this.unread();
    const names = new Set(unread.map(({ reference }) => reference));
    for (const reference of this.missing.keys()) if (!names.has(reference)) this.missing.delete(reference);
    let firstError: ChainUnavailable | null = null;
    for (const deposit of unread) {
      if (this.isStopped) break;
      try {
        await this.checkDeposit(deposit, settled, ownerOf);
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        // A disagreement between nodes does not delay the other credits.
        firstError ??= error;
      }
    }
    if (firstError) throw firstError;
  }

  private async unread(): Promise<Deposit[]> {
    const { chain } = this.port;
    const credits = this.dependencies.provisionalOn(chain);
    if (credits.length === 0) return [];
    const rows = await this.dependencies.database.sql
      .selectFrom('chainPayments')
      .select(['reference', 'userId', 'asset', 'amount'])
      .where('chain', '=', chain)
      .where('state', 'in', ['open', 'credited'])
      .execute();
    const read = new Map(rows.map((row) => [row.reference, row]));
    return credits
      .map(({ reference, user, asset, amount }) => ({ reference, userId: user, asset, amount: amount.toString() }))
      .filter(({ reference, userId, asset, amount }) => {
        const row = read.get(reference);
        return row?.userId !== userId || row.asset !== asset || row.amount !== amount;
      });
  }

  private async checkDeposit(deposit: Deposit, settled: number, ownerOf: (address: string) => number | undefined) {
    const { reference, userId } = deposit;
    // It may have become final since it was listed.
    if ((await this.orphanedDeposits.storedRecharge(deposit))?.finality !== 'pending') return;
    const confirmations = await this.orphanedDeposits.confirmationsOf(
      deposit,
      (address) => ownerOf(address) === userId,
    );
    // Read afterwards: a block in between increases its height, never decreases it.
    const { height } = await this.port.tip();
    if (confirmations > 0) {
      this.missing.delete(reference);
      if (height - confirmations + 1 > settled) return;
      const command = { type: 'FinalizeRecharge', reference } as const;
      await this.dependencies.commands.submit({ actor: `chain/${this.port.chain}`, command });
      return;
    }
    // The node may still be catching up, so the credit stays for now: it is gone when the chain has finalized without it.
    const since = this.missing.get(reference) ?? height;
    this.missing.set(reference, since);
    if (settled >= since) await this.orphanedDeposits.revertCredit(deposit, true);
  }
}
