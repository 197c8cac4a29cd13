/** That it is really the user who asks: a ticket alone may have been stolen. */
import { Injectable } from '@nestjs/common';
import type { Proof } from '../../../../../shared/products/identity/security';
import { FactorProofs, type SentProof } from '../../../../platform/auth/factors/factor-proofs';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { isPassword } from '../../../../platform/auth/log-in/passwords';
import type { Act, GivenFactor } from '../../../../platform/auth/factors/step-up';
import { lockoutOf, Users } from '../../../../platform/auth/users';
import type { UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';

@Injectable()
export class Proofs {
  constructor(
    private readonly users: Users,
    private readonly lockouts: Lockouts,
    private readonly factors: FactorProofs,
  ) {}

  /** The user behind the right log-in password. Refuses `password.wrong`, `tries.too.many`. */
  async byPassword(userId: number, password: string): Promise<UserRow> {
    const user = await this.userOf(userId);
    // Not counted with wrong passwords at log-in: a stranger's guesses must not keep the owner from freezing the account.
    const isRight = await this.lockouts.attempt(lockoutOf(user), () => isPassword(password, user.passwordHash));
    if (!isRight) throw new Refusal('password.wrong');
    return user;
  }

  /**
   * A code of the authenticator, or the passkey over the very act; passes who has neither. The proof is spent by asking, so this comes
   * last. Nothing secret may be in the act: its digest is stored.
   */
  byFactor(act: Act, sent: SentProof): Promise<void> {
    return this.factors.prove(act, sent);
  }

  async byBoth(act: Act, { password, secondFactor }: Proof, given: GivenFactor): Promise<UserRow> {
    const user = await this.byPassword(act.userId, password);
    await this.byFactor(act, { secondFactor, given });
    return user;
  }

  async userOf(userId: number): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('user.not.found');
    return user;
  }
}
