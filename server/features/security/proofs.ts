/** That it is really the user who asks: a ticket alone may have been stolen. */
import { Injectable } from '@nestjs/common';
import type { Proof } from '../../../shared/wire/security';
import { Lockouts } from '../../platform/auth/lockouts';
import { isPassword } from '../../platform/auth/passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import { lockoutOf, Users } from '../../platform/auth/users';
import type { UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';

@Injectable()
export class Proofs {
  constructor(
    private readonly users: Users,
    private readonly lockouts: Lockouts,
    private readonly secondFactors: SecondFactors,
  ) {}

  /** The user behind the right log-in password. Refuses `password.wrong`, `tries.too.many`. */
  async byPassword(userId: number, password: string): Promise<UserRow> {
    const user = await this.userOf(userId);
    // Not counted with wrong passwords at log-in: a stranger's guesses must not keep the owner from freezing the account.
    const isRight = await this.lockouts.attempt(lockoutOf(user), () => isPassword(password, user.passwordHash));
    if (!isRight) throw new Refusal('password.wrong');
    return user;
  }

  /** Passes who has bound no authenticator. The code is spent by asking, so this comes last. */
  bySecondFactor(userId: number, code: string | undefined): Promise<void> {
    return this.secondFactors.check(userId, code);
  }

  async byBoth(userId: number, { password, secondFactor }: Proof): Promise<UserRow> {
    const user = await this.byPassword(userId, password);
    await this.bySecondFactor(userId, secondFactor);
    return user;
  }

  async userOf(userId: number): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('user.not.found');
    return user;
  }
}
