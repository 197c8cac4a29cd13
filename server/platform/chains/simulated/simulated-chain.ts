/**
 * A chain without a network: linked blocks, payments that wait for the next block, and, for tests, reverted blocks. Its
 * state is in the relational store and survives restarts. It pays by itself.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Chain } from '../../../../shared/rules/chains';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { takeIds } from '../../database/last-ids';
import type { SimulatedPaymentRow } from '../../database/wallet-tables';
import { referenceOf } from '../chain-port';
import type {
  BlockId,
  ChainBlock,
  ChainFlows,
  ChainTransaction,
  ChainWithFlows,
  PaidOutput,
  Payment,
  PayingChain,
  PayoutRequest,
} from '../chain-port';

/** Height of a payout that a longer branch has permanently excluded: it is in no block and waits for none. */
const NEVER = -1;

/** The highest index of a derived address. */
const HOUSE_INDEX = 2 ** 31 - 1;

/** Older blocks are deleted, because nobody reads them again. */
const BLOCKS_KEPT = 1_000;

/** Payments read per batch, so other work is not blocked. */
const ROWS_AT_ONCE = 1_000;

/** Differences between the simulated networks. */
export interface SimulatedNetwork {
  chain: Chain;
  coins: ReadonlyMap<string, number>;
  /** Confirmations after which it reverts nothing, like the network it simulates. */
  settledAfter: number;
  depositAddress(index: number): string;
  normalAddress(address: string): string | null;
  normalTransaction(transaction: string): string | null;
  paymentUri(address: string, asset: string): string;
  /** The network's text form of 32 bytes. */
  nameOf(bytes: Buffer): string;
}

export type Sent = Pick<Payment, 'asset' | 'address' | 'amount'>;

export class SimulatedChain implements PayingChain, ChainWithFlows {
  readonly isSimulated = true;
  /** The address of the house's own coins; no user ever receives it. */
  readonly hotWallets: ReadonlySet<string>;
  readonly coldWallets = null;
  readonly blockTimeSlackMs = 0;
  readonly identity = 'simulated';
  readonly chain: Chain;
  readonly coins: ReadonlyMap<string, number>;

