/**
 * Follows one chain. Each payment to a user's address goes to the core when a block contains it and again with each further block. It is
 * retracted when its block leaves the chain. The cursor moves after the block's payments are durable in the journal. An interrupted poll is
 * repeated: the core recognises payments by reference, so duplicates count once.
 */
import type { ObserveRecharge } from '../core/commands';
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import { depositAmountOf } from '../../../platform/chains/chain-amounts';
import { compareNode } from '../../../platform/chains/chain-identities';
import { aloneUpTo, checkWithSecondNode, type SecondNodeResult } from '../../../platform/chains/second-node';
import {
  ChainMismatch,
  referenceOf,
  type BlockId,
  type ChainBlock,
  type ChainPort,
  type SeenPayment,
} from '../../../platform/chains/chain-port';
import type { ChainPaymentRow } from '../../../platform/database/wallet-tables';
import type { ChainWatcherDependencies } from './chain-watcher-parts';
import { OrphanedDeposits } from './orphaned-deposits';
import { UnreadDeposits } from './unread-deposits';

/** Number of blocks compared after a chain reorganisation. */
const BLOCKS_REMEMBERED = 200;
/** Interval of checks which network the node is on. */
const NETWORK_CHECK_MS = 3_600_000;

type PaymentState = ChainPaymentRow['state'];

export class ChainWatcher {
  private readonly owners = new Map<string, number>();
  private lastAddress = 0;
  private isStopped = false;
  /** Monotonic time at which the node was last verified to be on the same network. */
  private comparedAt: number | null = null;
  /** The highest final height, as of this poll; null if unknown. */
  private settledHeight: number | null = null;

  private readonly orphanedDeposits: OrphanedDeposits;
  private readonly unreadDeposits: UnreadDeposits;

  constructor(
    readonly port: ChainPort,
    private readonly dependencies: ChainWatcherDependencies,
  ) {
    this.orphanedDeposits = new OrphanedDeposits(port, dependencies, (kind, reference, details) =>
      this.alarm(kind, reference, details),
    );
    this.unreadDeposits = new UnreadDeposits(port, dependencies, this.orphanedDeposits);
  }

  /** Number of watched addresses. */
  get addresses(): number {
    return this.owners.size;
  }

  /** Stops a poll at its next step. */
  stop(): void {
    this.isStopped = true;
    this.unreadDeposits.stop();
  }

  /** Reads new blocks. Rejects if the chain or the engine is unavailable; then nothing is lost and the next poll continues. */
  async poll(): Promise<void> {
    await this.checkNetwork();
    const tip = await this.port.tip();
    const stored = await this.cursor();
    if (!stored) {
      // No addresses existed before, so earlier blocks contain no deposits.
      await this.saveCursor(tip, []);
      return;
    }
    // The node is behind; it has no information about higher blocks.
    if (tip.height < stored.height) return;
    // Read before the node's branch is compared: the blocks final now are on that branch.
    this.settledHeight = await this.port.settled();
    const agreed = await this.resolveFork(stored);
    await this.readBlocks(agreed, tip);
    await this.reportConfirmations();
    await this.finalize();
  }

  /**
   * Checks the network at the first poll, once an hour, and at every poll after a mismatch; on a mismatch nothing is
   * read.
   */
  private async checkNetwork(): Promise<void> {
    const now = this.dependencies.monotonic();
    if (this.comparedAt !== null && now - this.comparedAt < NETWORK_CHECK_MS) return;
    this.comparedAt = null;
    try {
      await compareNode(this.dependencies.database, this.port);
    } catch (error) {
      if (error instanceof ChainMismatch) {
        const { chain, fact, expected, found } = error;
        await this.alarm('node_mismatch', `${chain}/${fact}/${found}`, { fact, expected, found });
      }
      throw error;
    }
    this.comparedAt = now;
  }

  async cursor(): Promise<BlockId | undefined> {
    const cursors = this.dependencies.database.sql.selectFrom('chainCursors').select(['height', 'hash']);
    return cursors.where('chain', '=', this.port.chain).executeTakeFirst();
  }

  private async readBlocks(from: BlockId, tip: BlockId): Promise<void> {
    let cursor = from;
    while (cursor.height < tip.height && !this.isStopped) {
      await this.loadAddresses();
      const block = await this.port.block(cursor.height + 1, (address) => this.owners.has(address));
      // The block is gone or follows another one than the cursor: the next poll finds the fork.
      if (!block || block.parent !== cursor.hash) return;
      const rows: ChainPaymentRow[] = [];
      for (const payment of block.payments) {
        const row = await this.rowOf(payment, block);
        if (row) rows.push(row);
      }
      // Stored before the core receives them, so that they are known after a crash, even if the block is gone.
      await this.write(rows);
      await this.retractMissing(block, rows);
      const observed: ChainPaymentRow[] = [];
      for (const row of rows) observed.push(await this.observe(row, tip.height - block.height + 1, block.hash));
      cursor = { height: block.height, hash: block.hash };
      await this.saveCursor(cursor, observed);
    }
  }

