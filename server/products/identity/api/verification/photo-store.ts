/**
 * Photos from their upload on: the row in the database, the sealed bytes among the files. The row comes first and outlives
 * the file, so that no file is ever left that nobody knows of.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { PhotoKind, UploadedPhoto } from '../../../../../shared/products/identity/verification';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { PhotoRow } from '../../../../platform/database/verification-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { FILES, type Files } from '../../../../platform/files/files';
import { repeatedKinds } from '../../../../platform/photos/repeated';
import { photoContext, photoFile } from '../../../../platform/secrets/contexts';
import { UserSecrets } from '../../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';

const ID_BYTES = 16;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEPT_AT_ONCE_MAX = 200;

export interface DrawnPhoto {
  jpeg: Buffer;
  width: number;
  height: number;
}

@Injectable()
export class PhotoStore implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(PhotoStore.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(FILES) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    private readonly secrets: UserSecrets,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.sweepAll().catch((error: unknown) => this.log.error(error, 'photos that nobody needs were not deleted'));
    }, HOUR_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Durable when it resolves. Whatever of this kind the user has uploaded and not submitted goes. */
  async keep(userId: number, kind: PhotoKind, { jpeg, width, height }: DrawnPhoto): Promise<UploadedPhoto> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const size = { width, height, uploadedAt: this.clock() };
    const row: PhotoRow = { id, userId, kind, ...size, isStored: 0, verificationId: null };
    await this.database.sql.insertInto('photos').values(row).execute();
    const own = await this.secrets.of(userId);
    await this.files.put(photoFile(row), own.sealBytes(jpeg, photoContext(row.id)));
    for (const photo of await this.replace(row)) await this.retire(photo);
    return { photo: id, kind, width, height };
  }

  /**
   * From now on this photo is the one of its kind. Returns those that were, which are not to be submitted any more. In one
   * step, so that of two that come at once one stays or both, and never neither.
   */
  private replace({ id, userId, kind }: PhotoRow): Promise<PhotoRow[]> {
    return this.database.sql.transaction().execute(async (transaction) => {
      await transaction.updateTable('photos').set({ isStored: 1 }).where('id', '=', id).execute();
      return transaction
        .updateTable('photos')
        .set({ isStored: 0 })
        .where('userId', '=', userId)
        .where('kind', '=', kind)
        .where('verificationId', 'is', null)
        .where('isStored', '=', 1)
        .where('id', '!=', id)
        .returningAll()
        .execute();
    });
  }

  /** Gives the photo to the submission, or says that there is no such photo to give. */
  async attach(
    transaction: Transaction<ExchangeTables>,
    { id, userId, kind }: Pick<PhotoRow, 'id' | 'userId' | 'kind'>,
    verificationId: number,
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('photos')
      .set({ verificationId })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .where('isStored', '=', 1)
      .where('verificationId', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** The kinds among a user's photos whose picture is that of another of them. What is not there to be given is like nothing. */
  async repeated(userId: number, photos: Partial<Record<PhotoKind, string>>): Promise<PhotoKind[]> {
    const rows = await this.database.sql
      .selectFrom('photos')
      .selectAll()
      .where('id', 'in', Object.values(photos))
      .where('userId', '=', userId)
      .where('isStored', '=', 1)
      .execute();
    const own = await this.secrets.of(userId);
    const pictures = new Map<PhotoKind, Buffer>();
    for (const row of rows) {
      const sealed = await this.files.get(photoFile(row));
      if (sealed) pictures.set(row.kind, own.openBytes(sealed, photoContext(row.id)));
    }
    return repeatedKinds(pictures);
  }

  /** Those that are kept. */
  ofSubmission(verificationId: number): Promise<PhotoRow[]> {
    const query = this.database.sql.selectFrom('photos').selectAll();
    return query.where('verificationId', '=', verificationId).where('isStored', '=', 1).execute();
  }

  /**
   * The jpeg of a submitted photo. Refuses `verification.not.found` for one that is none, or was not submitted: that one is
   * nobody's business. Refuses `photo.not.kept` for one that is gone.
   */
  async open(id: string): Promise<Buffer> {
    const row = await this.database.sql
      .selectFrom('photos')
      .selectAll()
      .where('id', '=', id)
      .where('verificationId', 'is not', null)
      .executeTakeFirst();
    if (!row) throw new Refusal('verification.not.found');
    const sealed = row.isStored === 1 ? await this.files.get(photoFile(row)) : null;
    if (!sealed) throw new Refusal('photo.not.kept');
    return (await this.secrets.of(row.userId)).openBytes(sealed, photoContext(row.id));
  }

  /** Nobody keeps documents that nobody needs. Returns how many photos were deleted. */
  async sweep(): Promise<number> {
    return (await this.sweepUnsubmitted()) + (await this.sweepRejected());
  }

  private async sweepAll(): Promise<void> {
    while ((await this.sweep()) >= SWEPT_AT_ONCE_MAX);
  }

  private async sweepUnsubmitted(): Promise<number> {
    const stale = await this.database.sql
      .selectFrom('photos')
      .selectAll()
      .where('verificationId', 'is', null)
      .where('uploadedAt', '<=', this.clock() - this.config.limits.photoHoursMax * HOUR_MS)
      .limit(SWEPT_AT_ONCE_MAX)
      .execute();
    for (const photo of stale) await this.retire(photo);
    return stale.length;
  }

  /** The rows stay and say that there was a photo. Cut off anywhere, the next sweep goes on: a file may be removed twice. */
  private async sweepRejected(): Promise<number> {
    const stale = await this.database.sql
      .selectFrom('photos')
      .innerJoin('verifications', 'verifications.id', 'photos.verificationId')
      .selectAll('photos')
      .where('photos.isStored', '=', 1)
      .where('verifications.status', '=', 'failed')
      .where('verifications.reviewedAt', '<=', this.clock() - this.config.limits.rejectedPhotoDaysMax * DAY_MS)
      .limit(SWEPT_AT_ONCE_MAX)
      .execute();
    for (const photo of stale) {
      await this.files.remove(photoFile(photo));
      await this.database.sql.updateTable('photos').set({ isStored: 0 }).where('id', '=', photo.id).execute();
    }
    return stale.length;
  }

  /** Not to be submitted any more, then without its file, then gone: cut off anywhere, the next sweep goes on. */
  private async retire(photo: PhotoRow): Promise<void> {
    const taken = await this.database.sql
      .updateTable('photos')
      .set({ isStored: 0 })
      .where('id', '=', photo.id)
      .where('verificationId', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!taken) return;
    await this.files.remove(photoFile(photo));
    await this.database.sql.deleteFrom('photos').where('id', '=', photo.id).execute();
  }
}
