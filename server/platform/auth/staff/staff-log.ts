/**
 * The staff log: actor, action, target, reason, time. A row is written before the action and completed with its outcome, so no action is
 * unlogged.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { WHOLE_SCOPE, type AuditScope } from '../../../../shared/rules/audit-scope';
import type { StaffLogRequest } from '../../../../shared/wire/staff';
import type { Database } from '../../database/database';
import type { ExchangeTables, StaffLogRow } from '../../database/exchange-tables';
import { takeIds } from '../../database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';

export type NewStaffLog = Omit<StaffLogRow, 'id' | 'at' | 'outcome' | 'position'>;

@Injectable()
export class StaffLog {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the row's id. */
  begin(row: NewStaffLog): Promise<number> {
    return this.write(row, null);
  }

  /** Logs an action that was refused before it began. */
  async recordRefusal(row: NewStaffLog, outcome: string): Promise<void> {
    await this.write(row, outcome);
  }

  async complete(id: number, outcome: string, position: number | null): Promise<void> {
    await this.database.sql.updateTable('staffLog').set({ outcome, position }).where('id', '=', id).execute();
  }

  /** Newest first. */
  async list(
    request: StaffLogRequest,
    scope: AuditScope = WHOLE_SCOPE,
  ): Promise<{ rows: StaffLogRow[]; total: number }> {
    const { staff, userId, action, from, to, lookUps, pageIndex, pageSize } = request;
    let matching = this.database.lists.selectFrom('staffLog');
    if (staff !== undefined) matching = matching.where('staffId', '=', staff);
    if (userId !== undefined) matching = matching.where('userId', '=', userId);
    // The schema permits letters and slashes only, so the pattern needs no escaping.
    if (action !== undefined) matching = matching.where('action', 'like', `${action}%`);
    if (from !== undefined) matching = matching.where('at', '>=', from);
    if (to !== undefined) matching = matching.where('at', '<', to);
    if (scope.users) matching = matching.where('userId', 'in', scope.users);
    if (scope.from !== undefined) matching = matching.where('at', '>=', scope.from);
    if (scope.to !== undefined) matching = matching.where('at', '<=', scope.to);
    if (!lookUps) matching = matching.where('isLookUp', '=', 0);
    const page = matching.selectAll().orderBy('id', 'desc');
    const rows = await page
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const count = matching.select(({ fn }) => fn.countAll<number>().as('total'));
    const { total } = await count.executeTakeFirstOrThrow();
    return { rows, total };
  }

  private write(row: NewStaffLog, outcome: string | null): Promise<number> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const userId = row.userId ?? (await recoveredBy(transaction, row));
      const [id] = await takeIds(transaction, 'staff_log', 1);
      const rest = { id, at: this.clock(), outcome, position: null };
      await transaction
        .insertInto('staffLog')
        .values({ ...row, ...rest, userId })
        .execute();
      return id;
    });
  }
}

/** The user whose documents were viewed, if the request names a recovery request and no user. */
async function recoveredBy(
  transaction: Transaction<ExchangeTables>,
  { action, target }: NewStaffLog,
): Promise<number | null> {
  if (target === null || !action.startsWith('admin/recovery/')) return null;
  const [kind, name = ''] = target.split(/\/(.*)/s);
  const requests = transaction.selectFrom('recoveries').select('userId');
  if (kind === 'photo') {
    const recoveryIds = transaction.selectFrom('recoveryPhotos').select('recoveryId').where('id', '=', name);
    return (await requests.where('id', 'in', recoveryIds).executeTakeFirst())?.userId ?? null;
  }
  const id = Number(name);
  if (kind !== 'recovery' || !Number.isSafeInteger(id)) return null;
  return (await requests.where('id', '=', id).executeTakeFirst())?.userId ?? null;
}
