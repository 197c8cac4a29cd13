/**
 * Photos from their upload on: a row in the database, the encrypted bytes as a file. The row is written first and
 * outlives the file, so that no file exists without a row.
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
import { duplicateKinds } from '../../../../platform/photos/duplicates';
import { photoContext, photoFile } from '../../../../platform/secrets/contexts';
import { UserSecrets } from '../../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';

const ID_BYTES = 16;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEPT_AT_ONCE_MAX = 200;

export interface EncodedPhoto {
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

  /** Durable when it resolves. Deletes earlier unsubmitted uploads of this kind. */
  async keep(userId: number, kind: PhotoKind, { jpeg, width, height }: EncodedPhoto): Promise<UploadedPhoto> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const size = { width, height, uploadedAt: this.clock() };
    const row: PhotoRow = { id, userId, kind, ...size, isStored: 0, verificationId: null };
    await this.database.sql.insertInto('photos').values(row).execute();
    const userSeal = await this.secrets.sealOf(userId);
    await this.files.put(photoFile(row), userSeal.sealBytes(jpeg, photoContext(row.id)));
    for (const photo of await this.replace(row)) await this.removeUnused(photo);
    return { photo: id, kind, width, height };
  }

  /**
   * Makes this photo the current one of its kind, in one step. Returns the replaced ones, which can no longer be
   * submitted. Of two concurrent calls, one photo or both remain, never neither.
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

  /** Assigns the photo to the submission; reports if there is no such photo. */
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

  /** Kinds of a user's photos whose picture equals another one's. Missing photos equal nothing. */
  async repeated(userId: number, photos: Partial<Record<PhotoKind, string>>): Promise<PhotoKind[]> {
    const rows = await this.database.sql
      .selectFrom('photos')
      .selectAll()
      .where('id', 'in', Object.values(photos))
      .where('userId', '=', userId)
      .where('isStored', '=', 1)
      .execute();
    const userSeal = await this.secrets.sealOf(userId);
    const pictures = new Map<PhotoKind, Buffer>();
    for (const row of rows) {
      const sealed = await this.files.get(photoFile(row));
      if (sealed) pictures.set(row.kind, userSeal.openBytes(sealed, photoContext(row.id)));
    }
    return duplicateKinds(pictures);
  }

  /** Photos that still have a file. */
  ofSubmission(verificationId: number): Promise<PhotoRow[]> {
    const query = this.database.sql.selectFrom('photos').selectAll();
    return query.where('verificationId', '=', verificationId).where('isStored', '=', 1).execute();
  }

  /**
   * JPEG of a submitted photo. Refuses `verification.not.found` for a missing or unsubmitted one, which staff may not
   * see, and `photo.not.kept` for a deleted one.
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
    return (await this.secrets.sealOf(row.userId)).openBytes(sealed, photoContext(row.id));
  }

  /** Deletes photos that are no longer needed. Returns their number. */
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
    for (const photo of stale) await this.removeUnused(photo);
    return stale.length;
  }

  /** The rows stay as a record. If interrupted, the next sweep continues: a file may be removed twice. */
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

  /** First excluded from submission, then without its file, then deleted; if interrupted, the next sweep continues. */
  private async removeUnused(photo: PhotoRow): Promise<void> {
    const updatedRow = await this.database.sql
      .updateTable('photos')
      .set({ isStored: 0 })
      .where('id', '=', photo.id)
      .where('verificationId', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!updatedRow) return;
    await this.files.remove(photoFile(photo));
    await this.database.sql.deleteFrom('photos').where('id', '=', photo.id).execute();
  }
}
