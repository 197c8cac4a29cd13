/**
 * Who is staff, and what each may do. Whoever changes that holds the right `staff` and cannot change their own: so there is
 * always one left who holds it, and nobody locks everybody out or gives themselves more than they were given.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { SetRightsRequest, SetRoleRequest, StaffRecord } from '../../../shared/wire/staff';
import { StaffRights, writeRights } from '../../platform/auth/staff-rights';
import { Tickets } from '../../platform/auth/tickets';
import { userNameOf } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, Role } from '../../platform/database/exchange-tables';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { EXCHANGE_DATABASE } from '../../platform/tokens';

@Injectable()
export class Roles {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly tickets: Tickets,
    private readonly rights: StaffRights,
  ) {}

  /** Admins and auditors, by number. */
  async list(): Promise<StaffRecord[]> {
    const rows = await this.database.sql
      .selectFrom('users')
      .selectAll()
      .where('role', '!=', 'user')
      .orderBy('id')
      .execute();
    const rights = await this.rights.of(rows.map(({ id }) => id));
    return rows.map((row) => ({
      userId: row.id,
      role: row.role as Exclude<Role, 'user'>,
      rights: rights.get(row.id) ?? [],
      userName: userNameOf(row),
      nickName: row.nickName,
      registeredAt: row.registeredAt,
    }));
  }

  /** Ends the log-ins of whoever it is about: a ticket says whose it is and as what they came. */
  async setRole(staff: number, { userId, role, rights }: SetRoleRequest): Promise<void> {
    if (role !== 'admin' && rights.length > 0) throw requestInvalid([{ path: 'rights', code: 'out.of.range' }]);
    await this.tickets.endAll(userId, 'staff', undefined, async (transaction) => {
      await lockBoth(transaction, staff, userId);
      await transaction.updateTable('users').set({ role }).where('id', '=', userId).execute();
      await writeRights(transaction, userId, rights);
    });
  }

  async setRights(staff: number, { userId, rights }: SetRightsRequest): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      const role = await lockBoth(transaction, staff, userId);
      if (role !== 'admin') throw new Refusal('staff.not.admin');
      await writeRights(transaction, userId, rights);
    });
  }
}

/**
 * The role of the other, with both held until the transaction ends and the one who acts still allowed to: of two admins who
 * take each other's rights at once, the second has none left to do it with. Refuses `staff.self.forbidden`,
 * `user.not.found`, `permission.denied`.
 */
async function lockBoth(transaction: Transaction<ExchangeTables>, staff: number, other: number): Promise<Role> {
  if (staff === other) throw new Refusal('staff.self.forbidden');
  const roles = new Map<number, Role>();
  // Written for its lock, in the order of the numbers, so that two at once never wait for each other.
  for (const id of [staff, other].sort((one, two) => one - two)) {
    const row = await transaction
      .updateTable('users')
      .set((column) => ({ role: column.ref('role') }))
      .where('id', '=', id)
      .returning('role')
      .executeTakeFirst();
    if (row) roles.set(id, row.role);
  }
  const holds = await transaction
    .selectFrom('staffRights')
    .select('userId')
    .where('userId', '=', staff)
    .where('right', '=', 'staff')
    .executeTakeFirst();
  if (roles.get(staff) !== 'admin' || !holds) throw new Refusal('permission.denied');
  const role = roles.get(other);
  if (role === undefined) throw new Refusal('user.not.found');
  return role;
}
