/**
 * Account recovery requests of people who lost password and factors. They prove a mail address and send photos of their
 * document. They do not learn whether the named account exists: requests without an account proceed equally and are
 * dropped. The owner is notified at every address of the account, with a link that freezes it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ExpressionBuilder, Transaction } from 'kysely';
import type {
  BeginRecoveryRequest,
  RecoveryBegun,
  SubmitRecoveryRequest,
} from '../../../../../shared/products/identity/recovery';
import { PHOTOS_NEEDED } from '../../../../../shared/products/identity/verification';
import { addressOf, normalAddress } from '../../../../platform/auth/addresses';
import { Codes } from '../../../../platform/auth/factors/codes';
import { KnownBrowsers } from '../../../../platform/auth/log-in/known-browsers';
import { isStaff } from '../../../../platform/auth/factors/user-factors';
import { Users } from '../../../../platform/auth/users';
import type { ClientInfo } from '../../../../platform/auth/log-in/client-info';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { lockUserRow } from '../../../../platform/database/lock-user-row';
import { takeIds } from '../../../../platform/database/last-ids';
import type { RecoveryRow } from '../../../../platform/database/recovery-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { RecoveryPhotos } from './recovery-photos';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Time for uploading the photos, ms. */
const BEGUN_MS = HOUR_MS;
/**
 * Maximum requests for an account per day, from one address and in total, so that a stranger cannot block the owner.
 * Further ones are dropped silently, like those without an account.
 */
const PER_ADDRESS_MAX = 3;
const PER_ACCOUNT_MAX = 20;
/** Requests expire if staff have not reviewed them by then. */
const WAITING_MS = 90 * DAY_MS;

