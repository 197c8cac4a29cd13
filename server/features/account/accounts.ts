/**
 * Registration and log-in: the user's row first, then the idempotent command that makes the member known to the core. A
 * crash between the two leaves a user whom the next log-in completes.
 */
import { Inject, Injectable } from '@nestjs/common';
import { isWeakPassword, normalEmail } from '../../../shared/rules/credentials';
import type { CommandPort } from '../../engine/port';
import { hashPassword, isPassword } from '../../platform/auth/passwords';
import { Tickets, type IssuedTicket } from '../../platform/auth/tickets';
import { Users } from '../../platform/auth/users';
import type { Role, UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { COMMAND_PORT } from '../../platform/tokens';

export interface Registration {
  email: string;
  password: string;
  nickName?: string | undefined;
  clientId: string | null;
  role: Role;
}

export interface Registered {
  user: UserRow;
  /** Of the batch that made the member; null when an earlier one had. */
  position: number | null;
  repeated: boolean;
}

@Injectable()
export class Accounts {
  constructor(
    private readonly users: Users,
    private readonly tickets: Tickets,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
  ) {}

  async register({ email: given, password, nickName, clientId, role }: Registration): Promise<Registered> {
    const email = normalEmail(given);
    if (email === null) throw new Refusal('email.format.error');
    if (isWeakPassword(password, email)) throw new Refusal('password.too.weak');
    const known = await this.users.byEmail(email);
    if (known) return this.repeat(known, password, clientId);
    const passwordHash = await hashPassword(password);
    const name = nickName ?? defaultNickName(email);
    const user = await this.users.add({ email, passwordHash, role, nickName: name, registerClientId: clientId });
    if (user) return { user, position: await this.makeMember(user), repeated: false };
    // Somebody took the e-mail while the password was being hashed: it may have been the same request, sent twice.
    const winner = await this.users.byEmail(email);
    if (!winner) throw new Refusal('registration.failed');
    return this.repeat(winner, password, clientId);
  }

  /** The user and a new ticket. A wrong name and a wrong password cost the same and say the same. */
  async logIn(username: string, password: string): Promise<{ user: UserRow; issued: IssuedTicket }> {
    const email = normalEmail(username);
    const user = email === null ? undefined : await this.users.byEmail(email);
    const matches = await isPassword(password, user?.passwordHash ?? null);
    if (!user || !matches) throw new Refusal('login.failed');
    await this.makeMember(user);
    return { user, issued: await this.tickets.issue(user.id, user.role) };
  }

  async userOf(id: number): Promise<UserRow> {
    const user = await this.users.byId(id);
    if (!user) throw new Refusal('user.not.found');
    return user;
  }

  /** The same registration sent again finds its own user; anybody else is told that the account exists. */
  private async repeat(user: UserRow, password: string, clientId: string | null): Promise<Registered> {
    const isSame =
      clientId !== null && user.registerClientId === clientId && (await isPassword(password, user.passwordHash));
    if (!isSame) throw new Refusal('account.already.registered');
    return { user, position: await this.makeMember(user), repeated: true };
  }

  private async makeMember(user: UserRow): Promise<number | null> {
    if (user.isMember === 1) return null;
    const command = { type: 'RegisterMember', user: user.id } as const;
    const outcome = await this.port.submit({ actor: 'system', command });
    if ('rejected' in outcome && outcome.rejected !== 'account.already.registered') {
      throw new Refusal(outcome.rejected, outcome.facts ?? null);
    }
    await this.users.markMember(user.id);
    return 'rejected' in outcome ? null : outcome.position;
  }
}

/** What others may see of somebody who chose no name: not the address. */
function defaultNickName(email: string): string {
  return `${email.slice(0, 2)}***`;
}
