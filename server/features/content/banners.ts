/** What the home page shows in turn, by the exchange's own clock, and what staff do about it. */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import {
  BANNERS_MAX,
  type BannersAnswer,
  type BannerState,
  type BannerTexts,
  type DeskBanner,
  type RemoveBannerRequest,
  type SaveBannerRequest,
} from '../../../shared/wire/banners';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../shared/wire/languages';
import type { BannerRow, BannerTextRow } from '../../platform/database/content-tables';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { takeIds } from '../../platform/database/last-ids';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { hashOf } from './article-changes';
import { refuseMissing } from './article-texts';
import { BannerImages } from './banner-images';

/** More in turn nobody waits for. */
const SHOWN_MAX = 10;

@Injectable()
export class Banners {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly images: BannerImages,
  ) {}

  async shown(language: Language): Promise<BannersAnswer> {
    const now = this.clock();
    const { rows, texts } = await this.all();
    const on = rows.filter(({ isOn }) => isOn === 1);
    const records = on
      .filter((row) => stateOf(row, now) === 'shown')
      .flatMap(({ id, link, look, image }) => {
        const own = textsOf(texts, id);
        const text = own[language] ?? own[DEFAULT_LANGUAGE];
        return text ? [{ id: String(id), ...text, link, look, image }] : [];
      });
    const turns = on.flatMap(({ from, until }) => [from ?? 0, until ?? 0]).filter((at) => at > now);
    return { records: records.slice(0, SHOWN_MAX), changesAt: turns.length === 0 ? null : Math.min(...turns) };
  }

  async list(): Promise<{ records: DeskBanner[] }> {
    const { rows, texts } = await this.all();
    const now = this.clock();
    return { records: rows.map((row) => recordOf(row, texts, now)) };
  }

  /** Refuses `content.changed` to whoever began with another, and what is on without its texts. */
  async save(staff: number | null, request: SaveBannerRequest): Promise<DeskBanner> {
    const now = this.clock();
    const texts = writtenIn(request.texts);
    refuseSpan(request);
    if (request.isOn)
      refuseMissing(
        LANGUAGES.filter((language) => texts[language]),
        request.fallback,
      );
    if (request.image !== null && !(await this.images.isKept(request.image)))
      throw requestInvalid([{ path: 'image', code: 'unknown' }]);
    const requestHash = hashOf(staff ?? 0, request.clientId);
    const id = await this.database.sql.transaction().execute(async (transaction) => {
      // The counter comes first: its row makes the same request, sent twice at once, wait for itself.
      const [next] = await takeIds(transaction, 'banner', 1);
      const repeated = transaction.selectFrom('banners').select('id').where('requestHash', '=', requestHash);
      const known = await repeated.executeTakeFirst();
      if (known) return known.id;
      const { isOn, place, from, until, link, look, image } = request;
      const set = {
        isOn: isOn ? 1 : 0,
        place,
        from,
        until,
        link,
        look,
        image,
        changedBy: staff,
        changedAt: now,
        requestHash,
      };
      const of = await this.hold(transaction, request, next, set);
      const rows = LANGUAGES.flatMap((language) => {
        const text = texts[language];
        return text ? [{ banner: of, language, ...text }] : [];
      });
      await transaction.deleteFrom('bannerTexts').where('banner', '=', of).execute();
      if (rows.length > 0) await transaction.insertInto('bannerTexts').values(rows).execute();
      return of;
    });
    const { records } = await this.list();
    const saved = records.find((one) => one.id === String(id));
    if (!saved) throw new Refusal('banner.not.found');
    return saved;
  }

  async remove({ banner, revision }: RemoveBannerRequest): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      await takeIds(transaction, 'banner', 1);
      const row = await this.row(transaction, Number(banner));
      if (row.revision !== revision) throw new Refusal('content.changed');
      await transaction.deleteFrom('banners').where('id', '=', row.id).execute();
    });
  }

  /** The row of a new one, or of the one that is changed. */
  private async hold(
    transaction: Transaction<ExchangeTables>,
    { banner, revision }: SaveBannerRequest,
    next: number,
    set: Omit<BannerRow, 'id' | 'revision'>,
  ): Promise<number> {
    if (banner === undefined) {
      if (revision !== 0) throw requestInvalid([{ path: 'revision', code: 'out.of.range' }]);
      const count = transaction.selectFrom('banners').select(({ fn }) => fn.countAll<number>().as('total'));
      if ((await count.executeTakeFirstOrThrow()).total >= BANNERS_MAX) throw new Refusal('banners.too.many');
      await transaction
        .insertInto('banners')
        .values({ id: next, revision: 1, ...set })
        .execute();
      return next;
    }
    const row = await this.row(transaction, Number(banner));
    if (row.revision !== revision) throw new Refusal('content.changed', { revision: row.revision });
    await transaction
      .updateTable('banners')
      .set({ ...set, revision: revision + 1 })
      .where('id', '=', row.id)
      .execute();
    return row.id;
  }

  private async row(transaction: Transaction<ExchangeTables>, id: number): Promise<BannerRow> {
    const row = await transaction.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new Refusal('banner.not.found');
    return row;
  }

  private async all(): Promise<{ rows: BannerRow[]; texts: BannerTextRow[] }> {
    const { sql } = this.database;
    const rows = await sql.selectFrom('banners').selectAll().orderBy('place').orderBy('id').execute();
    const texts = rows.length === 0 ? [] : await sql.selectFrom('bannerTexts').selectAll().execute();
    return { rows, texts };
  }
}

/** From its first moment on, and no longer at its last. */
function stateOf({ isOn, from, until }: BannerRow, now: number): BannerState {
  if (isOn === 0) return 'off';
  if (until !== null && until <= now) return 'ended';
  return from !== null && from > now ? 'waiting' : 'shown';
}

function recordOf(row: BannerRow, texts: readonly BannerTextRow[], now: number): DeskBanner {
  const { id, revision, isOn, place, from, until, link, look, image, changedBy, changedAt } = row;
  return {
    ...{ id: String(id), revision, state: stateOf(row, now), isOn: isOn === 1, place, from, until, link, look, image },
    ...{ texts: textsOf(texts, id), changedBy, changedAt },
  };
}

function textsOf(rows: readonly BannerTextRow[], of: number): BannerTexts {
  const texts: BannerTexts = {};
  for (const { banner, language, title, text } of rows) if (banner === of) texts[language] = { title, text };
  return texts;
}

/** A title makes a text; more it need not have. */
function writtenIn(texts: BannerTexts): BannerTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.title !== ''));
}

/** Its time may have begun, and may be over: it is then not shown. */
function refuseSpan({ from, until }: SaveBannerRequest): void {
  if (from !== null && until !== null && until <= from) throw requestInvalid([{ path: 'until', code: 'time.order' }]);
}