@Injectable()
export class RecoveryRequests implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(RecoveryRequests.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly photos: RecoveryPhotos,
    private readonly letters: Letters,
    private readonly messages: Messages,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.error(error, 'requests that nobody needs were not deleted'));
    }, HOUR_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Refuses an invalid address, and `verification.code.error`. */
  async begin(
    { account, email: enteredEmail, code }: BeginRecoveryRequest,
    clientInfo: ClientInfo,
  ): Promise<RecoveryBegun> {
    const { address: email } = normalAddress('email', enteredEmail);
    const holder = await this.users.byEmail(email);
    const requester = this.knownBrowsers.tryKeyOf(clientInfo, holder?.id);
    const codeId = await this.codes.check({ purpose: 'recover', address: email, requester }, code);
    const namedAddress = addressOf(account);
    const user = namedAddress === null ? undefined : await this.users.byAddress(namedAddress);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const begunAt = this.clock();
    await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'recovery', 1);
      if (!(await this.codes.markUsed(transaction, codeId))) throw new Refusal('verification.code.error');
      const row: RecoveryRow = {
        ...{ id, userId: user && !isStaff(user) ? user.id : null, tokenHash: hashOf(token), email },
        ...{ language: clientInfo.language, begunAt, documentType: null, submittedAt: null, status: 'begun' },
        ...{ endedAt: null, declinedBy: null, reason: null, linkHash: null, linkExpiresAt: null },
      };
      await transaction.insertInto('recoveries').values(row).execute();
    });
    return { token, expiresAt: begunAt + BEGUN_MS };
  }

  /** The request that a photo belongs to. Refuses `recovery.not.found`. */
  async open(token: string): Promise<number> {
    return (await this.openRequest(token)).id;
  }

  /**
   * Refuses `recovery.not.found`, and with their kinds `picture.required` for missing photos and `photo.repeated` for
   * equal ones.
   */
  async submit({ token, documentType }: SubmitRecoveryRequest, clientInfo: ClientInfo): Promise<void> {
    const { id, userId, email } = await this.openRequest(token);
    const needed = PHOTOS_NEEDED[documentType];
    const photos = (await this.photos.photosOf(id)).filter(({ kind }) => needed.includes(kind));
    const missing = needed.filter((needs) => !photos.some(({ kind }) => kind === needs));
    if (missing.length > 0) throw new Refusal('picture.required', { photos: missing });
    const repeated = await this.photos.repeated(photos);
    if (repeated.length > 0) throw new Refusal('photo.repeated', { photos: repeated });
    const user = userId === null ? undefined : await this.users.byId(userId);
    const isHeard = await this.database.sql.transaction().execute(async (transaction) => {
      // Serialises concurrent submissions so that each is counted.
      await lockUserRow(transaction, user?.id ?? 0);
      const isConsidered = user !== undefined && (await this.isHeard(transaction, user.id, email));
      const submitted = await transaction
        .updateTable('recoveries')
        .set({ status: 'waiting', documentType, submittedAt: this.clock(), ...(isConsidered ? {} : { userId: null }) })
        .where('id', '=', id)
        .where('status', '=', 'begun')
        .returning('id')
        .executeTakeFirst();
      if (!submitted) throw new Refusal('recovery.not.found');
      return isConsidered;
    });
    if (isHeard && user)
      this.notifyOwner(user, id, clientInfo).catch((error: unknown) => this.log.error(error, 'an owner was not told'));
  }

  /**
   * Deletes requests that will not be reviewed and old declined ones, and the photos of other finished ones. Users with
   * a legal hold are excluded. Returns the number of deleted requests.
   */
  async sweep(): Promise<number> {
    const now = this.clock();
    const endedBefore = now - this.config.limits.rejectedPhotoDaysMax * DAY_MS;
    const old = await this.database.sql
      .selectFrom('recoveries')
      .select('id')
      .where((row) =>
        row.or([
          row.and([row('status', '=', 'begun'), row('begunAt', '<=', now - BEGUN_MS)]),
          row.and([row('status', '!=', 'begun'), row('userId', 'is', null)]),
          row.and([row('status', '=', 'declined'), row('endedAt', '<=', endedBefore)]),
          row.and([row('status', '=', 'waiting'), row('submittedAt', '<=', now - WAITING_MS)]),
        ]),
      )
      .where(this.isFree)
      .execute();
    for (const { id } of old) {
      await this.photos.removeAll(id);
      await this.database.sql.deleteFrom('recoveries').where('id', '=', id).execute();
    }
    const completedRequests = await this.database.sql
      .selectFrom('recoveries')
      .select('id')
      .where((row) =>
        row.or([
          row.and([row('status', '=', 'finished'), row('endedAt', '<=', endedBefore)]),
          row.and([row('status', '=', 'granted'), row('linkExpiresAt', '<=', endedBefore)]),
        ]),
      )
      .where('id', 'in', (row) => row.selectFrom('recoveryPhotos').select('recoveryId'))
      .where(this.isFree)
      .execute();
    // Photos stored while their request was being deleted.
    const orphans = await this.database.sql
      .selectFrom('recoveryPhotos')
      .select('recoveryId as id')
      .distinct()
      .where((photo) =>
        photo.not(
          photo.exists(
            photo
              .selectFrom('recoveries')
              .select('recoveries.id')
              .whereRef('recoveries.id', '=', 'recoveryPhotos.recoveryId'),
          ),
        ),
      )
      .execute();
    for (const { id } of [...completedRequests, ...orphans]) await this.photos.removeAll(id);
    return old.length;
  }

  private readonly isFree = (row: ExpressionBuilder<ExchangeTables, 'recoveries'>) =>
    row.or([
      row('userId', 'is', null),
      row('userId', 'not in', row.selectFrom('legalHolds').select('userId').where('liftedAt', 'is', null)),
    ]);

  /** Runs after the answer, whose time must not reveal that a letter is written. */
  private async notifyOwner(user: UserRow, id: number, clientInfo: ClientInfo): Promise<void> {
    void this.letters.sendRecoveryStep(user, 'recovery.requested', clientInfo);
    await this.messages.notify(user.id, 'recovery.requested', {}, `recovery/${id}/requested`);
  }

  private async isHeard(transaction: Transaction<ExchangeTables>, userId: number, email: string): Promise<boolean> {
    const rows = await transaction
      .selectFrom('recoveries')
      .select('email')
      .where('userId', '=', userId)
      .where('submittedAt', '>', this.clock() - DAY_MS)
      .execute();
    const ofAddress = rows.filter((row) => row.email === email).length;
    return ofAddress < PER_ADDRESS_MAX && rows.length < PER_ACCOUNT_MAX;
  }

  private async openRequest(token: string): Promise<RecoveryRow> {
    const row = await this.database.sql
      .selectFrom('recoveries')
      .selectAll()
      .where('tokenHash', '=', hashOf(token))
      .where('status', '=', 'begun')
      .where('begunAt', '>', this.clock() - BEGUN_MS)
      .executeTakeFirst();
    if (!row) throw new Refusal('recovery.not.found');
    return row;
  }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