  private async loadAddresses(): Promise<void> {
    for (const { id, address, userId } of await this.dependencies.addresses.after(this.port.chain, this.lastAddress)) {
      this.owners.set(address, userId);
      this.lastAddress = id;
    }
  }

  /** Null if the amount is below one unit. */
  private async rowOf(payment: SeenPayment, block: ChainBlock): Promise<ChainPaymentRow | null> {
    const { chain, coins } = this.port;
    const { transaction, output, asset, address } = payment;
    const reference = referenceOf(chain, transaction, output);
    const scale = await this.dependencies.scaleOf(asset);
    if (scale === undefined) {
      const details = { asset, address, code: 'asset.unknown', amount: payment.amount.toString() };
      await this.alarm('observation_refused', reference, details);
      return null;
    }
    const { amount, dust } = depositAmountOf(payment.amount, coins.get(asset) ?? scale, scale);
    if (amount === 0n) return null;
    return {
      reference,
      chain,
      height: block.height,
      userId: this.owners.get(address) as number,
      asset,
      address,
      amount: amount.toString(),
      dust,
      confirmations: 0,
      matures: payment.matures ?? 0,
      state: 'open',
    };
  }

  /** An interrupted poll may have read another block at this height: payments that only it contained are retracted. */
  private async retractMissing({ height }: ChainBlock, rows: readonly ChainPaymentRow[]): Promise<void> {
    const blockReferences = new Set(rows.map(({ reference }) => reference));
    const reportedRows = await this.dependencies.database.sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('height', '=', height)
      .where('state', '!=', 'left')
      .execute();
    for (const row of reportedRows) {
      if (!blockReferences.has(row.reference))
        await this.write([{ ...row, state: await this.orphanedDeposits.retract(row) }]);
    }
  }

  /** Reports the payment to the core with these confirmations, and returns the updated row. */
  private async observe(row: ChainPaymentRow, confirmations: number, block: string | null): Promise<ChainPaymentRow> {
    // New coins cannot be spent before that, and disappear with their block.
    if (confirmations < row.matures) return row;
    const { reference, userId: user, asset, chain, address, dust } = row;
    const secondResult = await checkWithSecondNode(this.port, row, block, this.dependencies.scaleOf);
    // A payment that only one of two nodes reports is never final, at any depth.
    const isFinal = row.height <= (this.settledHeight ?? -1) && (secondResult === null || secondResult.says === 'same');
    const outcome = await this.dependencies.commands.submit({
      actor: `chain/${chain}`,
      command: {
        type: 'ObserveRecharge',
        user,
        asset,
        chain,
        reference,
        address: this.dependencies.hashOf({ userId: user, chain, address }),
        amount: BigInt(row.amount),
        dust: dust ?? undefined,
        confirmations:
          secondResult?.says === 'same' ? Math.min(confirmations, secondResult.confirmations) : confirmations,
        provisional: isFinal ? 0 : 1,
        aloneUpTo: aloneUpTo(secondResult, this.dependencies.agreeAbove),
        ...(secondResult?.says === 'same' ? {} : this.singleNodeLimits),
      },
    });
    if (!('rejected' in outcome)) return { ...row, confirmations };
    if (outcome.rejected === 'recharge.unwitnessed') {
      await this.alarmSingleNode(row, secondResult);
      return { ...row, confirmations };
    }
    if (outcome.rejected !== 'recharge.unchanged') {
      // May be accepted later: the coin may get terms, or the member may be registered.
      await this.alarm('observation_refused', reference, {
        asset,
        address,
        code: outcome.rejected,
        amount: row.amount,
      });
      return { ...row, confirmations };
    }
    return { ...row, confirmations, state: await this.stateOf(row) };
  }

  /** Maximum values on one node's report. */
  private get singleNodeLimits(): Pick<ObserveRecharge, 'aloneAllUpTo' | 'aloneCoinUpTo'> {
    const { oneNode } = this.dependencies;
    return oneNode === null ? {} : { aloneCoinUpTo: oneNode.coinMax, aloneAllUpTo: oneNode.max };
  }

  /** Has enough confirmations, but lacks a second node's report. */
  private async alarmSingleNode(
    { reference, asset, amount, userId, address }: ChainPaymentRow,
    secondResult: SecondNodeResult | null,
  ) {
    const details = { asset, amount, user: String(userId), address };
    if (secondResult?.says === 'other')
      await this.alarm('nodes_disagree', reference, { ...details, shown: secondResult.shown });
    else await this.alarm('second_node_missing', reference, details);
  }

  /** Releases credited payments for withdrawal once their network can no longer revert them. */
  private async finalize(): Promise<void> {
    const { settledHeight } = this;
    if (settledHeight === null) return;
    const { sql } = this.dependencies.database;
    const rows = await sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('state', '=', 'credited')
      .where('height', '<=', settledHeight)
      .orderBy('height')
      .execute();
    for (const row of rows) {
      if (this.isStopped) return;
      // It may have been credited on one node's report.
      const secondResult = await checkWithSecondNode(
        this.port,
        row,
        await this.port.hashAt(row.height),
        this.dependencies.scaleOf,
      );
      if (secondResult?.says === 'other') await this.alarmSingleNode(row, secondResult);
      if (secondResult !== null && secondResult.says !== 'same') continue;
      const command = { type: 'FinalizeRecharge', reference: row.reference } as const;
      // Rejected if it is already final, or reverted and left to staff.
      await this.dependencies.commands.submit({ actor: `chain/${this.port.chain}`, command });
      await this.write([{ ...row, state: 'ended' }]);
    }
    await this.loadAddresses();
    await this.unreadDeposits.checkAll(settledHeight, (address) => this.owners.get(address));
  }

