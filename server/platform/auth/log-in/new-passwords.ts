/** A new log-in password, however its user has proved that it may be: it ends log-ins and is told of. */
import { Inject, Injectable } from '@nestjs/common';
import { isGuessable } from './password-strength';
import type { UserRow } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { Letters, type ChangedFrom } from '../../mail/letters';
import type { SecurityChange } from '../../mail/letter-texts';
import { Messages } from '../../messages/messages';
import { CLOCK, type Clock } from '../../tokens';
import { Lockouts } from './lockouts';
import { hashPassword } from './passwords';
import { Tickets, type Alongside } from '../tickets';
import { lockoutOf, lockoutOfName, userNameOf } from '../users';

/** How the password came to be another, and from where. */
export interface PasswordChange {
  change: Extract<SecurityChange, 'password.changed' | 'password.reset'>;
  from: ChangedFrom;
}

@Injectable()
export class NewPasswords {
  constructor(
    private readonly tickets: Tickets,
    private readonly lockouts: Lockouts,
    private readonly messages: Messages,
    private readonly letters: Letters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Refuses `password.too.weak`. */
  refuseWeak(user: Pick<UserRow, 'email' | 'phone'>, password: string): void {
    if (isGuessable(password, userNameOf(user))) throw new Refusal('password.too.weak');
  }

  /**
   * Sets the password and ends every log-in but that of the ticket `except`; returns how many ended. What `alongside`
   * does, or refuses, happens in the same transaction. Refuses `password.too.weak`.
   */
  async set(
    user: UserRow,
    password: string,
    { change, from }: PasswordChange,
    except?: string,
    alongside?: Alongside,
  ): Promise<number> {
    this.refuseWeak(user, password);
    const passwordHash = await hashPassword(password);
    const ended = await this.tickets.endAll(user.id, 'user', except, async (transaction) => {
      await alongside?.(transaction);
      await transaction
        .updateTable('users')
        .set({ passwordHash, securityChangedAt: this.clock() })
        .where('id', '=', user.id)
        .execute();
    });
    const names = [user.email, user.phone].filter((name) => name !== null).map(lockoutOfName);
    this.letters.saySecurityChanged(user, change, from);
    for (const account of [lockoutOf(user), ...names]) await this.lockouts.forget(account);
    await this.messages.tell(user.id, 'password.changed', {});
    return ended;
  }
}
