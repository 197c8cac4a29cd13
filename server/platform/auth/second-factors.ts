/** The second factor: a code of the bound authenticator, each step accepted once, or one of its recovery codes. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import type { AuthenticatorRow } from '../database/security-tables';
import { Refusal } from '../errors/refusal';
import { Messages } from '../messages/messages';
import { totpContext } from '../secrets/contexts';
import { UserSecrets } from '../secrets/user-secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { Lockouts } from './lockouts';
import { normalRecoveryCode, recoveryCodeHash } from './recovery-codes';
import { totpStepOf } from './totp';

/** Under which tries at it are counted. */
export function secondFactorLockout(userId: number): string {
  return `second_factor/${userId}`;
}

/** A refusal: the code is right, and what it was to be spent on is refused. */
type Judgement = 'right' | 'used' | 'wrong' | Refusal;

/** Stores what a code was spent on: both happen, or neither. */
type SpentOn = (transaction: Transaction<ExchangeTables>) => Promise<void>;

@Injectable()
export class SecondFactors {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
    private readonly lockouts: Lockouts,
    private readonly messages: Messages,
  ) {}

  /** Binds an authenticator with a secret that is known: the demo's staff have one each that everybody is shown. */
  async equip(userId: number, secret: string): Promise<void> {
    const sealedSecret = (await this.secrets.of(userId)).seal(secret, totpContext(userId));
    const bound = { sealedSecret, isBound: 1, begunAt: this.clock() };
    await this.database.sql
      .insertInto('authenticators')
      .values({ userId, ...bound, lastStep: 0 })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(bound))
      .execute();
  }

  /** The step of the last code that was accepted; 0 where there is none. */
  async lastStepOf(userId: number): Promise<number> {
    return (await this.boundTo(userId))?.lastStep ?? 0;
  }

  async isBound(userId: number): Promise<boolean> {
    return (await this.boundTo(userId)) !== undefined;
  }

  /**
   * Passes who has bound no authenticator, and whoever gives a code that is good; the code is spent by that, so ask for
   * it after everything else. `spentOn` writes down for what, in the same transaction; what it refuses leaves the code
   * good. Refuses `google.code.required`, `google.code.wrong`, `google.code.used`, `tries.too.many`.
   */
  async check(userId: number, code: string | undefined, spentOn?: SpentOn): Promise<void> {
    const authenticator = await this.boundTo(userId);
    if (!authenticator) {
      if (spentOn) await this.database.sql.transaction().execute(spentOn);
      return;
    }
    if (code === undefined) throw new Refusal('google.code.required');
    let judgement = 'wrong' as Judgement;
    const isRight = await this.lockouts.attempt(secondFactorLockout(userId), async () => {
      judgement = await this.judge(authenticator, code.trim(), spentOn);
      return judgement === 'right' || judgement instanceof Refusal;
    });
    if (judgement instanceof Refusal) throw judgement;
    if (!isRight) throw new Refusal(judgement === 'used' ? 'google.code.used' : 'google.code.wrong');
  }

  async recoveryCodesLeft(userId: number): Promise<number> {
    const { left } = await this.database.sql
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return left;
  }

  private boundTo(userId: number): Promise<AuthenticatorRow | undefined> {
    return this.database.sql
      .selectFrom('authenticators')
      .selectAll()
      .where('userId', '=', userId)
      .where('isBound', '=', 1)
      .executeTakeFirst();
  }

  private async judge({ userId, sealedSecret }: AuthenticatorRow, code: string, spentOn?: SpentOn): Promise<Judgement> {
    const recoveryCode = normalRecoveryCode(code);
    if (recoveryCode === null) {
      const own = await this.secrets.of(userId);
      const step = totpStepOf(own.open(sealedSecret, totpContext(userId)), code, this.clock());
      if (step === null) return 'wrong';
      return this.spend('used', (transaction) => spendStep(transaction, userId, sealedSecret, step), spentOn);
    }
    const take = (transaction: Transaction<ExchangeTables>) => spendRecoveryCode(transaction, userId, recoveryCode);
    const judgement = await this.spend('wrong', take, spentOn);
    if (judgement !== 'right') return judgement;
    await this.messages.tell(userId, 'recovery.code.used', { left: await this.recoveryCodesLeft(userId) });
    return 'right';
  }

  private async spend(
    otherwise: 'used' | 'wrong',
    take: (transaction: Transaction<ExchangeTables>) => Promise<boolean>,
    spentOn?: SpentOn,
  ): Promise<Judgement> {
    try {
      return await this.database.sql.transaction().execute(async (transaction) => {
        if (!(await take(transaction))) return otherwise;
        await spentOn?.(transaction);
        return 'right';
      });
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** One statement, so that of two requests with the same code one alone gets through. */
async function spendStep(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  sealedSecret: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('isBound', '=', 1)
    .where('sealedSecret', '=', sealedSecret)
    .where('lastStep', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
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
