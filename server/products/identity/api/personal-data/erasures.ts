/**
 * A user asks to be erased; 30 days later nothing is left that says who they were. The hourly look carries it out, unless a legal
 * hold is on them or something of theirs is still open: then the next one does. The journal keeps their number, and nothing that
 * leads from it to them.
 */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Transaction } from 'kysely';
import type { ErasureState } from '../../../../../shared/products/identity/personal-data';
import { hashPassword, randomPassword } from '../../../../platform/auth/log-in/passwords';
import type { CommandPort } from '../../../../engine/port';
import { lockoutOf, lockoutOfName } from '../../../../platform/auth/users';
import { Tickets } from '../../../../platform/auth/tickets';
import type { Database } from '../../../../platform/database/database';
import { emptyLog } from '../../../../platform/database/empty-log';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { takeIds } from '../../../../platform/database/last-ids';
import { isFinalRefusal, Refusal } from '../../../../platform/errors/refusal';
import { FILES, type Files } from '../../../../platform/files/files';
import { photoFile, recoveryPhotoFile } from '../../../../platform/secrets/contexts';
import { UserSecrets } from '../../../../platform/secrets/user-secrets';
import { CLOCK, COMMAND_PORT, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { Submitter } from '../../../../features/shared/endpoints/submitter';
import { IsAnythingLeft } from './left-open.queries';
import { LegalHolds } from './legal-holds';

const HOUR_MS = 3_600_000;
export const ERASED_AFTER_MS = 30 * 24 * HOUR_MS;
const REASON = 'erased at the user’s wish';

/** Tables of which every row of the user goes. */
const EMPTIED = [
  'authenticators',
  'pendingAuthenticators',
  'recoveries',
  'recoveryCodes',
  'passkeys',
  'passkeyChallenges',
  'stepUps',
  'fundPasswords',
  'settingsLocks',
  'ownLimits',
  'tradingFactors',
  'robotKeys',
  'bankCards',
  'photos',
  'verifications',
  'messages',
  'logIns',
  'sessions',
  'userChoices',
  'withdrawalAddresses',
  'withdrawalBeneficiaries',
  'feedbackAnswers',
  'keptAddresses',
  'feedback',
  'depositReports',
  'codes',
  'letterLinks',
  'accountGuards',
  'userKeys',
] as const satisfies readonly (keyof ExchangeTables)[];

@Injectable()
export class Erasures implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(Erasures.name);
  private timer: NodeJS.Timeout | undefined;
  /** What was erased may stand in the store's own log until that is emptied: after a start nobody knows. */
  private isLogEmpty = false;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(FILES) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly queries: QueryBus,
    private readonly submitter: Submitter,
    private readonly tickets: Tickets,
    private readonly holds: LegalHolds,
    private readonly userSecrets: UserSecrets,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.error(error, 'an erasure that is due was not done'));
    }, HOUR_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async of(userId: number): Promise<ErasureState> {
    const open = await this.database.sql
      .selectFrom('erasures')
      .select(['askedAt', 'dueAt'])
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    return { erasure: open ?? null };
  }

  /** Asked for twice it is due when the first said. Refuses `account.not.empty` while anything is open or left. */
  async ask(user: UserRow): Promise<ErasureState> {
    if (user.role !== 'user') throw new Refusal('permission.denied');
    if (await this.queries.execute(new IsAnythingLeft(user.id))) throw new Refusal('account.not.empty');
    const askedAt = this.clock();
    const asked = { askedAt, dueAt: askedAt + ERASED_AFTER_MS, endedAt: null, outcome: null };
    await this.database.sql
      .insertInto('erasures')
      .values({ userId: user.id, ...asked })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(asked).where('erasures.endedAt', 'is not', null))
      .execute();
    return this.of(user.id);
  }

  /** Refused when the erasure was cut off half-way: the next sweep ends it. */
  async takeBack(userId: number): Promise<ErasureState> {
    if (this.live.members.isErased(userId)) throw new Refusal('account.erased');
    await this.database.sql
      .updateTable('erasures')
      .set({ endedAt: this.clock(), outcome: 'withdrawn' })
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .execute();
    return this.of(userId);
  }

  /** Returns how many accounts were erased. */
  async sweep(): Promise<number> {
    const due = await this.database.sql
      .selectFrom('erasures')
      .select('userId')
      .where('endedAt', 'is', null)
      .where('dueAt', '<=', this.clock())
      .execute();
    let erased = 0;
    for (const { userId } of due) {
      if (await this.holds.isHeld(userId)) continue;
      if (await this.queries.execute(new IsAnythingLeft(userId))) continue;
      await this.erase(userId);
      erased++;
    }
    if (erased > 0 || !this.isLogEmpty) this.isLogEmpty = await emptyLog(this.database);
    return erased;
  }

  /** Cut off anywhere, the next sweep does it again. */
  private async erase(userId: number): Promise<void> {
    await this.freeze(userId);
    await this.tellCore(userId);
    await this.tickets.endAll(userId, 'user');
    const photos = await this.database.sql.selectFrom('photos').select('id').where('userId', '=', userId).execute();
    for (const { id } of photos) await this.files.remove(photoFile({ id, userId }));
    await this.forgetRecoveries(userId);
    // Of a password that nobody has: what checks passwords needs a hash.
    const passwordHash = await hashPassword(randomPassword());
    await this.database.sql
      .transaction()
      .execute((transaction) => forget(transaction, userId, passwordHash, this.clock()));
    this.userSecrets.forget(userId);
  }

  /** Photos that came with requests to be let back in. */
  private async forgetRecoveries(userId: number): Promise<void> {
    const photos = await this.database.sql
      .selectFrom('recoveryPhotos')
      .innerJoin('recoveries', 'recoveries.id', 'recoveryPhotos.recoveryId')
      .select(['recoveryPhotos.id', 'recoveryPhotos.recoveryId'])
      .where('recoveries.userId', '=', userId)
      .execute();
    for (const photo of photos) {
      await this.files.remove(recoveryPhotoFile(photo));
      await this.database.sql.deleteFrom('recoveryPhotos').where('id', '=', photo.id).execute();
    }
  }

  /** Nobody is behind it any more: it neither trades nor withdraws. */
  private async freeze(userId: number): Promise<void> {
    const command = { type: 'FreezeAccount', user: userId, reason: REASON } as const;
    try {
      await this.submitter.submit({ actor: `user/${userId}`, clientId: randomUUID(), command });
    } catch (error) {
      // Frozen already, or never a member: as good.
      if (!isFinalRefusal(error)) throw error;
    }
  }

  /** Ahead of what is deleted: nothing is ever paid to somebody who is erased here, wherever this is cut off. */
  private async tellCore(userId: number): Promise<void> {
    const command = { type: 'EraseMember', user: userId } as const;
    const outcome = await this.port.submit({ actor: 'registrar', command });
    // Told already, or never a member: as good.
    const isAsGood = !('rejected' in outcome) || ['account.erased', 'account.unknown'].includes(outcome.rejected);
    if (!isAsGood) throw new Error(`the core refuses to erase user ${userId}: ${outcome.rejected}`);
  }
}

