/** Authenticators; an account may have several. A secret is pending until a code proves that an app has it. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import type {
  AuthenticatorBegun,
  AuthenticatorRecord,
  BeginAuthenticatorRequest,
  BindAuthenticatorRequest,
  RecoveryCodes,
  UnbindAuthenticatorRequest,
} from '../../../../../shared/products/identity/authenticators';
import { Codes } from '../../../../platform/auth/factors/codes';
import { FactorProofs } from '../../../../platform/auth/factors/factor-proofs';
import { Lockouts } from '../../../../platform/auth/log-in/lockouts';
import { PasskeyProofs } from '../../../../platform/auth/factors/passkey-proofs';
import {
  newRecoveryCodes,
  normalRecoveryCode,
  recoveryCodeHash,
} from '../../../../platform/auth/factors/recovery-codes';
import { secondFactorLockout, SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { UserFactors } from '../../../../platform/auth/factors/user-factors';
import type { GivenFactor } from '../../../../platform/auth/factors/step-up';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { newTotpSecret, totpStepOf, totpUri } from '../../../../platform/auth/factors/totp';
import { userNameOf } from '../../../../platform/auth/users';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { lockUserRow } from '../../../../platform/database/lock-user-row';
import { takeIds } from '../../../../platform/database/last-ids';
import type { PendingAuthenticatorRow } from '../../../../platform/database/security-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { totpContext } from '../../../../platform/secrets/contexts';
import { UserSecrets } from '../../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { BoundCodes } from '../../../../features/shared/withdrawals/bound-codes';
import { idOf } from '../../../../features/shared/orders/convert';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

const PENDING_MS = 10 * 60_000;

@Injectable()
export class Authenticators {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
    private readonly lockouts: Lockouts,
    private readonly secondFactors: SecondFactors,
    private readonly factors: FactorProofs,
    private readonly passkeys: PasskeyProofs,
    private readonly staffFactors: UserFactors,
    private readonly tradingFactors: TradingFactors,
    private readonly proofs: Proofs,
    private readonly codes: Codes,
    private readonly boundCodes: BoundCodes,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /** In order of binding. */
  async list(userId: number): Promise<AuthenticatorRecord[]> {
    return (await this.secondFactors.authenticatorsOf(userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
      authenticator: String(id),
      name,
      createdAt,
      lastUsedAt,
    }));
  }

  /**
   * Creates a pending secret and replaces an earlier pending one. The first factor needs the password and a code sent
   * to the account's own address; further ones the password and any factor, because a password alone may be stolen.
   * Refuses `authenticators.too.many`, `verification.code.required`, and the refusals of each proof.
   */
  async begin(
    userId: number,
    request: BeginAuthenticatorRequest,
    factorProof: GivenFactor,
  ): Promise<AuthenticatorBegun> {
    const user = await this.proofs.byPassword(userId, request.password);
    const boundAuthenticators = await this.secondFactors.authenticatorsOf(userId);
    this.refuseTooMany(boundAuthenticators.length);
    const secret = newTotpSecret();
    const begunAt = this.clock();
    const sealedSecret = (await this.secrets.sealOf(userId)).seal(secret, totpContext(userId));
    const pending = { userId, sealedSecret, begunAt };
    if (boundAuthenticators.length > 0 || (await this.passkeys.passkeysOf(userId)).length > 0) {
      const store = async (transaction: Transaction<ExchangeTables>) => {
        await lockUserRow(transaction, userId);
        // The last factor may have been removed meanwhile, so that nothing was proved.
        const remainingFactors = [
          ...(await this.secondFactors.authenticatorsOf(userId, transaction)),
          ...(await this.passkeys.passkeysOf(userId, transaction)),
        ];
        if (remainingFactors.length === 0) throw new Refusal('authenticator.not.bound');
        await replacePending(transaction, pending);
      };
      const act = { userId, path: SECURITY_ROUTES.beginAuthenticator.path, body: {} };
      await this.factors.prove(act, { secondFactor: request.secondFactor, factorProof }, store);
    } else {
      const proven = await this.codeOf(user, request);
      await this.database.sql.transaction().execute(async (transaction) => {
        // A factor may have been bound meanwhile; then it is required.
        await lockUserRow(transaction, userId);
        if ((await this.secondFactors.authenticatorsOf(userId, transaction)).length > 0)
          throw new Refusal('google.code.required');
        if ((await this.passkeys.passkeysOf(userId, transaction)).length > 0) throw new Refusal('modification.failed');
        if (!(await this.codes.markUsed(transaction, proven))) throw new Refusal('verification.code.error');
        await replacePending(transaction, pending);
      });
    }
    return { secret, uri: totpUri(secret, userNameOf(user)), expiresAt: begunAt + PENDING_MS };
  }

  /**
   * Binds the pending secret. Refuses `authenticator.not.begun`, `authenticators.too.many`, `google.code.wrong`. Of two
   * concurrent calls one binds. Recovery codes are issued with the first authenticator only: they belong to the account
   * and replace any of its authenticators.
   */
  async bind(userId: number, { code, name = '' }: BindAuthenticatorRequest, from: ChangedFrom): Promise<RecoveryCodes> {
    const user = await this.proofs.userOf(userId);
    const { sealedSecret } = await this.pendingOf(userId);
    const secret = (await this.secrets.sealOf(userId)).open(sealedSecret, totpContext(userId));
    let step: number | null = null;
    const isRight = await this.lockouts.attempt(secondFactorLockout(userId), async () => {
      step = totpStepOf(secret, code.trim(), this.clock());
      return step !== null;
    });
    if (!isRight) throw new Refusal('google.code.wrong');
    const now = this.clock();
    const row = { userId, sealedSecret, name, createdAt: now, lastUsedAt: now, lastStep: step ?? 0 };
    const codes = newRecoveryCodes();
    const isFirst = await this.database.sql.transaction().execute(async (transaction) => {
      await noteSecurityChange(transaction, userId, now);
      const deletedPending = await transaction
        .deleteFrom('pendingAuthenticators')
        .where('userId', '=', userId)
        .where('sealedSecret', '=', sealedSecret)
        .returning('userId')
        .executeTakeFirst();
      if (!deletedPending) throw new Refusal('authenticator.not.begun');
      const boundAuthenticators = await this.secondFactors.authenticatorsOf(userId, transaction);
      this.refuseTooMany(boundAuthenticators.length);
      const [id] = await takeIds(transaction, 'authenticator', 1);
      await transaction
        .insertInto('authenticators')
        .values({ id, ...row })
        .execute();
      if (boundAuthenticators.length === 0) await replaceRecoveryCodes(transaction, userId, codes);
      return boundAuthenticators.length === 0;
    });
    this.letters.sendSecurityChanged(user, 'authenticator.bound', from);
    await this.messages.notify(userId, 'second.factor.bound', {});
    return { recoveryCodes: isFirst ? codes : [] };
  }

  /** Refuses `authenticator.not.found`, also for another user's. */
  async rename(userId: number, authenticator: number, name: string): Promise<void> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('authenticators')
      .set({ name })
      .where('id', '=', authenticator)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Refusal('authenticator.not.found');
  }

  /**
   * Any factor of the account is a valid proof. Removing the last one deletes recovery codes and pending secrets.
   * Refuses `authenticator.not.found`, `staff.factor.last`, `trading.factor.last`, and the refusals of the proofs.
   */
  async unbind(
    userId: number,
    request: UnbindAuthenticatorRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const { password, secondFactor } = request;
    const authenticator = idOf(request.authenticator);
    const isOwn = (await this.secondFactors.authenticatorsOf(userId)).some(({ id }) => id === authenticator);
    if (!isOwn) throw new Refusal('authenticator.not.found');
    const user = await this.proofs.byPassword(userId, password);
    const act = {
      userId,
      path: SECURITY_ROUTES.unbindAuthenticator.path,
      body: { authenticator: request.authenticator },
    };
    await this.factors.prove(act, { secondFactor, factorProof }, async (transaction) => {
      await noteSecurityChange(transaction, userId, this.clock());
      await this.staffFactors.refuseLosingLast(user, 'authenticator', transaction);
      await this.tradingFactors.refuseLosingLast(user, 'authenticator', transaction);
      await transaction.deleteFrom('pendingAuthenticators').where('userId', '=', userId).execute();
      const deleted = await transaction
        .deleteFrom('authenticators')
        .where('id', '=', authenticator)
        .where('userId', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!deleted) throw new Refusal('authenticator.not.found');
      if ((await this.secondFactors.authenticatorsOf(userId, transaction)).length > 0) return;
      await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    });
    this.letters.sendSecurityChanged(user, 'authenticator.unbound', from);
    await this.messages.notify(userId, 'second.factor.unbound', {});
  }

  async renewRecoveryCodes(userId: number, password: string, code: string, from: ChangedFrom): Promise<RecoveryCodes> {
    const user = await this.prove(userId, password, code);
    const codes = newRecoveryCodes();
    await this.database.sql.transaction().execute((transaction) => replaceRecoveryCodes(transaction, userId, codes));
    this.letters.sendSecurityChanged(user, 'recovery.codes.renewed', from);
    await this.messages.notify(userId, 'recovery.codes.renewed', {});
    return { recoveryCodes: codes };
  }

  private async codeOf(user: UserRow, { channel, code }: BeginAuthenticatorRequest): Promise<number> {
    if (channel === undefined || code === undefined) throw new Refusal('verification.code.required');
    return this.boundCodes.check(user, 'authenticator', channel, code);
  }

  private refuseTooMany(existingCount: number): void {
    const maximum = this.config.limits.authenticatorsPerUserMax;
    if (existingCount >= maximum) throw new Refusal('authenticators.too.many', { maximum });
  }

  private async pendingOf(userId: number): Promise<PendingAuthenticatorRow> {
    const row = await this.database.sql
      .selectFrom('pendingAuthenticators')
      .selectAll()
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!row || row.begunAt + PENDING_MS <= this.clock()) throw new Refusal('authenticator.not.begun');
    return row;
  }

  private async prove(userId: number, password: string, code: string): Promise<UserRow> {
    if (!(await this.secondFactors.isBound(userId))) throw new Refusal('authenticator.not.bound');
    const user = await this.proofs.byPassword(userId, password);
    await this.secondFactors.check(userId, code);
    return user;
  }
}

async function replacePending(
  transaction: Transaction<ExchangeTables>,
  { userId, sealedSecret, begunAt }: PendingAuthenticatorRow,
): Promise<void> {
  await transaction
    .insertInto('pendingAuthenticators')
    .values({ userId, sealedSecret, begunAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ sealedSecret, begunAt }))
    .execute();
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
