/**
 * Credits that are not final and that no payment stands for which was read: what was read went with the relational store, or the
 * transaction went to a block that was gone before it was read. The network is asked for each by its transaction.
 */
import { ChainUnavailable, type ChainPort } from '../../../platform/chains/chain-port';
import type { ChainWatcherParts } from './chain-watcher-parts';
import type { Deposit, LeftDeposits } from './left-deposits';

type UnreadParts = Pick<ChainWatcherParts, 'commands' | 'database' | 'provisionalOn'>;

export class UnreadCredits {
  /** By reference: the height of the chain when it was first seen not to show it. */
  private readonly missing = new Map<string, number>();
  private isStopped = false;

  constructor(
    private readonly port: Pick<ChainPort, 'chain' | 'tip'>,
    private readonly parts: UnreadParts,
    private readonly left: LeftDeposits,
  ) {}

  /** Ends at the next credit. */
  stop(): void {
    this.isStopped = true;
  }

  /** `settled`: up to where the network takes nothing back; `ownerOf`: whose address it is. */
  async settle(settled: number, ownerOf: (address: string) => number | undefined): Promise<void> {
    const unread = await this.unread();
    const names = new Set(unread.map(({ reference }) => reference));
    for (const reference of this.missing.keys()) if (!names.has(reference)) this.missing.delete(reference);
    let fault: ChainUnavailable | null = null;
    for (const deposit of unread) {
      if (this.isStopped) break;
      try {
        await this.judge(deposit, settled, ownerOf);
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        // What nodes do not agree about holds up none of the others.
        fault ??= error;
      }
    }
    if (fault) throw fault;
  }

  private async unread(): Promise<Deposit[]> {
    const { chain } = this.port;
    const credits = this.parts.provisionalOn(chain);
    if (credits.length === 0) return [];
    const rows = await this.parts.database.sql
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

  private async judge(deposit: Deposit, settled: number, ownerOf: (address: string) => number | undefined) {
    const { reference, userId } = deposit;
    // Since it was listed it may have become final.
    if ((await this.left.known(deposit))?.finality !== 'pending') return;
    const confirmations = await this.left.depthOf(deposit, (address) => ownerOf(address) === userId);
    // Asked afterwards: a block that came in between makes its own look higher, never lower.
    const { height } = await this.port.tip();
    if (confirmations > 0) {
      this.missing.delete(reference);
      if (height - confirmations + 1 > settled) return;
      const command = { type: 'FinalizeRecharge', reference } as const;
      await this.parts.commands.submit({ actor: `chain/${this.port.chain}`, command });
      return;
    }
    // A node that reads on may not have come so far, and meanwhile it stays here: it is gone when the chain has settled without it.
    const since = this.missing.get(reference) ?? height;
    this.missing.set(reference, since);
    if (settled >= since) await this.left.takeBack(deposit, true);
  }
}
