/** Sets a new log-in password, by any proof: ends log-ins and notifies the user. */
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
import { Tickets, type InTransaction } from '../tickets';
import { userLockout, logInLockout, userNameOf } from '../users';

/** The kind of change and its origin. */
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
   * Sets the password and ends every log-in except that of the ticket `except`; returns how many ended. `alongside` runs in the same
   * transaction. Refuses `password.too.weak`.
   */
  async set(
    user: UserRow,
    password: string,
    { change, from }: PasswordChange,
    except?: string,
    alongside?: InTransaction,
  ): Promise<number> {
    this.refuseWeak(user, password);
    const passwordHash = await hashPassword(password);
    const endedCount = await this.tickets.endAll(user.id, 'user', except, async (transaction) => {
      await alongside?.(transaction);
      await transaction
        .updateTable('users')
        .set({ passwordHash, securityChangedAt: this.clock() })
        .where('id', '=', user.id)
        .execute();
    });
    const names = [user.email, user.phone].filter((name) => name !== null).map(logInLockout);
    this.letters.sendSecurityChanged(user, change, from);
    for (const account of [userLockout(user), ...names]) await this.lockouts.forget(account);
    await this.messages.notify(user.id, 'password.changed', {});
    return endedCount;
  }
}