  /** Reports the confirmations of every open payment. */
  private async reportConfirmations(): Promise<void> {
    const cursor = await this.cursor();
    const { sql } = this.dependencies.database;
    const rows = await sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('state', '=', 'open')
      .orderBy('height')
      .execute();
    for (const row of rows) {
      const confirmations = (cursor?.height ?? 0) - row.height + 1;
      if (this.isStopped) return;
      if (confirmations === row.confirmations || confirmations < 1) continue;
      await this.write([await this.observe(row, confirmations, await this.port.hashAt(row.height))]);
    }
  }

  /** Returns the newest read block that the chain still has; payments above it are retracted. */
  private async resolveFork(cursor: BlockId): Promise<BlockId> {
    if ((await this.port.hashAt(cursor.height)) === cursor.hash) return cursor;
    // Another branch or another network: this is checked before any retraction.
    this.comparedAt = null;
    await this.checkNetwork();
    const fork = await this.forkBelow(cursor);
    const orphanedRows = await this.dependencies.database.sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('state', '!=', 'left')
      .where('height', '>', fork.height)
      .orderBy('height')
      .execute();
    for (const row of orphanedRows) await this.write([{ ...row, state: await this.orphanedDeposits.retract(row) }]);
    await this.saveCursor(fork, []);
    return fork;
  }

  private async forkBelow(cursor: BlockId): Promise<BlockId> {
    const { chain } = this.port;
    const remembered = await this.dependencies.database.sql
      .selectFrom('chainBlocks')
      .select(['height', 'hash'])
      .where('chain', '=', chain)
      .where('height', '<', cursor.height)
      .orderBy('height', 'desc')
      .execute();
    for (const block of remembered) if ((await this.port.hashAt(block.height)) === block.hash) return block;
    // The depth of the reorganisation is unknown: reads the same number of blocks again, without double counting.
    const lowestHeight = Math.max(0, (remembered.at(-1) ?? cursor).height - BLOCKS_REMEMBERED);
    const details = { from: String(cursor.height), to: String(lowestHeight) };
    await this.alarm('reorganised_too_deep', `${chain}/${cursor.height}/${cursor.hash}`, details);
    return { height: lowestHeight, hash: (await this.port.hashAt(lowestHeight)) ?? '' };
  }

  private async stateOf(row: ChainPaymentRow): Promise<PaymentState> {
    const recharge = await this.orphanedDeposits.storedRecharge(row);
    if (recharge?.finality === 'pending') {
      const { asset } = recharge;
      const amount = recharge.amount.toString();
      if (amount === row.amount && asset === row.asset) return 'credited';
      // In this block, its payment differs from the credited one.
      await this.orphanedDeposits.revertCredit({ ...row, asset, amount }, true);
      return 'ended';
    }
    return recharge && recharge.status !== 'recharging' && recharge.reason !== 'recharge.retracted' ? 'ended' : 'open';
  }

  private async alarm(kind: ChainAlarm['kind'], reference: string, details: Record<string, string>): Promise<void> {
    const isNew = await this.dependencies.alarms.raise({ chain: this.port.chain, kind, reference, facts: details });
    if (isNew) this.dependencies.onAlarm(kind);
  }

  private async write(rows: readonly ChainPaymentRow[]): Promise<void> {
    if (rows.length > 0) await this.saveCursor(null, rows);
  }

  /** Writes rows and cursor in one transaction. Deletes blocks above the new cursor, and those far below. */
  private async saveCursor(cursor: BlockId | null, rows: readonly ChainPaymentRow[]): Promise<void> {
    const { chain } = this.port;
    await this.dependencies.database.sql.transaction().execute(async (transaction) => {
      for (const { reference, ...rest } of rows) {
        await transaction
          .insertInto('chainPayments')
          .values({ reference, ...rest })
          .onConflict((conflict) => conflict.column('reference').doUpdateSet(rest))
          .execute();
      }
      if (!cursor) return;
      await transaction
        .insertInto('chainCursors')
        .values({ chain, ...cursor })
        .onConflict((conflict) => conflict.column('chain').doUpdateSet(cursor))
        .execute();
      await transaction
        .deleteFrom('chainBlocks')
        .where('chain', '=', chain)
        .where((block) =>
          block.or([block('height', '>=', cursor.height), block('height', '<', cursor.height - BLOCKS_REMEMBERED)]),
        )
        .execute();
      await transaction
        .insertInto('chainBlocks')
        .values({ chain, ...cursor })
        .execute();
    });
  }
}
