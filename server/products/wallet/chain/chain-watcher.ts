/**
 * Follows one chain: each payment to a user's address is handed to the core when a block shows it, again with each block
 * that lies on it, and taken back when its block left the chain. The cursor moves when what a block brought is durable in
 * the journal. A look that was cut off anywhere is simply taken again: the core knows each payment by its reference, so what
 * is handed over twice counts once.
 */
import type { ObserveRecharge } from '../core/commands';
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import { arrivedOf } from '../../../platform/chains/chain-amounts';
import { compareNode } from '../../../platform/chains/chain-identities';
import { aloneUpTo, witnessOf, type Witnessed } from '../../../platform/chains/witness';
import {
  ChainMismatch,
  referenceOf,
  type BlockId,
  type ChainBlock,
  type ChainPort,
  type SeenPayment,
} from '../../../platform/chains/chain-port';
import type { ChainPaymentRow } from '../../../platform/database/wallet-tables';
import type { ChainWatcherParts } from './chain-watcher-parts';
import { LeftDeposits } from './left-deposits';
import { UnreadCredits } from './unread-credits';

/** How far back a chain that was rewritten is compared with what was read. */
const BLOCKS_REMEMBERED = 200;
/** Between two times that its node is asked which network it is on. */
const COMPARED_MS = 3_600_000;

type PaymentState = ChainPaymentRow['state'];

export class ChainWatcher {
  private readonly owners = new Map<string, number>();
  private lastAddress = 0;
  private isStopped = false;
  /** When the node was last seen to be on the network that it was on before, by the monotonic clock. */
  private comparedAt: number | null = null;
  /** Up to where the network takes nothing back, as of this look; null while nobody can tell. */
  private settled: number | null = null;

  private readonly left: LeftDeposits;
  private readonly unread: UnreadCredits;

  constructor(
    readonly port: ChainPort,
    private readonly parts: ChainWatcherParts,
  ) {
    this.left = new LeftDeposits(port, parts, (kind, reference, facts) => this.alarm(kind, reference, facts));
    this.unread = new UnreadCredits(port, parts, this.left);
  }

  /** Addresses that are watched. */
  get addresses(): number {
    return this.owners.size;
  }

  /** Ends a look at its next step. */
  stop(): void {
    this.isStopped = true;
    this.unread.stop();
  }

  /** Reads what is new. Rejects if the chain or the engine is unavailable; then nothing is lost and the next look goes on. */
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
    // Before it is seen which branch the node is on: what is settled by now lies on that one.
    this.settled = await this.port.settled();
    const agreed = await this.agree(stored);
    await this.readOn(agreed, tip);
    await this.confirm();
    await this.finalize();
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
      for (const row of rows) observed.push(await this.observe(row, tip.height - block.height + 1, block.hash));
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
      if (!there.has(row.reference)) await this.write([{ ...row, state: await this.left.retract(row) }]);
    }
  }

  /** Hands it over with these confirmations, and returns the row as it is then. */
  private async observe(row: ChainPaymentRow, confirmations: number, block: string | null): Promise<ChainPaymentRow> {
    // New coins cannot be spent before, and go with their block if it goes.
    if (confirmations < row.matures) return row;
    const { reference, userId: user, asset, chain, address, dust } = row;
    const word = await witnessOf(this.port, row, block, this.parts.scaleOf);
    // What one of two nodes alone says is never final, however deep it lies.
    const isFinal = row.height <= (this.settled ?? -1) && (word === null || word.says === 'same');
    const outcome = await this.parts.commands.submit({
      actor: `chain/${chain}`,
      command: {
        type: 'ObserveRecharge',
        user,
        asset,
        chain,
        reference,
        address: this.parts.hashOf({ userId: user, chain, address }),
        amount: BigInt(row.amount),
        dust: dust ?? undefined,
        confirmations: word?.says === 'same' ? Math.min(confirmations, word.confirmations) : confirmations,
        provisional: isFinal ? 0 : 1,
        aloneUpTo: aloneUpTo(word, this.parts.agreeAbove),
        ...(word?.says === 'same' ? {} : this.bounds),
      },
    });
    if (!('rejected' in outcome)) return { ...row, confirmations };
    if (outcome.rejected === 'recharge.unwitnessed') {
      await this.sayAlone(row, word);
      return { ...row, confirmations };
    }
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

  /** How much may stand on one node's word. */
  private get bounds(): Pick<ObserveRecharge, 'aloneAllUpTo' | 'aloneCoinUpTo'> {
    const { oneNode } = this.parts;
    return oneNode === null ? {} : { aloneCoinUpTo: oneNode.coinMax, aloneAllUpTo: oneNode.max };
  }

  /** Deep enough to be credited, but for the word of a second node. */
  private async sayAlone({ reference, asset, amount, userId, address }: ChainPaymentRow, word: Witnessed | null) {
    const facts = { asset, amount, user: String(userId), address };
    if (word?.says === 'other') await this.alarm('nodes_disagree', reference, { ...facts, shown: word.shown });
    else await this.alarm('second_node_missing', reference, facts);
  }

  /** What was credited and lies where the network takes nothing back may leave. */
  private async finalize(): Promise<void> {
    const { settled } = this;
    if (settled === null) return;
    const { sql } = this.parts.database;
    const rows = await sql
      .selectFrom('chainPayments')
      .selectAll()
      .where('chain', '=', this.port.chain)
      .where('state', '=', 'credited')
      .where('height', '<=', settled)
      .orderBy('height')
      .execute();
    for (const row of rows) {
      if (this.isStopped) return;
      // It may have been credited by the word of one alone.
      const word = await witnessOf(this.port, row, await this.port.hashAt(row.height), this.parts.scaleOf);
      if (word?.says === 'other') await this.sayAlone(row, word);
      if (word !== null && word.says !== 'same') continue;
      const command = { type: 'FinalizeRecharge', reference: row.reference } as const;
      // Refused when it is final already, or when it was taken back and staff have it.
      await this.parts.commands.submit({ actor: `chain/${this.port.chain}`, command });
      await this.write([{ ...row, state: 'ended' }]);
    }
    await this.learnAddresses();
    await this.unread.settle(settled, (address) => this.owners.get(address));
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
      await this.write([await this.observe(row, confirmations, await this.port.hashAt(row.height))]);
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
    for (const row of left) await this.write([{ ...row, state: await this.left.retract(row) }]);
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

  private async stateOf(row: ChainPaymentRow): Promise<PaymentState> {
    const known = await this.left.known(row);
    if (known?.finality === 'pending') {
      const { asset } = known;
      const amount = known.amount.toString();
      if (amount === row.amount && asset === row.asset) return 'credited';
      // In this block it pays something else than what was credited.
      await this.left.takeBack({ ...row, asset, amount }, true);
      return 'ended';
    }
    return known && known.status !== 'recharging' && known.reason !== 'recharge.retracted' ? 'ended' : 'open';
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
