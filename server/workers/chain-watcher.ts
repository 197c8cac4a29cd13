/**
 * Follows one chain: each payment to a user's address is handed to the core when a block shows it, again with each block
 * that lies on it, and taken back when its block left the chain. The cursor moves when what a block brought is durable in
 * the journal. A look that was cut off anywhere is simply taken again: the core knows each payment by its reference, so what
 * is handed over twice counts once.
 */
import type { CommandPort } from '../engine/port';
import type { ChainAlarm } from '../../shared/wire/chains';
import type { ChainAlarms } from '../platform/chains/chain-alarms';
import { arrivedOf } from '../platform/chains/chain-amounts';
import { compareNode } from '../platform/chains/chain-identities';
import {
  ChainMismatch,
  referenceOf,
  type BlockId,
  type ChainBlock,
  type ChainPort,
  type SeenPayment,
} from '../platform/chains/chain-port';
import type { DepositAddresses } from '../platform/chains/deposit-addresses';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { ChainPaymentRow } from '../platform/database/wallet-tables';
import type { ProjectionProgress } from '../platform/projection-progress';
import { rechargeByReference } from '../views/stored/wallet-queries';
import type { ViewsDatabase } from '../views/stored/views-database';

/** How far back a chain that was rewritten is compared with what was read. */
const BLOCKS_REMEMBERED = 200;
const PROJECTION_MS_MAX = 2_000;
/** Between two times that its node is asked which network it is on. */
const COMPARED_MS = 3_600_000;

export interface ChainWatcherParts {
  commands: CommandPort;
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  addresses: DepositAddresses;
  alarms: ChainAlarms;
  /** Digits of an asset; undefined while it is not listed. */
  scaleOf: (asset: string) => Promise<number | undefined>;
  /** Units of an asset that a user can spend of the spot account. */
  availableOf: (user: number, asset: string) => bigint;
  onAlarm: (kind: ChainAlarm['kind']) => void;
  /** Milliseconds that never run backwards. */
  monotonic: () => number;
}

type PaymentState = ChainPaymentRow['state'];

export class ChainWatcher {
  private readonly owners = new Map<string, number>();
  private lastAddress = 0;
  private isStopped = false;
  /** When the node was last seen to be on the network that it was on before, by the monotonic clock. */
  private comparedAt: number | null = null;

  constructor(
    readonly port: ChainPort,
    private readonly parts: ChainWatcherParts,
  ) {}

  /** Addresses that are watched. */
  get addresses(): number {
    return this.owners.size;
  }

  /** Ends a look at its next step. */
  stop(): void {
    this.isStopped = true;
  }

  /** Reads what is new. Rejects with ChainUnavailable or EngineUnavailable; then nothing is lost and the next look goes on. */
  async look(): Promise<void> {
    await this.compare();
    const tip = await this.port.tip();
    const stored = await this.cursor();
    if (!stored) {
      // Nobody had an address before: there is nothing to find below.
      await this.moveTo(tip, []);
      return;
    }
    // A node that is behind says nothing of what is above its tip.
    if (tip.height < stored.height) return;
    const agreed = await this.agree(stored);
    await this.readOn(agreed, tip);
    await this.confirm();
  }

