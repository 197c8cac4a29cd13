/** The second factor: a code of the bound authenticator, each step accepted once, or one of its recovery codes. */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import type { AuthenticatorRow } from '../database/security-tables';
import { Refusal } from '../errors/refusal';
import { Messages } from '../messages/messages';
import { Secrets } from '../secrets/secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { Lockouts } from './lockouts';
import { normalRecoveryCode, recoveryCodeHash } from './recovery-codes';
import { totpStepOf } from './totp';

/** What the secret of an authenticator is sealed for. */
export function totpContext(userId: number): string {
  return `totp/${userId}`;
}

/** Under which tries at it are counted. */
export function secondFactorLockout(userId: number): string {
  return `second_factor/${userId}`;
}

type Judgement = 'right' | 'used' | 'wrong';

@Injectable()
export class SecondFactors {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly lockouts: Lockouts,
    private readonly messages: Messages,
  ) {}

  async isBound(userId: number): Promise<boolean> {
    return (await this.boundTo(userId)) !== undefined;
  }

  /**
   * Passes who has bound no authenticator, and whoever gives a code that is good; the code is spent by that, so ask for
   * it after everything else. Refuses `google.code.required`, `google.code.wrong`, `google.code.used`, `tries.too.many`.
   */
  async check(userId: number, code: string | undefined): Promise<void> {
    const authenticator = await this.boundTo(userId);
    if (!authenticator) return;
    if (code === undefined) throw new Refusal('google.code.required');
    let judgement = 'wrong' as Judgement;
    const isRight = await this.lockouts.attempt(secondFactorLockout(userId), async () => {
      judgement = await this.judge(authenticator, code.trim());
      return judgement === 'right';
    });
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

  private async judge({ userId, sealedSecret }: AuthenticatorRow, code: string): Promise<Judgement> {
    const recoveryCode = normalRecoveryCode(code);
    if (recoveryCode !== null) return (await this.spendRecoveryCode(userId, recoveryCode)) ? 'right' : 'wrong';
    const step = totpStepOf(this.secrets.open(sealedSecret, totpContext(userId)), code, this.clock());
    if (step === null) return 'wrong';
    return (await this.spendStep(userId, sealedSecret, step)) ? 'right' : 'used';
  }

  /** One statement, so that of two requests with the same code one alone gets through. */
  private async spendStep(userId: number, sealedSecret: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('authenticators')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('isBound', '=', 1)
      .where('sealedSecret', '=', sealedSecret)
      .where('lastStep', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  private async spendRecoveryCode(userId: number, code: string): Promise<boolean> {
    const { numDeletedRows } = await this.database.sql
      .deleteFrom('recoveryCodes')
      .where('userId', '=', userId)
      .where('codeHash', '=', recoveryCodeHash(userId, code))
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return false;
    await this.messages.tell(userId, 'recovery.code.used', { left: await this.recoveryCodesLeft(userId) });
    return true;
  }
}
