/** Proves that the user is present, because a ticket alone may be stolen. */
import { Injectable } from '@nestjs/common';
import type { Proof } from '../../../../../shared/products/identity/proofs';
import { FactorProofs, type SentProof } from '../../../../platform/auth/factors/factor-proofs';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { isPassword } from '../../../../platform/auth/log-in/passwords';
import type { StepUpAct, GivenFactor } from '../../../../platform/auth/factors/step-up';
import { userLockout, Users } from '../../../../platform/auth/users';
import type { UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';

@Injectable()
export class Proofs {
  constructor(
    private readonly users: Users,
    private readonly lockouts: Lockouts,
    private readonly factors: FactorProofs,
  ) {}

  /** Returns the user if the log-in password is right. Refuses `password.wrong`, `tries.too.many`. */
  async byPassword(userId: number, password: string): Promise<UserRow> {
    const user = await this.userOf(userId);
    // Counted apart from wrong passwords at log-in: a stranger's guesses must not prevent the owner from freezing the
    // account.
    const isRight = await this.lockouts.attempt(userLockout(user), () => isPassword(password, user.passwordHash));
    if (!isRight) throw new Refusal('password.wrong');
    return user;
  }

  /**
   * An authenticator code, or the passkey's signature of this act; passes users with neither. Call it last, because it
   * spends the proof. `act` must contain no secrets, since its digest is stored.
   */
  byFactor(act: StepUpAct, proof: SentProof): Promise<void> {
    return this.factors.prove(act, proof);
  }

  async byBoth(act: StepUpAct, { password, secondFactor }: Proof, factorProof: GivenFactor): Promise<UserRow> {
    const user = await this.byPassword(act.userId, password);
    await this.byFactor(act, { secondFactor, factorProof });
    return user;
  }

  async userOf(userId: number): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('user.not.found');
    return user;
  }
}
