/**
 * Opens accounts for staff and the demo; people use `registrations.ts`. The user's row is written first, then the
 * idempotent command that registers the member in the core. After a crash between the two, the next log-in completes
 * it.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { normalEmail } from '../../../../../shared/products/identity/rules/credentials';
import { isGuessable } from '../../../../platform/auth/log-in/password-strength';
import type { CommandPort, Outcome } from '../../../../engine/port';
import { hashPassword, isPassword } from '../../../../platform/auth/log-in/passwords';
import { defaultNickName } from '../../../../platform/auth/nick-names';
import { registrationOf, Users } from '../../../../platform/auth/users';
import type { Role, UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import type { KnownStaff } from '../../../../platform/auth/staff/known-staff';
import { COMMAND_PORT, KNOWN_STAFF } from '../../../../platform/tokens';

export interface Registration {
  email: string;
  password: string;
  nickName?: string | undefined;
  clientId: string | null;
  role: Role;
  /** Null or absent: no inviter. */
  invitedBy?: number | null | undefined;
}

export interface MemberResult {
  user: UserRow;
  /** Position of the batch that created the member; null if it existed already. */
  position: number | null;
}

export interface Registered extends MemberResult {
  repeated: boolean;
}

@Injectable()
export class Accounts {
  private readonly log = new Logger('accounts');

  constructor(
    private readonly users: Users,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
  ) {}

  /** Creates an account by e-mail without a verification code. */
  async register({
    email: enteredEmail,
    password,
    nickName,
    clientId,
    role,
    invitedBy,
  }: Registration): Promise<Registered> {
    const email = normalEmail(enteredEmail);
    if (email === null) throw new Refusal('email.format.error');
    if (isGuessable(password, email)) throw new Refusal('password.too.weak');
    const existingUser = await this.users.byEmail(email);
    if (existingUser) return this.repeated(existingUser, password, clientId);
    const passwordHash = await hashPassword(password);
    const name = nickName ?? defaultNickName(email);
    const row = { email, passwordHash, role, nickName: name, registerClientId: clientId };
    const user = await this.users.add({ ...row, invitedBy: invitedBy ?? null });
    if (user) return { ...(await this.ensureMember(user)), repeated: false };
    // The e-mail was taken while the password was being hashed, perhaps by a copy of the same request.
    const winner = await this.users.byEmail(email);
    if (!winner) throw new Refusal('registration.failed');
    return this.repeated(winner, password, clientId);
  }

  async userOf(id: number): Promise<UserRow> {
    const user = await this.users.byId(id);
    if (!user) throw new Refusal('user.not.found');
    return user;
  }

  /** Whether this request is a retry of the registration that created the user. */
  async isRepeated(user: UserRow, password: string, clientId: string | null): Promise<boolean> {
    return clientId !== null && user.registerClientId === clientId && (await isPassword(password, user.passwordHash));
  }

  /**
   * Registration is idempotent per row. If the number belongs to another member, for example after a loss of the
   * database, the user gets a new number and the changed row is returned.
   */
  async ensureMember(user: UserRow): Promise<MemberResult> {
    if (user.isMember === 1) return { user, position: null };
    const outcome = await this.registerInCore(user, user.invitedBy ?? undefined);
    if ('rejected' in outcome && outcome.rejected !== 'account.already.registered') {
      throw new Refusal(outcome.rejected, outcome.facts ?? null);
    }
    if ('rejected' in outcome && outcome.facts?.same !== 1) {
      const renumbered = await this.users.renumber(user, Number(outcome.facts?.highest));
      this.log.warn(`new user ${user.id} had the id of a member and is ${renumbered.id} now`);
      return this.ensureMember(renumbered);
    }
    const role = await this.ensureStaffRole(user);
    await this.users.markMember(user.id, role);
    return { user: { ...user, role, isMember: 1 }, position: 'rejected' in outcome ? null : outcome.position };
  }

  /** The first two admins are named by the database; those two confirm all others. */
  private async ensureStaffRole({ id, role }: UserRow): Promise<Role> {
    if (role === 'admin') {
      const outcome = await this.port.submit({ actor: 'registrar', command: { type: 'NameStaff', user: id } });
      if ('rejected' in outcome) this.log.warn(`user ${id} is no admin: two of staff name the next`);
      else await this.staff.include(outcome.position);
    }
    return this.staff.roleOf(id);
  }

  /** An inviter who is no member, because the database is older than the journal, is ignored. */
  private async registerInCore(user: UserRow, inviter: number | undefined): Promise<Outcome> {
    const command = { type: 'RegisterMember', user: user.id, registration: registrationOf(user), inviter } as const;
    const outcome = await this.port.submit({ actor: 'registrar', command });
    const isStranger = 'rejected' in outcome && outcome.rejected === 'inviter.invalid';
    return isStranger ? this.registerInCore(user, undefined) : outcome;
  }

  /** A retry returns its own user; other requests get the refusal that the account exists. */
  private async repeated(user: UserRow, password: string, clientId: string | null): Promise<Registered> {
    if (!(await this.isRepeated(user, password, clientId))) throw new Refusal('account.already.registered');
    return { ...(await this.ensureMember(user)), repeated: true };
  }
}
