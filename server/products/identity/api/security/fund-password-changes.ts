/** Sets, changes and resets the fund password. A reset needs a code to a bound address. */
import { Inject, Injectable } from '@nestjs/common';
import { isWeakFundPassword } from '../../../../../shared/products/identity/rules/credentials';
import {
  SECURITY_ROUTES as ROUTES,
  type ChangeFundPasswordRequest,
  type ResetFundPasswordRequest,
  type SetFundPasswordRequest,
} from '../../../../../shared/products/identity/security';
import { Codes } from '../../../../platform/auth/factors/codes';
import { fundPasswordLockout, FundPasswords } from '../../../../platform/auth/factors/fund-passwords';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { hashPassword, isPassword } from '../../../../platform/auth/log-in/passwords';
import type { GivenFactor } from '../../../../platform/auth/factors/step-up';
import type { InTransaction } from '../../../../platform/auth/tickets';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import type { SecurityChange } from '../../../../platform/mail/letter-texts';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { BoundCodes } from '../../../../features/shared/withdrawals/bound-codes';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

@Injectable()
export class FundPasswordChanges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly fundPasswords: FundPasswords,
    private readonly lockouts: Lockouts,
    private readonly proofs: Proofs,
    private readonly codes: Codes,
    private readonly boundCodes: BoundCodes,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /**
   * Sets the first one. `factorProof` and `from` are null for the demo's users, who have no factor. Refuses
   * `fund.password.already.set`, also for the second of two concurrent calls.
   */
  async set(
    userId: number,
    { fundPassword, password, secondFactor }: SetFundPasswordRequest,
    factorProof: GivenFactor | null,
    from: ChangedFrom | null,
  ): Promise<void> {
    refuseWeak(fundPassword);
    if (await this.fundPasswords.isSet(userId)) throw new Refusal('fund.password.already.set');
    const user = await this.proofs.byPassword(userId, password);
    await refuseLogInPassword(user, fundPassword);
    const act = { userId, path: ROUTES.setFundPassword.path, body: {} };
    if (factorProof) await this.proofs.byFactor(act, { secondFactor, factorProof });
    await this.store(userId, fundPassword, 'first');
    await this.notifyOwner(user, 'fund.password.set', from);
  }

  /** Refuses `fund.password.not.set`, `fund.password.wrong`, `password.unchanged`. */
  async change(
    userId: number,
    request: ChangeFundPasswordRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const { oldFundPassword, fundPassword, secondFactor } = request;
    refuseWeak(fundPassword);
    await this.fundPasswords.check(userId, oldFundPassword);
    if (oldFundPassword.normalize('NFKC') === fundPassword.normalize('NFKC')) throw new Refusal('password.unchanged');
    const act = { userId, path: ROUTES.changeFundPassword.path, body: {} };
    await this.proofs.byFactor(act, { secondFactor, factorProof });
    const user = await this.proofs.userOf(userId);
    await refuseLogInPassword(user, fundPassword);
    await this.store(userId, fundPassword, 'another');
    await this.notifyOwner(user, 'fund.password.changed', from);
  }

  /**
   * Also ends a lock after wrong tries. Refuses `fund.password.not.set`, `address.not.bound`,
   * `verification.code.error`.
   */
  async reset(
    userId: number,
    request: ResetFundPasswordRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const { fundPassword, channel, code, secondFactor } = request;
    refuseWeak(fundPassword);
    if (!(await this.fundPasswords.isSet(userId))) throw new Refusal('fund.password.not.set');
    const user = await this.proofs.userOf(userId);
    const proven = await this.boundCodes.check(user, 'fund_password', channel, code);
    const act = { userId, path: ROUTES.resetFundPassword.path, body: {} };
    await this.proofs.byFactor(act, { secondFactor, factorProof });
    await refuseLogInPassword(user, fundPassword);
    await this.store(userId, fundPassword, 'another', async (transaction) => {
      if (!(await this.codes.markUsed(transaction, proven))) throw new Refusal('verification.code.error');
    });
    await this.notifyOwner(user, 'fund.password.reset', from);
    await this.lockouts.forget(fundPasswordLockout(userId));
  }

  private async store(
    userId: number,
    fundPassword: string,
    kind: 'first' | 'another',
    alongside?: InTransaction,
  ): Promise<void> {
    const passwordHash = await hashPassword(fundPassword);
    await this.database.sql.transaction().execute(async (transaction) => {
      await alongside?.(transaction);
      const changedAt = this.clock();
      const values = { passwordHash, changedAt };
      const insert = transaction.insertInto('fundPasswords').values({ userId, ...values });
      const stored = await insert
        .onConflict((conflict) => {
          const column = conflict.column('userId');
          return kind === 'first' ? column.doNothing() : column.doUpdateSet(values);
        })
        .returning('userId')
        .executeTakeFirst();
      if (!stored) throw new Refusal('fund.password.already.set');
      // The first one weakens no protection.
      if (kind === 'another') await noteSecurityChange(transaction, userId, changedAt);
    });
  }

  private async notifyOwner(user: UserRow, change: SecurityChange, from: ChangedFrom | null): Promise<void> {
    if (from) this.letters.sendSecurityChanged(user, change, from);
    await this.messages.notify(user.id, 'fund.password.changed', {});
  }
}

function refuseWeak(fundPassword: string): void {
  if (isWeakFundPassword(fundPassword)) throw new Refusal('fund.password.too.weak');
}

/**
 * Equal passwords would be no second one. Checked last, after all proofs, because the answer reveals whether a guess at
 * the log-in password was right.
 */
async function refuseLogInPassword({ passwordHash }: UserRow, fundPassword: string): Promise<void> {
  if (await isPassword(fundPassword, passwordHash)) throw new Refusal('passwords.must.differ');
}