  /** At the first look, once an hour, and at every look while it is another one: nothing of that is believed. */
  private async compare(): Promise<void> {
    const now = this.parts.monotonic();
    if (this.comparedAt !== null && now - this.comparedAt < COMPARED_MS) return;
    this.comparedAt = null;
    try {
      await compareNode(this.parts.database, this.port);
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
    const cursors = this.parts.database.sql.selectFrom('chainCursors').select(['height', 'hash']);
    return cursors.where('chain', '=', this.port.chain).executeTakeFirst();
  }

  private async readOn(from: BlockId, tip: BlockId): Promise<void> {
    let cursor = from;
    while (cursor.height < tip.height && !this.isStopped) {
      await this.learnAddresses();
      const block = await this.port.block(cursor.height + 1, (address) => this.owners.has(address));
      // Gone, or standing on another block than the one that was read: the next look finds where they part.
      if (!block || block.parent !== cursor.hash) return;
      const rows: ChainPaymentRow[] = [];
      for (const payment of block.payments) {
        const row = await this.rowOf(payment, block);
        if (row) rows.push(row);
      }
      // Before the core hears of them: what it was told before a crash is known afterwards, even if the block is gone by then.
      await this.write(rows);
      await this.leaveOthers(block, rows);
      const observed: ChainPaymentRow[] = [];
      for (const row of rows) observed.push(await this.observe(row, tip.height - block.height + 1));
      cursor = { height: block.height, hash: block.hash };
      await this.moveTo(cursor, observed);
    }
  }

  private async learnAddresses(): Promise<void> {
    for (const { id, address, userId } of await this.parts.addresses.after(this.port.chain, this.lastAddress)) {
      this.owners.set(address, userId);
      this.lastAddress = id;
    }
  }

  /** Null for what is too little to be counted at all. */
  private async rowOf(payment: SeenPayment, block: ChainBlock): Promise<ChainPaymentRow | null> {
    const { chain, coins } = this.port;
    const { transaction, output, asset, address } = payment;
    const reference = referenceOf(chain, transaction, output);
    const scale = await this.parts.scaleOf(asset);
    if (scale === undefined) {
      const facts = { asset, address, code: 'asset.unknown', amount: payment.amount.toString() };
      await this.alarm('observation_refused', reference, facts);
      return null;
    }
    const { amount, dust } = arrivedOf(payment.amount, coins.get(asset) ?? scale, scale);
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

  /** A look that was cut off may have told of another block at this height: what that one alone showed is taken back. */
  private async leaveOthers({ height }: ChainBlock, rows: readonly ChainPaymentRow[]): Promise<void> {
    const there = new Set(rows.map(({ reference }) => reference));
    const told = await this.parts.database.sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('height', '=', height)
      .where('state', '!=', 'left')
      .execute();
    for (const row of told) {
      if (!there.has(row.reference)) await this.write([{ ...row, state: await this.retract(row) }]);
    }
  }

  /** Hands it over with these confirmations, and returns the row as it is then. */
  private async observe(row: ChainPaymentRow, confirmations: number): Promise<ChainPaymentRow> {
    // New coins cannot be spent before, and go with their block if it goes.
    if (confirmations < row.matures) return row;
    const { reference, userId: user, asset, chain, address, dust } = row;
    const outcome = await this.parts.commands.submit({
      actor: `chain/${chain}`,
      command: {
        type: 'ObserveRecharge',
        user,
        asset,
        chain,
        reference,
        address,
        amount: BigInt(row.amount),
        dust: dust ?? undefined,
        confirmations,
      },
    });
    if (!('rejected' in outcome)) return { ...row, confirmations };
    if (outcome.rejected !== 'recharge.unchanged') {
      // It may be taken later: a coin without terms gets some, a member is registered.
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

  /** Tells every payment that has not ended how deep it lies now. */
  private async confirm(): Promise<void> {
    const cursor = await this.cursor();
    const { sql } = this.parts.database;
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
      await this.write([await this.observe(row, confirmations)]);
    }
  }

  /** The newest block that was read and that the chain still has; what lay above it is taken back. */
  private async agree(cursor: BlockId): Promise<BlockId> {
    if ((await this.port.hashAt(cursor.height)) === cursor.hash) return cursor;
    // Another branch, or another network: that is told apart before anything is taken back.
    this.comparedAt = null;
    await this.compare();
    const fork = await this.forkBelow(cursor);
    const left = await this.parts.database.sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('state', '!=', 'left')
      .where('height', '>', fork.height)
      .orderBy('height')
      .execute();
    for (const row of left) await this.write([{ ...row, state: await this.retract(row) }]);
    await this.moveTo(fork, []);
    return fork;
  }

  private async forkBelow(cursor: BlockId): Promise<BlockId> {
    const { chain } = this.port;
    const remembered = await this.parts.database.sql
      .selectFrom('chainBlocks')
      .select(['height', 'hash'])
      .where('chain', '=', chain)
      .where('height', '<', cursor.height)
      .orderBy('height', 'desc')
      .execute();
    for (const block of remembered) if ((await this.port.hashAt(block.height)) === block.hash) return block;
    // How deep it goes nobody knows: as much again is read anew, which counts nothing twice.
    const lowest = Math.max(0, (remembered.at(-1) ?? cursor).height - BLOCKS_REMEMBERED);
    const facts = { from: String(cursor.height), to: String(lowest) };
    await this.alarm('reorganised_too_deep', `${chain}/${cursor.height}/${cursor.hash}`, facts);
    return { height: lowest, hash: (await this.port.hashAt(lowest)) ?? '' };
  }

  /** What was credited stays credited: only staff can judge what to do when its block is gone all the same. */
  private async retract(row: ChainPaymentRow): Promise<PaymentState> {
    const { reference, asset, amount, userId } = row;
    const command = { type: 'RetractRecharge', reference } as const;
    const outcome = await this.parts.commands.submit({ actor: `chain/${this.port.chain}`, command });
    if (!('rejected' in outcome)) return 'left';
    const known = await this.known(row);
    if (known?.status !== 'success') return 'left';
    // In another block it is the same payment still.
    const [, transaction] = reference.split('/');
    if (((await this.port.transaction(transaction))?.confirmations ?? 0) > 0) return 'left';
    const frozen = await this.freeze(row);
    const facts = { asset, amount, user: String(userId), frozen: frozen.toString() };
    await this.alarm('credited_left_chain', reference, facts);
    return 'left';
  }

  /** As much of it as is still there, once: it must not be withdrawn before staff have judged. */
  private async freeze({ userId: user, asset, amount, reference }: ChainPaymentRow): Promise<bigint> {
    const { chain } = this.port;
    const { alarms, availableOf, commands } = this.parts;
    if (await alarms.isRaised({ chain, kind: 'credited_left_chain', reference })) return 0n;
    const credited = BigInt(amount);
    const there = availableOf(user, asset);
    const part = there < credited ? there : credited;
    if (part <= 0n) return 0n;
    const reason = `The deposit ${reference} has left its chain.`;
    const command = { type: 'FreezeFunds', user, asset, amount: part, reason, reference } as const;
    const outcome = await commands.submit({ actor: `chain/${chain}`, command });
    // Spent in between: the alarm says that nothing was frozen.
    return 'rejected' in outcome ? 0n : part;
  }

  private async stateOf(row: ChainPaymentRow): Promise<PaymentState> {
    const known = await this.known(row);
    return known && known.status !== 'recharging' && known.reason !== 'recharge.retracted' ? 'ended' : 'open';
  }

  /** As the journal has it up to this moment. */
  private async known({ userId, reference }: ChainPaymentRow) {
    const { commands, progress, stored } = this.parts;
    const isReached = await progress.waitFor(commands.figures().durablePosition, PROJECTION_MS_MAX);
    if (!isReached) throw new Error('the read models are behind; what a chain took back cannot be judged yet');
    return rechargeByReference(stored, userId, reference);
  }

  private async alarm(kind: ChainAlarm['kind'], reference: string, facts: Record<string, string>): Promise<void> {
    const isNew = await this.parts.alarms.raise({ chain: this.port.chain, kind, reference, facts });
    if (isNew) this.parts.onAlarm(kind);
  }

  private async write(rows: readonly ChainPaymentRow[]): Promise<void> {
    if (rows.length > 0) await this.moveTo(null, rows);
  }

  /** Rows and cursor together. Blocks above the new cursor are forgotten, and those far below. */
  private async moveTo(cursor: BlockId | null, rows: readonly ChainPaymentRow[]): Promise<void> {
    const { chain } = this.port;
    await this.parts.database.sql.transaction().execute(async (transaction) => {
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