async function forget(
  transaction: Transaction<ExchangeTables>,
  userId: number,
  passwordHash: string,
  now: number,
): Promise<void> {
  // Whoever tells this user something now waits for this one to end, and then finds nobody to tell.
  await takeIds(transaction, 'message', 1);
  const user = await transaction.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const asked = await transaction.selectFrom('recoveries').select('email').where('userId', '=', userId).execute();
  for (const table of EMPTIED) await transaction.deleteFrom(table).where('userId', '=', userId).execute();
  const own = [user.email, user.phone].filter((name) => name !== null);
  // Written before logging in, and left as where to answer.
  if (own.length > 0)
    await transaction.deleteFrom('feedback').where('contact', 'in', own).where('userId', 'is', null).execute();
  const names = await withUnowned(
    transaction,
    own,
    asked.map(({ email }) => email),
  );
  if (names.length > 0) {
    await transaction.deleteFrom('recoveries').where('email', 'in', names).where('userId', 'is', null).execute();
    await transaction.deleteFrom('codes').where('address', 'in', names).execute();
    await transaction.deleteFrom('outbox').where('address', 'in', names).execute();
    await transaction.deleteFrom('lockouts').where('account', 'in', names.map(lockoutOfName)).execute();
  }
  await transaction.deleteFrom('lockouts').where('account', '=', lockoutOf(user)).execute();
  const erased = { email: null, phone: null, nickName: '', nationality: null, antiPhishingCode: null };
  await transaction
    .updateTable('users')
    .set({ ...erased, registerClientId: null, passwordHash })
    .where('id', '=', userId)
    .execute();
  await transaction
    .updateTable('erasures')
    .set({ endedAt: now, outcome: 'erased' })
    .where('userId', '=', userId)
    .execute();
}

/** And by which letters this account was asked back: any stranger may name it, and what is of another account stays that one's. */
async function withUnowned(
  transaction: Transaction<ExchangeTables>,
  own: readonly string[],
  asked: readonly string[],
): Promise<string[]> {
  const others = asked.filter((email) => !own.includes(email));
  if (others.length === 0) return [...own];
  const owned = await transaction.selectFrom('users').select('email').where('email', 'in', others).execute();
  return [...own, ...others.filter((email) => !owned.some((one) => one.email === email))];
}
