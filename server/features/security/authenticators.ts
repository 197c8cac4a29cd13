/** Binding an authenticator: a secret is pending until a code proves that an app has it. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { AuthenticatorBegun, RecoveryCodes } from '../../../shared/wire/security';
import { Lockouts } from '../../platform/auth/lockouts';
import { newRecoveryCodes, normalRecoveryCode, recoveryCodeHash } from '../../platform/auth/recovery-codes';
import { secondFactorLockout, SecondFactors, totpContext } from '../../platform/auth/second-factors';
import { newTotpSecret, totpStepOf, totpUri } from '../../platform/auth/totp';
import { userNameOf } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { AuthenticatorRow } from '../../platform/database/security-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Messages } from '../../platform/messages/messages';
import { Secrets } from '../../platform/secrets/secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

const PENDING_MS = 10 * 60_000;

@Injectable()
export class Authenticators {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly lockouts: Lockouts,
    private readonly secondFactors: SecondFactors,
    private readonly proofs: Proofs,
    private readonly messages: Messages,
  ) {}

  /** A new secret in place of one that was pending. Refuses `authenticator.already.bound`. */
  async begin(userId: number, password: string): Promise<AuthenticatorBegun> {
    const user = await this.proofs.byPassword(userId, password);
    const secret = newTotpSecret();
    const begunAt = this.clock();
    const pending = { sealedSecret: this.secrets.seal(secret, totpContext(userId)), isBound: 0, begunAt, lastStep: 0 };
    const begun = await this.database.sql
      .insertInto('authenticators')
      .values({ userId, ...pending })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(pending).where('authenticators.isBound', '=', 0))
      .returning('userId')
      .executeTakeFirst();
    if (!begun) throw new Refusal('authenticator.already.bound');
    return { secret, uri: totpUri(secret, userNameOf(user)), expiresAt: begunAt + PENDING_MS };
  }

  /**
   * Binds what is pending. Refuses `authenticator.not.begun`, `authenticator.already.bound`, `google.code.wrong`. Of two at
   * once one binds and the other is told so: each shows its own recovery codes, and only one list would be good.
   */
  async bind(userId: number, code: string): Promise<RecoveryCodes> {
    const pending = await this.pendingOf(userId);
    const { sealedSecret } = pending;
    const secret = this.secrets.open(sealedSecret, totpContext(userId));
    let step: number | null = null;
    const isRight = await this.lockouts.attempt(secondFactorLockout(userId), async () => {
      step = totpStepOf(secret, code.trim(), this.clock());
      return step !== null;
    });
    if (!isRight) throw new Refusal('google.code.wrong');
    const codes = newRecoveryCodes();
    await this.database.sql.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('authenticators')
        .set({ isBound: 1, lastStep: step ?? 0 })
        .where('userId', '=', userId)
        .where('isBound', '=', 0)
        .where('sealedSecret', '=', sealedSecret)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Refusal('authenticator.already.bound');
      await replaceRecoveryCodes(transaction, userId, codes);
      await noteSecurityChange(transaction, userId, this.clock());
    });
    await this.messages.tell(userId, 'second.factor.bound', {});
    return { recoveryCodes: codes };
  }

  /** Refuses `authenticator.not.bound`, and what `Proofs` refuses. */
  async unbind(userId: number, password: string, code: string): Promise<void> {
    await this.prove(userId, password, code);
    await this.database.sql.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('authenticators').where('userId', '=', userId).execute();
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
      await noteSecurityChange(transaction, userId, this.clock());
    });
    await this.messages.tell(userId, 'second.factor.unbound', {});
  }

  async renewRecoveryCodes(userId: number, password: string, code: string): Promise<RecoveryCodes> {
    await this.prove(userId, password, code);
    const codes = newRecoveryCodes();
    await this.database.sql.transaction().execute((transaction) => replaceRecoveryCodes(transaction, userId, codes));
    await this.messages.tell(userId, 'recovery.codes.renewed', {});
    return { recoveryCodes: codes };
  }

  private async pendingOf(userId: number): Promise<AuthenticatorRow> {
    const row = await this.database.sql
      .selectFrom('authenticators')
      .selectAll()
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (row?.isBound === 1) throw new Refusal('authenticator.already.bound');
    if (!row || row.begunAt + PENDING_MS <= this.clock()) throw new Refusal('authenticator.not.begun');
    return row;
  }

  private async prove(userId: number, password: string, code: string): Promise<void> {
    if (!(await this.secondFactors.isBound(userId))) throw new Refusal('authenticator.not.bound');
    await this.proofs.byBoth(userId, { password, secondFactor: code });
  }
}

async function replaceRecoveryCodes(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const rows = codes.map((code) => ({ userId, codeHash: recoveryCodeHash(userId, normalRecoveryCode(code) ?? '') }));
  await transaction.insertInto('recoveryCodes').values(rows).execute();
}
