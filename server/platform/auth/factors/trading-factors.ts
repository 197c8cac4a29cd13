/**
 * Optional second factor for trading. It protects against a stolen ticket or an unattended screen. It is required once per log-in, and
 * again after a period without trading. Orders wait for no database: the setting and the log-ins that proved the factor are in memory.
 * After a restart the factor is required again.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database';
import type { ExchangeTables, UserRow } from '../../database/exchange-tables';
import { lockUserRow } from '../../database/lock-user-row';
import { Refusal } from '../../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import type { SelectOnly } from './second-factors';
import { UserFactors, type Factor } from './user-factors';
import { StepUps, type GivenFactor } from './step-up';

const TRADING_IDLE_MS = 30 * 60_000;

@Injectable()
export class TradingFactors implements OnModuleInit {
  private readonly requiredBy = new Set<number>();
  /** Time of the last trade by the hash of the log-in's ticket; least recent first. */
  private readonly tradedAt = new Map<string, number>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly stepUps: StepUps,
    private readonly factors: UserFactors,
  ) {}

  async onModuleInit(): Promise<void> {
    const rows = await this.database.sql.selectFrom('tradingFactors').select('userId').execute();
    for (const { userId } of rows) this.requiredBy.add(userId);
  }

  isWanted(userId: number): boolean {
    return this.requiredBy.has(userId);
  }

  /** Null if no factor is required. The promise rejects as `StepUps.prove` does. */
  require(userId: number, ticket: string, factorProofOf: () => GivenFactor): Promise<void> | null {
    if (!this.requiredBy.has(userId)) return null;
    const login = createHash('sha256').update(ticket).digest('hex');
    const now = this.clock();
    if (now - (this.tradedAt.get(login) ?? Number.NEGATIVE_INFINITY) < TRADING_IDLE_MS) {
      this.recordTrade(login, now);
      return null;
    }
    return this.prove(userId, login, factorProofOf());
  }

  /** Returns false if nothing changed. Refuses `trading.factor.missing` if the user has no factor. */
  async set(userId: number, isOn: boolean): Promise<boolean> {
    if (this.requiredBy.has(userId) === isOn) return false;
    if (isOn) await this.database.sql.transaction().execute((transaction) => this.enable(transaction, userId));
    else await this.database.sql.deleteFrom('tradingFactors').where('userId', '=', userId).execute();
    if (isOn) this.requiredBy.add(userId);
    else this.requiredBy.delete(userId);
    return true;
  }

  /** The database row is deleted with the user's factors. */
  forget(userId: number): void {
    this.requiredBy.delete(userId);
  }

  /** Refuses `trading.factor.last` if trading requires the last factor. Call it in the transaction that locks the user and removes it. */
  async refuseLosingLast({ id }: Pick<UserRow, 'id'>, going: Factor, transaction: SelectOnly): Promise<void> {
    if (!(await this.factors.isLast(id, going, transaction))) return;
    const row = await transaction
      .selectFrom('tradingFactors')
      .select('userId')
      .where('userId', '=', id)
      .executeTakeFirst();
    if (row) throw new Refusal('trading.factor.last');
  }

  /** A concurrent removal of the last factor waits for this lock, or this waits for the removal. */
  private async enable(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
    await lockUserRow(transaction, userId);
    if ((await this.factors.factorsOf(userId, transaction)).length === 0) throw new Refusal('trading.factor.missing');
    await transaction
      .insertInto('tradingFactors')
      .values({ userId, at: this.clock() })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .execute();
  }

  private async prove(userId: number, login: string, factorProof: GivenFactor): Promise<void> {
    await this.stepUps.prove(
      { userId, path: 'trading', body: login, scope: 'trading' },
      factorProof,
      'trading.factor.missing',
    );
    this.recordTrade(login, this.clock());
  }

  private recordTrade(login: string, now: number): void {
    this.tradedAt.delete(login);
    this.tradedAt.set(login, now);
    for (const [other, at] of this.tradedAt) {
      if (now - at < TRADING_IDLE_MS) break;
      this.tradedAt.delete(other);
    }
  }
}
