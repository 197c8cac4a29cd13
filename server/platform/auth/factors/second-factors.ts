/** The second factor: a code of any authenticator of the account, each step accepted once, or one of the account's recovery codes. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { holdUser } from '../../database/hold-user';
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

/** Under which tries at it are counted. */
export function secondFactorLockout(userId: number): string {
  return `second_factor/${userId}`;
}

/** A refusal: the code is right, and what it was to be spent on is refused. */
type Judgement = 'right' | 'used' | 'wrong' | Refusal;

/** Stores what a code was spent on: both happen, or neither. */
export type SpentOn = (transaction: Transaction<ExchangeTables>) => Promise<void>;

/** The database, or a transaction of it. */
export type Reading = Pick<Transaction<ExchangeTables>, 'selectFrom'>;

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
    if (await this.withSecret(userId, secret)) return;
    const sealedSecret = (await this.secrets.of(userId)).seal(secret, totpContext(userId));
    await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'authenticator', 1);
      const row = { id, userId, sealedSecret, name: '', createdAt: this.clock(), lastUsedAt: null, lastStep: 0 };
      await transaction.insertInto('authenticators').values(row).execute();
    });
  }

  /** The step of the last code of this secret that was accepted; 0 where there is none. */
  async lastStepOf(userId: number, secret: string): Promise<number> {
    return (await this.withSecret(userId, secret))?.lastStep ?? 0;
  }

  /** Within a transaction, whatever that has done so far. The first bound comes first. */
  of(userId: number, sql: Reading = this.database.sql): Promise<AuthenticatorRow[]> {
    return sql.selectFrom('authenticators').selectAll().where('userId', '=', userId).orderBy('id').execute();
  }

  async isBound(userId: number): Promise<boolean> {
    return (await this.of(userId)).length > 0;
  }

  /**
   * Passes who has bound no authenticator, and whoever gives a code that is good; the code is spent by that, so ask for
   * it after everything else. A code that was spent before is refused and counts as no wrong try: nobody guesses it.
   * `spentOn` writes down for what, in the same transaction; what it refuses leaves the code good. Refuses
   * `google.code.required`, `google.code.wrong`, `google.code.used`, `tries.too.many`.
   */
  async check(userId: number, code: string | undefined, spentOn?: SpentOn): Promise<void> {
    const authenticators = await this.of(userId);
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
    const { left } = await this.database.sql
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return left;
  }

  private async withSecret(userId: number, secret: string): Promise<AuthenticatorRow | undefined> {
    const own = await this.secrets.of(userId);
    return (await this.of(userId)).find(({ sealedSecret }) => own.open(sealedSecret, totpContext(userId)) === secret);
  }

  private async judge(
    userId: number,
    authenticators: readonly AuthenticatorRow[],
    code: string,
    spentOn?: SpentOn,
  ): Promise<Judgement> {
    const recoveryCode = normalRecoveryCode(code);
    if (recoveryCode === null) {
      const shown = await this.showing(userId, authenticators, code);
      if (shown.length === 0) return 'wrong';
      const take = (transaction: Transaction<ExchangeTables>) => spendSteps(transaction, shown, this.clock());
      return this.spend(userId, 'used', take, spentOn);
    }
    const take = (transaction: Transaction<ExchangeTables>) => spendRecoveryCode(transaction, userId, recoveryCode);
    const judgement = await this.spend(userId, 'wrong', take, spentOn);
    if (judgement !== 'right') return judgement;
    await this.messages.tell(userId, 'recovery.code.used', { left: await this.recoveryCodesLeft(userId) });
    return 'right';
  }

  /** One, unless two happen to show the same six digits: then the code is spent on each of them, and good once all the same. */
  private async showing(userId: number, authenticators: readonly AuthenticatorRow[], code: string): Promise<Step[]> {
    const own = await this.secrets.of(userId);
    const now = this.clock();
    return authenticators.flatMap(({ id, sealedSecret }) => {
      const step = totpStepOf(own.open(sealedSecret, totpContext(userId)), code, now);
      return step === null ? [] : [{ id, step }];
    });
  }

  private async spend(
    userId: number,
    otherwise: 'used' | 'wrong',
    take: (transaction: Transaction<ExchangeTables>) => Promise<boolean>,
    spentOn?: SpentOn,
  ): Promise<Judgement> {
    try {
      return await this.database.sql.transaction().execute(async (transaction): Promise<Judgement> => {
        // First of all, so that what is spent here and what protects the account are changed in one order.
        await holdUser(transaction, userId);
        if (!(await take(transaction))) throw new Unspent();
        await spentOn?.(transaction);
        return 'right';
      });
    } catch (error) {
      if (error instanceof Unspent) return otherwise;
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

/** The thirty seconds of an authenticator whose code was given. */
interface Step {
  id: number;
  step: number;
}

/** Leaves everything as it was. */
class Unspent extends Error {}

/** One statement each, so that of two requests with the same code one alone gets through. */
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
