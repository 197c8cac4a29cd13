/** The people behind user ids. The journal knows them by id only. */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import type { ExchangeTables, Role, UserRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';

export interface NewUser {
  email: string;
  passwordHash: string;
  role: Role;
  nickName: string;
  registerClientId: string | null;
}

/** What the specification calls userType. */
export const USER_TYPES: Readonly<Record<Role, 1 | 2 | 3>> = { admin: 1, auditor: 2, user: 3 };

@Injectable()
export class Users {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The new user's row, or null when the e-mail is taken. */
  async add(user: NewUser): Promise<UserRow | null> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'user', 1);
      const row: UserRow = { id, ...user, isMember: 0, registeredAt: this.clock() };
      const added = await transaction
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added ? row : null;
    });
  }

  byEmail(email: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  }

  byId(id: number): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async markMember(id: number): Promise<void> {
    await this.database.sql.updateTable('users').set({ isMember: 1 }).where('id', '=', id).execute();
  }

  async hasRole(role: Role): Promise<boolean> {
    const query = this.database.sql.selectFrom('users').select('id').where('role', '=', role).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  }

  /** Newest first. */
  async list(email: string | undefined, offset: number, limit: number): Promise<{ rows: UserRow[]; total: number }> {
    let base = this.database.sql.selectFrom('users');
    if (email !== undefined) base = base.where('email', '=', email);
    const rows = await base.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await base.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  }
}
