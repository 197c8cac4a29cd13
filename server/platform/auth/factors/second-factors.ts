/** The second factor: a code of any authenticator of the account, each time step accepted once, or a recovery code of the account. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { lockUserRow } from '../../database/lock-user-row';
import { takeIds } from '../../database/last-ids';
import type { AuthenticatorRow } from '../../database/security-tables';
import { Refusal } from '../../errors/refusal';
import { Messages } from '../../messages/messages';
import { totpContext } from '../../secrets/contexts';
import { UserSecrets } from '../../secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { Lockouts } from '../log-in/lockouts';
import { normalRecoveryCode, recoveryCodeHash } from './recovery-codes';
import { totpStepOf } from './totp';

/** The lockout key of second-factor tries. */
export function secondFactorLockout(userId: number): string {
  return `second_factor/${userId}`;
}

/** `Refusal`: the code is correct, but the action it would authorise is refused. */
type Judgement = 'right' | 'used' | 'wrong' | Refusal;

/** Runs in the transaction that spends the code. */
export type OnSpent = (transaction: Transaction<ExchangeTables>) => Promise<void>;

/** The database, or a transaction of it. */
export type SelectOnly = Pick<Transaction<ExchangeTables>, 'selectFrom'>;

@Injectable()
export class SecondFactors {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
    private readonly lockouts: Lockouts,
    private readonly messages: Messages,
  ) {}

  /** Binds an authenticator with a known secret: the demo publishes the secrets of its staff. */
  async bindKnownSecret(userId: number, secret: string): Promise<void> {
    if (await this.authenticatorWithSecret(userId, secret)) return;
    const sealedSecret = (await this.secrets.sealOf(userId)).seal(secret, totpContext(userId));
    await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'authenticator', 1);
      const row = { id, userId, sealedSecret, name: '', createdAt: this.clock(), lastUsedAt: null, lastStep: 0 };
      await transaction.insertInto('authenticators').values(row).execute();
    });
  }

  /** The time step of the last accepted code of this secret; 0 if there is none. */
  async lastStepOf(userId: number, secret: string): Promise<number> {
    return (await this.authenticatorWithSecret(userId, secret))?.lastStep ?? 0;
  }

  /** Oldest first. In a transaction, includes its uncommitted changes. */
  authenticatorsOf(userId: number, sql: SelectOnly = this.database.sql): Promise<AuthenticatorRow[]> {
    return sql.selectFrom('authenticators').selectAll().where('userId', '=', userId).orderBy('id').execute();
  }

  async isBound(userId: number): Promise<boolean> {
    return (await this.authenticatorsOf(userId)).length > 0;
  }

  /**
   * Passes if the user has no authenticator, or if the code is valid. The check spends the code, so call it after all other checks. A
   * code that is already spent is refused but does not count as a wrong try, since it is not a guess. `spentOn` records the action in the
   * same transaction; if it refuses, the code stays valid. Refuses `google.code.required`, `google.code.wrong`, `google.code.used`,
   * `tries.too.many`.
   */
  async check(userId: number, code: string | undefined, spentOn?: OnSpent): Promise<void> {
    const authenticators = await this.authenticatorsOf(userId);
    if (authenticators.length === 0) {
      if (spentOn) await this.database.sql.transaction().execute(spentOn);
      return;
    }
    if (code === undefined) throw new Refusal('google.code.required');
    let judgement = 'wrong' as Judgement;
    const isRight = await this.lockouts.attempt(secondFactorLockout(userId), async () => {
      judgement = await this.judge(userId, authenticators, code.trim(), spentOn);
      return judgement === 'used' ? 'neither' : judgement !== 'wrong';
    });
    if (judgement instanceof Refusal) throw judgement;
    if (!isRight) throw new Refusal(judgement === 'used' ? 'google.code.used' : 'google.code.wrong');
  }

  async recoveryCodesLeft(userId: number): Promise<number> {
    const { left: remaining } = await this.database.sql
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return remaining;
  }

  private async authenticatorWithSecret(userId: number, secret: string): Promise<AuthenticatorRow | undefined> {
    const userSeal = await this.secrets.sealOf(userId);
    return (await this.authenticatorsOf(userId)).find(
      ({ sealedSecret }) => userSeal.open(sealedSecret, totpContext(userId)) === secret,
    );
  }

  private async judge(
    userId: number,
    authenticators: readonly AuthenticatorRow[],
    code: string,
    spentOn?: OnSpent,
  ): Promise<Judgement> {
    const recoveryCode = normalRecoveryCode(code);
    if (recoveryCode === null) {
      const matchedSteps = await this.matchingSteps(userId, authenticators, code);
      if (matchedSteps.length === 0) return 'wrong';
      const spendProof = (transaction: Transaction<ExchangeTables>) =>
        spendSteps(transaction, matchedSteps, this.clock());
      return this.spend(userId, 'used', spendProof, spentOn);
    }
    const take = (transaction: Transaction<ExchangeTables>) => spendRecoveryCode(transaction, userId, recoveryCode);
    const judgement = await this.spend(userId, 'wrong', take, spentOn);
    if (judgement !== 'right') return judgement;
    await this.messages.notify(userId, 'recovery.code.used', { left: await this.recoveryCodesLeft(userId) });
    return 'right';
  }

  /** Usually one authenticator. If two show the same six digits, the code is spent on each of them and still accepted once. */
  private async matchingSteps(
    userId: number,
    authenticators: readonly AuthenticatorRow[],
    code: string,
  ): Promise<Step[]> {
    const userSeal = await this.secrets.sealOf(userId);
    const now = this.clock();
    return authenticators.flatMap(({ id, sealedSecret }) => {
      const step = totpStepOf(userSeal.open(sealedSecret, totpContext(userId)), code, now);
      return step === null ? [] : [{ id, step }];
    });
  }

  private async spend(
    userId: number,
    otherwise: 'used' | 'wrong',
    spendProof: (transaction: Transaction<ExchangeTables>) => Promise<boolean>,
    spentOn?: OnSpent,
  ): Promise<Judgement> {
    try {
      return await this.database.sql.transaction().execute(async (transaction): Promise<Judgement> => {
        // Locks the user first, so spending a code and changing the account's protection always lock in the same order.
        await lockUserRow(transaction, userId);
        if (!(await spendProof(transaction))) throw new CodeAlreadySpent();
        await spentOn?.(transaction);
        return 'right';
      });
    } catch (error) {
      if (error instanceof CodeAlreadySpent) return otherwise;
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** The authenticator and the 30-second time step that a code matches. */
interface Step {
  id: number;
  step: number;
}

/** Rolls the transaction back. */
class CodeAlreadySpent extends Error {}

/** One statement per step, so only one of two concurrent requests with the same code succeeds. */
async function spendSteps(
  transaction: Transaction<ExchangeTables>,
  steps: readonly Step[],
  lastUsedAt: number,
): Promise<boolean> {
  for (const { id, step } of steps) {
    const { numUpdatedRows } = await transaction
      .updateTable('authenticators')
      .set({ lastStep: step, lastUsedAt })
      .where('id', '=', id)
      .where('lastStep', '<', step)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
  }
  return true;
}

async function spendRecoveryCode(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', recoveryCodeHash(userId, code))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
