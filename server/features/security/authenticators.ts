/** Binding an authenticator: a secret is pending until a code proves that an app has it. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { AuthenticatorBegun, BeginAuthenticatorRequest, RecoveryCodes } from '../../../shared/wire/security';
import { Codes } from '../../platform/auth/codes';
import { Lockouts } from '../../platform/auth/lockouts';
import { newRecoveryCodes, normalRecoveryCode, recoveryCodeHash } from '../../platform/auth/recovery-codes';
import { secondFactorLockout, SecondFactors } from '../../platform/auth/second-factors';
import { StaffFactors } from '../../platform/auth/staff-factors';
import { TradingFactors } from '../../platform/auth/trading-factors';
import { newTotpSecret, totpStepOf, totpUri } from '../../platform/auth/totp';
import { userNameOf } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import type { AuthenticatorRow } from '../../platform/database/security-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../platform/mail/letters';
import { Messages } from '../../platform/messages/messages';
import { totpContext } from '../../platform/secrets/contexts';
import { UserSecrets } from '../../platform/secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { BoundCodes } from '../shared/bound-codes';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

const PENDING_MS = 10 * 60_000;

@Injectable()
export class Authenticators {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
    private readonly lockouts: Lockouts,
    private readonly secondFactors: SecondFactors,
    private readonly staffFactors: StaffFactors,
    private readonly tradingFactors: TradingFactors,
    private readonly proofs: Proofs,
    private readonly codes: Codes,
    private readonly boundCodes: BoundCodes,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /**
   * A new secret in place of one that was pending, for who has the password and reads what is sent to the account's own
   * address: a password alone may be stolen. Refuses `authenticator.already.bound`, `address.not.bound` and
   * `verification.code.error`.
   */
  async begin(userId: number, request: BeginAuthenticatorRequest): Promise<AuthenticatorBegun> {
    const user = await this.proofs.byPassword(userId, request.password);
    if (await this.secondFactors.isBound(userId)) throw new Refusal('authenticator.already.bound');
    const proven = await this.boundCodes.check(user, 'authenticator', request.channel, request.code);
    const secret = newTotpSecret();
    const begunAt = this.clock();
    const sealedSecret = (await this.secrets.of(userId)).seal(secret, totpContext(userId));
    const pending = { sealedSecret, isBound: 0, begunAt, lastStep: 0 };
    await this.database.sql.transaction().execute(async (transaction) => {
      if (!(await this.codes.use(transaction, proven))) throw new Refusal('verification.code.error');
      const begun = await transaction
        .insertInto('authenticators')
        .values({ userId, ...pending })
        .onConflict((conflict) =>
          conflict.column('userId').doUpdateSet(pending).where('authenticators.isBound', '=', 0),
        )
        .returning('userId')
        .executeTakeFirst();
      if (!begun) throw new Refusal('authenticator.already.bound');
    });
    return { secret, uri: totpUri(secret, userNameOf(user)), expiresAt: begunAt + PENDING_MS };
  }

  /**
   * Binds what is pending. Refuses `authenticator.not.begun`, `authenticator.already.bound`, `google.code.wrong`. Of two at
   * once one binds and the other is told so: each shows its own recovery codes, and only one list would be good.
   */
  async bind(userId: number, code: string, from: ChangedFrom): Promise<RecoveryCodes> {
    const user = await this.proofs.userOf(userId);
    const pending = await this.pendingOf(userId);
    const { sealedSecret } = pending;
    const secret = (await this.secrets.of(userId)).open(sealedSecret, totpContext(userId));
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
    this.letters.saySecurityChanged(user, 'authenticator.bound', from);
    await this.messages.tell(userId, 'second.factor.bound', {});
    return { recoveryCodes: codes };
  }

  /** Refuses `authenticator.not.bound`, and what `Proofs` refuses. */
  async unbind(userId: number, password: string, code: string, from: ChangedFrom): Promise<void> {
    const user = await this.prove(userId, password, code);
    await this.staffFactors.refuseLast(user, 'authenticator');
    await this.tradingFactors.refuseLast(user, 'authenticator');
    await this.database.sql.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('authenticators').where('userId', '=', userId).execute();
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
      await noteSecurityChange(transaction, userId, this.clock());
    });
    this.letters.saySecurityChanged(user, 'authenticator.unbound', from);
    await this.messages.tell(userId, 'second.factor.unbound', {});
  }

  async renewRecoveryCodes(userId: number, password: string, code: string, from: ChangedFrom): Promise<RecoveryCodes> {
    const user = await this.prove(userId, password, code);
    const codes = newRecoveryCodes();
    await this.database.sql.transaction().execute((transaction) => replaceRecoveryCodes(transaction, userId, codes));
    this.letters.saySecurityChanged(user, 'recovery.codes.renewed', from);
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

  private async prove(userId: number, password: string, code: string): Promise<UserRow> {
    if (!(await this.secondFactors.isBound(userId))) throw new Refusal('authenticator.not.bound');
    return this.proofs.byBoth(userId, { password, secondFactor: code });
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
