/**
 * Roles and rights of staff. Staff cannot change their own rights. The last two members who may change rights cannot be
 * removed by a single member. This prevents self-promotion and an exchange without administrators.
 */
import { Inject, Injectable } from '@nestjs/common';
import { AUDITOR_MS_MAX } from '../../../shared/rules/audit-scope';
import { maskedContact } from '../../../shared/products/identity/rules/masks';
import type { SettingAnswer } from '../../../shared/wire/fields';
import type { SetRightsRequest, SetRoleRequest, StaffRecord } from '../../../shared/wire/staff';
import type { KnownStaff } from '../../platform/auth/staff/known-staff';
import { userNameOf } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, Role } from '../../platform/database/exchange-tables';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, KNOWN_STAFF, type Clock } from '../../platform/tokens';
import { AdminSettings } from '../shared/admin-settings';

@Injectable()
export class StaffRoles {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    private readonly settings: AdminSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Admins and auditors, by id. */
  async list(): Promise<StaffRecord[]> {
    const people = this.database.sql.selectFrom('users').selectAll().where('id', 'in', this.staff.people());
    const rows = await people.orderBy('id').execute();
    return rows.map((row) => ({
      userId: row.id,
      role: this.staff.roleOf(row.id) as Exclude<Role, 'user'>,
      rights: [...this.staff.rightsOf(row.id)],
      ...boundsOf(this.staff, row.id),
      userName: maskedContact(userNameOf(row)),
      nickName: row.nickName,
      registeredAt: row.registeredAt,
    }));
  }

  /** Ends the log-ins of the changed member, since tickets carry the role. */
  async setRole(staff: number, request: SetRoleRequest): Promise<SettingAnswer> {
    const { userId, role, rights, until, scope } = request;
    if (role !== 'admin' && rights.length > 0) throw requestInvalid([{ path: 'rights', code: 'out.of.range' }]);
    const isAuditor = role === 'auditor';
    for (const [path, value] of Object.entries({ until, scope }))
      if (isAuditor !== (value !== undefined))
        throw requestInvalid([{ path, code: isAuditor ? 'required' : 'out.of.range' }]);
    const now = this.clock();
    if (until !== undefined && (until <= now || until > now + AUDITOR_MS_MAX))
      throw requestInvalid([{ path: 'until', code: 'out.of.range' }]);
    if (scope && (scope.from ?? 0) > (scope.to ?? Infinity))
      throw requestInvalid([{ path: 'scope', code: 'out.of.range' }]);
    await this.refuseOther(staff, userId);
    return this.settings.set('SetStaff', staff, request);
  }

  async setRights(staff: number, { userId, rights, reason }: SetRightsRequest): Promise<SettingAnswer> {
    await this.refuseOther(staff, userId);
    if (this.staff.roleOf(userId) !== 'admin') throw new Refusal('staff.not.admin');
    return this.settings.set('SetStaff', staff, { userId, role: 'admin', rights, reason });
  }

  private async refuseOther(staff: number, userId: number): Promise<void> {
    if (staff === userId) throw new Refusal('staff.self.forbidden');
    const row = this.database.sql.selectFrom('users').select('id').where('id', '=', userId);
    if (!(await row.executeTakeFirst())) throw new Refusal('user.not.found');
  }
}

/** For auditors only. */
export function boundsOf(staff: KnownStaff, user: number): Pick<StaffRecord, 'until' | 'scope'> {
  if (staff.roleOf(user) !== 'auditor') return {};
  const until = staff.untilOf(user);
  return { ...(until === null ? {} : { until }), scope: staff.scopeOf(user) };
}
