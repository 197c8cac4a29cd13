/**
 * Erasure of a user on request, 30 days later: afterwards no stored data identifies the person. The hourly sweep
 * performs it unless a legal hold exists or something is still open; then a later sweep does. The journal keeps only
 * the user id.
 */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Transaction } from 'kysely';
import type { ErasureState } from '../../../../../shared/products/identity/personal-data';
import { hashPassword, randomPassword } from '../../../../platform/auth/log-in/passwords';
import type { CommandPort } from '../../../../engine/port';
import { userLockout, logInLockout } from '../../../../platform/auth/users';
import { Tickets } from '../../../../platform/auth/tickets';
import type { Database } from '../../../../platform/database/database';
import { truncateWal } from '../../../../platform/database/sqlite/truncate-wal';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { takeIds } from '../../../../platform/database/last-ids';
import { isFinalRefusal, Refusal } from '../../../../platform/errors/refusal';
import { FILES, type Files } from '../../../../platform/files/files';
import { photoFile, recoveryPhotoFile } from '../../../../platform/secrets/contexts';
import { UserSecrets } from '../../../../platform/secrets/user-secrets';
import { CLOCK, COMMAND_PORT, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { Submitter } from '../../../../features/shared/endpoints/submitter';
import { HasOpenItems } from './open-items.queries';
import { LegalHolds } from './legal-holds';

const HOUR_MS = 3_600_000;
export const ERASED_AFTER_MS = 30 * 24 * HOUR_MS;
const REASON = 'erased at the user’s wish';

/** Tables from which all rows of the user are deleted. */
const DELETED_TABLES = [
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
  /** Deleted data may remain in the store's write-ahead log until that is emptied; unknown after a start. */
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

  async stateOf(userId: number): Promise<ErasureState> {
    const open = await this.database.sql
      .selectFrom('erasures')
      .select(['askedAt', 'dueAt'])
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    return { erasure: open ?? null };
  }

  /** Asking again keeps the first due time. Refuses `account.not.empty` while anything is open or left. */
  async request(user: UserRow): Promise<ErasureState> {
    if (user.role !== 'user') throw new Refusal('permission.denied');
    if (await this.queries.execute(new HasOpenItems(user.id))) throw new Refusal('account.not.empty');
    const askedAt = this.clock();
    const pendingErasure = { askedAt, dueAt: askedAt + ERASED_AFTER_MS, endedAt: null, outcome: null };
    await this.database.sql
      .insertInto('erasures')
      .values({ userId: user.id, ...pendingErasure })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet(pendingErasure).where('erasures.endedAt', 'is not', null),
      )
      .execute();
    return this.stateOf(user.id);
  }

  /** Refused for a partly performed erasure, which the next sweep completes. */
  async cancel(userId: number): Promise<ErasureState> {
    if (this.live.members.isErased(userId)) throw new Refusal('account.erased');
    await this.database.sql
      .updateTable('erasures')
      .set({ endedAt: this.clock(), outcome: 'withdrawn' })
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .execute();
    return this.stateOf(userId);
  }

  /** Returns the number of erased accounts. */
  async sweep(): Promise<number> {
    const dueErasures = await this.database.sql
      .selectFrom('erasures')
      .select('userId')
      .where('endedAt', 'is', null)
      .where('dueAt', '<=', this.clock())
      .execute();
    let erased = 0;
    for (const { userId } of dueErasures) {
      if (await this.holds.isHeld(userId)) continue;
      if (await this.queries.execute(new HasOpenItems(userId))) continue;
      await this.erase(userId);
      erased++;
    }
    if (erased > 0 || !this.isLogEmpty) this.isLogEmpty = await truncateWal(this.database);
    return erased;
  }

  /** If interrupted, the next sweep repeats it. */
  private async erase(userId: number): Promise<void> {
    await this.freeze(userId);
    await this.eraseInCore(userId);
    await this.tickets.endAll(userId, 'user');
    const photos = await this.database.sql.selectFrom('photos').select('id').where('userId', '=', userId).execute();
    for (const { id } of photos) await this.files.remove(photoFile({ id, userId }));
    await this.deleteRecoveries(userId);
    // Hash of a random password, because password checks need a hash.
    const passwordHash = await hashPassword(randomPassword());
    await this.database.sql
      .transaction()
      .execute((transaction) => forget(transaction, userId, passwordHash, this.clock()));
    this.userSecrets.forget(userId);
  }

  /** Deletes photos of recovery requests. */
  private async deleteRecoveries(userId: number): Promise<void> {
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

  /** An erased account must neither trade nor withdraw. */
  private async freeze(userId: number): Promise<void> {
    const command = { type: 'FreezeAccount', user: userId, reason: REASON } as const;
    try {
      await this.submitter.submit({ actor: `user/${userId}`, clientId: randomUUID(), command });
    } catch (error) {
      // Already frozen, or never a member: also fine.
      if (!isFinalRefusal(error)) throw error;
    }
  }

  /** Before the deletion, so that nothing is ever paid to an erased user, wherever this is interrupted. */
  private async eraseInCore(userId: number): Promise<void> {
    const command = { type: 'EraseMember', user: userId } as const;
    const outcome = await this.port.submit({ actor: 'registrar', command });
    // Already told, or never a member: also fine.
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
  // Concurrent notifications of this user wait for this transaction and then find the account erased.
  await takeIds(transaction, 'message', 1);
  const user = await transaction.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const recoveryRequests = await transaction
    .selectFrom('recoveries')
    .select('email')
    .where('userId', '=', userId)
    .execute();
  for (const table of DELETED_TABLES) await transaction.deleteFrom(table).where('userId', '=', userId).execute();
  const ownAddresses = [user.email, user.phone].filter((name) => name !== null);
  // Feedback sent without a log-in, with the user's address as contact.
  if (ownAddresses.length > 0)
    await transaction.deleteFrom('feedback').where('contact', 'in', ownAddresses).where('userId', 'is', null).execute();
  const names = await withUnownedEmails(
    transaction,
    ownAddresses,
    recoveryRequests.map(({ email }) => email),
  );
  if (names.length > 0) {
    await transaction.deleteFrom('recoveries').where('email', 'in', names).where('userId', 'is', null).execute();
    await transaction.deleteFrom('codes').where('address', 'in', names).execute();
    await transaction.deleteFrom('outbox').where('address', 'in', names).execute();
    await transaction.deleteFrom('lockouts').where('account', 'in', names.map(logInLockout)).execute();
  }
  await transaction.deleteFrom('lockouts').where('account', '=', userLockout(user)).execute();
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

/** Adds addresses of recovery requests, except those that belong to another account: a request may name any account. */
async function withUnownedEmails(
  transaction: Transaction<ExchangeTables>,
  ownAddresses: readonly string[],
  requestedEmails: readonly string[],
): Promise<string[]> {
  const others = requestedEmails.filter((email) => !ownAddresses.includes(email));
  if (others.length === 0) return [...ownAddresses];
  const owned = await transaction.selectFrom('users').select('email').where('email', 'in', others).execute();
  return [...ownAddresses, ...others.filter((email) => !owned.some((one) => one.email === email))];
}
