/**
 * Photos of documents in recovery requests. The sender is unknown, so they are encrypted with the exchange's key, not a
 * user's. The row is written first and outlives the file, so that no file exists without a row.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PHOTO_KINDS, type PhotoKind, type UploadedPhoto } from '../../../../../shared/products/identity/verification';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { RecoveryPhotoRow } from '../../../../platform/database/recovery-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { FILES, type Files } from '../../../../platform/files/files';
import { duplicateKinds } from '../../../../platform/photos/duplicates';
import { recoveryPhotoContext, recoveryPhotoFile } from '../../../../platform/secrets/contexts';
import { Secrets } from '../../../../platform/secrets/secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';

const ID_BYTES = 16;

@Injectable()
export class RecoveryPhotos {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(FILES) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** Replaces an earlier photo of its kind. Refuses `recovery.not.found` if the request was submitted meanwhile. */
  async keep(
    recoveryId: number,
    kind: PhotoKind,
    { jpeg, width, height }: { jpeg: Buffer; width: number; height: number },
  ): Promise<UploadedPhoto> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const row: RecoveryPhotoRow = { id, recoveryId, kind, width, height, uploadedAt: this.clock() };
    await this.database.sql.transaction().execute(async (transaction) => {
      const open = await transaction
        .updateTable('recoveries')
        .set({ status: 'begun' })
        .where('id', '=', recoveryId)
        .where('status', '=', 'begun')
        .returning('id')
        .executeTakeFirst();
      if (!open) throw new Refusal('recovery.not.found');
      await transaction.insertInto('recoveryPhotos').values(row).execute();
    });
    await this.files.put(recoveryPhotoFile(row), this.secrets.sealBytes(jpeg, recoveryPhotoContext(id)));
    for (const other of await this.photosOf(recoveryId)) {
      if (other.kind === kind && other.id !== id) await this.remove(other);
    }
    return { photo: id, kind, width, height };
  }

  async photosOf(recoveryId: number): Promise<RecoveryPhotoRow[]> {
    const rows = await this.database.sql
      .selectFrom('recoveryPhotos')
      .selectAll()
      .where('recoveryId', '=', recoveryId)
      .execute();
    return rows.sort((one, other) => PHOTO_KINDS.indexOf(one.kind) - PHOTO_KINDS.indexOf(other.kind));
  }

  /** Kinds whose picture equals another one's. */
  async repeated(photos: readonly RecoveryPhotoRow[]): Promise<PhotoKind[]> {
    const pictures = new Map<PhotoKind, Buffer>();
    for (const photo of photos) {
      const sealed = await this.files.get(recoveryPhotoFile(photo));
      if (sealed) pictures.set(photo.kind, this.secrets.openBytes(sealed, recoveryPhotoContext(photo.id)));
    }
    return duplicateKinds(pictures);
  }

  /** Requires a submitted request. Refuses `recovery.not.found` and `photo.not.kept`. */
  async open(id: string): Promise<Buffer> {
    const row = await this.database.sql
      .selectFrom('recoveryPhotos')
      .innerJoin('recoveries', 'recoveries.id', 'recoveryPhotos.recoveryId')
      .selectAll('recoveryPhotos')
      .where('recoveryPhotos.id', '=', id)
      .where('recoveries.status', '!=', 'begun')
      .where('recoveries.userId', 'is not', null)
      .executeTakeFirst();
    if (!row) throw new Refusal('recovery.not.found');
    const sealed = await this.files.get(recoveryPhotoFile(row));
    if (!sealed) throw new Refusal('photo.not.kept');
    return this.secrets.openBytes(sealed, recoveryPhotoContext(id));
  }

  async removeAll(recoveryId: number): Promise<void> {
    for (const photo of await this.photosOf(recoveryId)) await this.remove(photo);
  }

  /** Idempotent: repeated after an interruption. */
  private async remove(photo: RecoveryPhotoRow): Promise<void> {
    await this.files.remove(recoveryPhotoFile(photo));
    await this.database.sql.deleteFrom('recoveryPhotos').where('id', '=', photo.id).execute();
  }
}