  private constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly network: SimulatedNetwork,
  ) {
    this.chain = network.chain;
    this.coins = network.coins;
    this.hotWallets = new Set([network.depositAddress(HOUSE_INDEX)]);
  }

  static async open(database: Database<ExchangeTables>, network: SimulatedNetwork): Promise<SimulatedChain> {
    const chain = new SimulatedChain(database, network);
    const hash = chain.hashOf('', 0);
    await database.sql
      .insertInto('simulatedBlocks')
      .values({ chain: chain.chain, height: 0, hash, parent: '' })
      .onConflict((conflict) => conflict.columns(['chain', 'height']).doNothing())
      .execute();
    return chain;
  }

  /** It has no external node. */
  facts(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }

  final(): Promise<null> {
    return Promise.resolve(null);
  }

  async settled(): Promise<number> {
    return (await this.tip()).height - this.network.settledAfter + 1;
  }

  async tip(): Promise<BlockId> {
    return topOf(this.database.sql, this.chain);
  }

  async hashAt(height: number): Promise<string | null> {
    return (await this.rowAt(height))?.hash ?? null;
  }

  async block(height: number, isWatched: (address: string) => boolean): Promise<ChainBlock | null> {
    // One transaction, so that a block and its payments are consistent.
    return this.database.sql.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('simulatedBlocks')
        .selectAll()
        .where('chain', '=', this.chain)
        .where('height', '=', height)
        .executeTakeFirst();
      if (!found) return null;
      const rows = await transaction
        .selectFrom('simulatedPayments')
        .selectAll()
        .where('chain', '=', this.chain)
        .where('height', '=', height)
        .orderBy('id')
        .execute();
      const payments = rows
        .filter(({ address }) => isWatched(address))
        .map((row) => ({ transaction: row.transactionId, ...paymentOf(row) }));
      return { height, hash: found.hash, parent: found.parent, payments };
    });
  }

  async transaction(id: string): Promise<ChainTransaction | null> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('simulatedPayments')
        .selectAll()
        .where('chain', '=', this.chain)
        .where('transactionId', '=', id)
        .orderBy('output')
        .execute();
      if (rows.length === 0 || rows[0].height === NEVER) return null;
      const { height } = rows[0];
      const confirmations = height === null ? 0 : (await topOf(transaction, this.chain)).height - height + 1;
      const found = height === null ? undefined : await this.blockAt(transaction, height);
      return { confirmations, block: found?.hash ?? null, payments: rows.map(paymentOf) };
    });
  }

  async flowsUpTo(
    height: number,
    requestedReferences: ReadonlySet<string>,
    paidReferences: ReadonlySet<string>,
  ): Promise<ChainFlows> {
    const payments = this.database.lists.selectFrom('simulatedPayments').selectAll().where('chain', '=', this.chain);
    const mined = payments.where('height', '>=', 0).orderBy('id').limit(ROWS_AT_ONCE);
    const incoming: ChainFlows['incoming'][number][] = [];
    const outgoing: ChainFlows['outgoing'][number][] = [];
    const prefix = this.originOf('');
    for (let after = 0, isMore = true; isMore;) {
      const rows = await mined.where('id', '>', after).execute();
      for (const row of rows) {
        const reference = referenceOf(this.chain, row.transactionId, String(row.output));
        const isAsked = row.height !== null && row.height <= height && requestedReferences.has(reference);
        const isOurs = row.origin !== null || paidReferences.has(reference);
        if (!isAsked && !isOurs) continue;
        const payment = { transaction: row.transactionId, ...paymentOf(row) };
        if (isAsked) incoming.push(payment);
        if (isOurs) outgoing.push({ ...payment, key: row.origin === null ? null : row.origin.slice(prefix.length) });
      }
      after = rows.at(-1)?.id ?? after;
      isMore = rows.length === ROWS_AT_ONCE;
    }
    return { incoming, outgoing };
  }

  /** It pays by itself and knows its payments by their keys. */
  originOfPayment(): Promise<null> {
    return Promise.resolve(null);
  }

  depositAddress(index: number): string {
    return this.network.depositAddress(index);
  }

  normalAddress(address: string): string | null {
    return this.network.normalAddress(address);
  }

  normalTransaction(transaction: string): string | null {
    return this.network.normalTransaction(transaction);
  }

  paymentUri(address: string, asset: string): string {
    return this.network.paymentUri(address, asset);
  }

  /** Sends one transaction with an output for each entry; it waits for the next block. Returns its id. */
  async send(outputs: readonly Sent[]): Promise<string> {
    return this.database.sql.transaction().execute((transaction) => this.sendWithin(transaction, outputs, null));
  }

  async pay({ key, asset, address, amount }: PayoutRequest): Promise<PaidOutput> {
    return this.database.sql.transaction().execute(async (transaction) => {
      // Taking an id serialises: a second payout with the same key waits here and then finds the first.
      await takeIds(transaction, 'simulated_payment', 1);
      const existing = await this.findPaid(transaction, key);
      if (existing) return existing;
      // A replacement of a failed payout becomes the payment under its key.
      await transaction
        .updateTable('simulatedPayments')
        .set({ origin: null })
        .where('origin', '=', this.originOf(key))
        .execute();
      const id = await this.sendWithin(transaction, [{ asset, address, amount }], this.originOf(key));
      return { transaction: id, output: '0' };
    });
  }

  async paymentWithKey(key: string): Promise<PaidOutput | null> {
    return this.findPaid(this.database.sql, key);
  }

  /** Simulates that the longer branch has spent the input of an excluded payout. */
  async failureOf(key: string): Promise<string | null> {
    const row = await this.rowOf(this.database.sql, key);
    return row?.height === NEVER ? `transaction ${row.transactionId} left the chain for good` : null;
  }

  /** Mines the next block with all waiting payments. */
  async mine(): Promise<BlockId> {
    return this.database.sql.transaction().execute((transaction) => this.mineWithin(transaction, ''));
  }

  /**
   * Reverts the newest blocks and adds one more in their place, like a longer branch. Their payments wait again and
   * enter the first new block. `dropped` transactions are gone, and dropped payouts are recorded as such.
   */
  async reorganise(depth: number, dropped: readonly string[] = []): Promise<BlockId> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const top = await topOf(transaction, this.chain);
      const keptHeight = Math.max(0, top.height - depth);
      await transaction
        .deleteFrom('simulatedBlocks')
        .where('chain', '=', this.chain)
        .where('height', '>', keptHeight)
        .execute();
      await transaction
        .updateTable('simulatedPayments')
        .set({ height: null })
        .where('chain', '=', this.chain)
        .where('height', '>', keptHeight)
        .execute();
      if (dropped.length > 0) {
        await transaction
          .updateTable('simulatedPayments')
          .set({ height: NEVER })
          .where('chain', '=', this.chain)
          .where('height', 'is', null)
          .where('origin', 'is not', null)
          .where('transactionId', 'in', dropped)
          .execute();
        await transaction
          .deleteFrom('simulatedPayments')
          .where('chain', '=', this.chain)
          .where('height', 'is', null)
          .where('transactionId', 'in', dropped)
          .execute();
      }
      const branch = randomBytes(8).toString('hex');
      let newestBlock: BlockId = top;
      for (let height = keptHeight; height <= top.height; height++)
        newestBlock = await this.mineWithin(transaction, branch);
      return newestBlock;
    });
  }

  private async mineWithin(transaction: Transaction<ExchangeTables>, branch: string): Promise<BlockId> {
    const { chain } = this;
    const top = await topOf(transaction, chain);
    const height = top.height + 1;
    const hash = this.hashOf(top.hash + branch, height);
    await transaction.insertInto('simulatedBlocks').values({ chain, height, hash, parent: top.hash }).execute();
    await transaction
      .updateTable('simulatedPayments')
      .set({ height })
      .where('chain', '=', chain)
      .where('height', 'is', null)
      .execute();
    await transaction
      .deleteFrom('simulatedBlocks')
      .where('chain', '=', chain)
      .where('height', '<=', height - BLOCKS_KEPT)
      .execute();
    return { height, hash };
  }

  private async sendWithin(
    transaction: Transaction<ExchangeTables>,
    outputs: readonly Sent[],
    origin: string | null,
  ): Promise<string> {
    const ids = await takeIds(transaction, 'simulated_payment', outputs.length);
    // Random and not sequential: sequences restart when the store is lost, but the journal knows the earlier names.
    const transactionId = this.network.nameOf(randomBytes(32));
    const rows = outputs.map(({ asset, address, amount }, output): SimulatedPaymentRow => {
      const payment = { asset, address, amount: amount.toString() };
      return { id: ids[output], chain: this.chain, transactionId, output, ...payment, height: null, origin };
    });
    await transaction.insertInto('simulatedPayments').values(rows).execute();
    return transactionId;
  }

  private async findPaid(
    database: Pick<Transaction<ExchangeTables>, 'selectFrom'>,
    key: string,
  ): Promise<PaidOutput | null> {
    const row = await this.rowOf(database, key);
    if (!row || row.height === NEVER) return null;
    return { transaction: row.transactionId, output: String(row.output) };
  }

  private rowOf(database: Pick<Transaction<ExchangeTables>, 'selectFrom'>, key: string) {
    const payments = database.selectFrom('simulatedPayments').selectAll();
    return payments.where('origin', '=', this.originOf(key)).executeTakeFirst();
  }

  private originOf(key: string): string {
    return `${this.chain}/${key}`;
  }

  private hashOf(below: string, height: number): string {
    return this.network.nameOf(createHash('sha256').update(`${this.chain}/${height}/${below}`).digest());
  }

  private rowAt(height: number) {
    return this.blockAt(this.database.sql, height);
  }

  private blockAt(database: Pick<Transaction<ExchangeTables>, 'selectFrom'>, height: number) {
    const blocks = database.selectFrom('simulatedBlocks').selectAll();
    return blocks.where('chain', '=', this.chain).where('height', '=', height).executeTakeFirst();
  }
}

async function topOf(database: Pick<Transaction<ExchangeTables>, 'selectFrom'>, chain: string): Promise<BlockId> {
  return database
    .selectFrom('simulatedBlocks')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

function paymentOf({ output, asset, address, amount }: SimulatedPaymentRow): Payment {
  return { output: String(output), asset, address, amount: BigInt(amount) };
}
