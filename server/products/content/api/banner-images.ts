/**
 * Images of banners: re-encoded like all images, stored as files, and deleted a day after the last banner stops using
 * them.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { FILES, type Files } from '../../../platform/files/files';
import { Photos } from '../../../platform/photos/photos';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';

const ID_BYTES = 16;
/** Twice the displayed width, in pixels. */
const SIDE_MAX = 1_600;
const UNUSED_MS_MAX = 86_400_000;

@Injectable()
export class BannerImages {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(FILES) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly photos: Photos,
  ) {}

  /** Refuses an invalid, too small, too large or blank image, with the codes of photos. */
  async keep(staff: number, bytes: Buffer): Promise<{ image: string; width: number; height: number }> {
    const judged = await this.photos.check(bytes, SIDE_MAX);
    if (judged.error !== null) throw new Refusal(judged.error);
    await this.sweep();
    const id = randomBytes(ID_BYTES).toString('base64url');
    const { jpeg, width, height } = judged;
    // The row is written first, so that no file exists without a row.
    await this.database.sql
      .insertInto('bannerImages')
      .values({ id, width, height, uploadedBy: staff, uploadedAt: this.clock() })
      .execute();
    await this.files.put(fileOf(id), jpeg);
    return { image: id, width, height };
  }

  /** Refuses `banner.not.found`. */
  async open(id: string): Promise<Buffer> {
    const rows = this.database.sql.selectFrom('bannerImages').select('id').where('id', '=', id);
    const jpeg = (await rows.executeTakeFirst()) ? await this.files.get(fileOf(id)) : null;
    if (!jpeg) throw new Refusal('banner.not.found');
    return jpeg;
  }

  async isKept(id: string): Promise<boolean> {
    const rows = this.database.sql.selectFrom('bannerImages').select('id').where('id', '=', id);
    return (await rows.executeTakeFirst()) !== undefined;
  }

  private async sweep(): Promise<void> {
    const { sql } = this.database;
    const used = sql.selectFrom('banners').select('image').where('image', 'is not', null);
    const stale = await sql
      .selectFrom('bannerImages')
      .select('id')
      .where('uploadedAt', '<=', this.clock() - UNUSED_MS_MAX)
      .where('id', 'not in', used)
      .execute();
    for (const { id } of stale) {
      await this.files.remove(fileOf(id));
      await sql.deleteFrom('bannerImages').where('id', '=', id).execute();
    }
  }
}

function fileOf(id: string): string {
  return `banners/${id}`;
}
