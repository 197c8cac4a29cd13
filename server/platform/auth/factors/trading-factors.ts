/**
 * A second factor for trading, for who wants it: whoever holds a ticket that was stolen, or sits at a screen that was left, trades
 * nothing away. It is asked for once a log-in, and again when that has not traded for a while. Orders wait for no database: who wants it
 * and which log-in has shown it are in memory, and after a restart it is asked for again.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database';
import type { ExchangeTables, UserRow } from '../../database/exchange-tables';
import { holdUser } from '../../database/hold-user';
import { Refusal } from '../../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import type { Reading } from './second-factors';
import { StaffFactors, type Factor } from './staff-factors';
import { StepUps, type GivenFactor } from './step-up';

const TRADING_IDLE_MS = 30 * 60_000;

@Injectable()
export class TradingFactors implements OnModuleInit {
  private readonly wanted = new Set<number>();
  /** When each log-in last traded, by the hash of its ticket; the one that traded last comes last. */
  private readonly tradedAt = new Map<string, number>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly stepUps: StepUps,
    private readonly factors: StaffFactors,
  ) {}

  async onModuleInit(): Promise<void> {
    const rows = await this.database.sql.selectFrom('tradingFactors').select('userId').execute();
    for (const { userId } of rows) this.wanted.add(userId);
  }

  isWanted(userId: number): boolean {
    return this.wanted.has(userId);
  }

  /** Null where nothing is asked. The promise refuses what `StepUps.prove` refuses. */
  require(userId: number, ticket: string, given: () => GivenFactor): Promise<void> | null {
    if (!this.wanted.has(userId)) return null;
    const login = createHash('sha256').update(ticket).digest('hex');
    const now = this.clock();
    if (now - (this.tradedAt.get(login) ?? Number.NEGATIVE_INFINITY) < TRADING_IDLE_MS) {
      this.note(login, now);
      return null;
    }
    return this.prove(userId, login, given());
  }

  /** False when it was so already. Refuses `trading.factor.missing` of who has no factor. */
  async set(userId: number, isOn: boolean): Promise<boolean> {
    if (this.wanted.has(userId) === isOn) return false;
    if (isOn) await this.database.sql.transaction().execute((transaction) => this.begin(transaction, userId));
    else await this.database.sql.deleteFrom('tradingFactors').where('userId', '=', userId).execute();
    if (isOn) this.wanted.add(userId);
    else this.wanted.delete(userId);
    return true;
  }

  /** Its row is gone with the factors. */
  forget(userId: number): void {
    this.wanted.delete(userId);
  }

  /** Who trades by it keeps one. Refuses `trading.factor.last`. Within the transaction that holds the user and removes it. */
  async refuseLast({ id }: Pick<UserRow, 'id'>, going: Factor, transaction: Reading): Promise<void> {
    if (!(await this.factors.isLast(id, going, transaction))) return;
    const row = await transaction
      .selectFrom('tradingFactors')
      .select('userId')
      .where('userId', '=', id)
      .executeTakeFirst();
    if (row) throw new Refusal('trading.factor.last');
  }

  /** The last factor may be going at this moment: one of the two waits for the other. */
  private async begin(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
    await holdUser(transaction, userId);
    if ((await this.factors.of(userId, transaction)).length === 0) throw new Refusal('trading.factor.missing');
    await transaction
      .insertInto('tradingFactors')
      .values({ userId, at: this.clock() })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .execute();
  }

  private async prove(userId: number, login: string, given: GivenFactor): Promise<void> {
    await this.stepUps.prove(
      { userId, path: 'trading', body: login, scope: 'trading' },
      given,
      'trading.factor.missing',
    );
    this.note(login, this.clock());
  }

  private note(login: string, now: number): void {
    this.tradedAt.delete(login);
    this.tradedAt.set(login, now);
    for (const [other, at] of this.tradedAt) {
      if (now - at < TRADING_IDLE_MS) break;
      this.tradedAt.delete(other);
    }
  }
}
