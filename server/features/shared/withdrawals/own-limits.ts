/** A user's own daily withdrawal limit, and the delay before each withdrawal's approval. */
import { Inject, Injectable } from '@nestjs/common';
import {
  NO_OWN_LIMITS,
  ownLimitsAt,
  scheduleOwnLimits,
  type OwnLimits,
  type OwnTerms,
} from '../../../../shared/products/identity/rules/own-limits';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../shared/rules/valuation';
import type { OwnLimitsShown } from '../../../../shared/products/identity/withdrawal-limits';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { OwnLimitsRow } from '../../../platform/database/security-tables';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';

@Injectable()
export class OwnWithdrawalLimits {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async currentLimitsOf(userId: number): Promise<OwnLimits> {
    const row = await this.database.sql
      .selectFrom('ownLimits')
      .selectAll()
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row ? ownLimitsAt(limitsOf(row), this.clock()) : NO_OWN_LIMITS;
  }

  /** Stricter limits apply at once, looser ones after a day. */
  async set(userId: number, terms: OwnTerms): Promise<OwnLimits> {
    const limits = scheduleOwnLimits(await this.currentLimitsOf(userId), terms, this.clock());
    const { current, next } = limits;
    const set = {
      dailyLimit: decimal(current.limit),
      delayHours: current.delayHours,
      nextDailyLimit: decimal(next?.limit ?? null),
      nextDelayHours: next?.delayHours ?? 0,
      nextFrom: next?.from ?? null,
    };
    await this.database.sql
      .insertInto('ownLimits')
      .values({ userId, ...set })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(set))
      .execute();
    return limits;
  }
}

export function shownOwnLimits({ current, next }: OwnLimits): OwnLimitsShown {
  return { ...limitRecord(current), next: next && { ...limitRecord(next), from: next.from } };
}

function limitRecord({ limit, delayHours }: OwnTerms) {
  return { limit: decimal(limit), delayHours };
}

function limitsOf(row: OwnLimitsRow): OwnLimits {
  const current = { limit: units(row.dailyLimit), delayHours: row.delayHours };
  if (row.nextFrom === null) return { current, next: null };
  return { current, next: { limit: units(row.nextDailyLimit), delayHours: row.nextDelayHours, from: row.nextFrom } };
}

function units(limit: string | null): bigint | null {
  return limit === null ? null : (unitsOf(limit, VALUE_SCALE) as bigint);
}

function decimal(limit: bigint | null): string | null {
  return limit === null ? null : decimalOf(limit, VALUE_SCALE);
}
