/** The rotating banners of the home page by the exchange's clock, and their administration by staff. */
import { Inject, Injectable } from '@nestjs/common';
import type { Kysely, Transaction } from 'kysely';
import {
  BANNERS_MAX,
  type BannersAnswer,
  type BannerState,
  type BannerTexts,
  type DeskBanner,
  type RemoveBannerRequest,
  type SaveBannerRequest,
} from '../../../../shared/products/content/banners';
import { bannerLinkFault, isExternalLink, type LinkHosts } from '../../../../shared/products/identity/rules/links';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../../shared/wire/languages';
import type { BannerRow, BannerTextRow } from '../../../platform/database/content-tables';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { markErrorsAsAfterSave } from '../../../platform/errors/failure';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';
import { hashOf } from './article-changes';
import { refuseMissing } from './article-texts';
import { BannerDecisions } from './banner-decisions';
import { BannerImages } from './banner-images';
import { LinkList } from './link-list';

/** Maximum banners in rotation. */
const SHOWN_MAX = 10;

@Injectable()
export class Banners {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly images: BannerImages,
    private readonly links: LinkList,
    private readonly decisions: BannerDecisions,
  ) {}

  async visibleBanners(language: Language): Promise<BannersAnswer> {
    const now = this.clock();
    const hosts = await this.links.hosts();
    const banners = await this.allBanners();
    const enabledBanners = banners.filter(
      (banner) => banner.isOn === 1 && this.decisions.isLinkApproved(banner, hosts),
    );
    const records = enabledBanners
      .filter((banner) => stateOf(banner, now) === 'shown')
      .flatMap(({ id, link, look, image, texts }) => {
        const text = texts[language] ?? texts[DEFAULT_LANGUAGE];
        return text ? [{ id: String(id), ...text, link, look, image }] : [];
      });
    const changeTimes = enabledBanners.flatMap(({ from, until }) => [from ?? 0, until ?? 0]).filter((at) => at > now);
    return {
      records: records.slice(0, SHOWN_MAX),
      changesAt: changeTimes.length === 0 ? null : Math.min(...changeTimes),
    };
  }

  async list(): Promise<{ records: DeskBanner[] }> {
    const banners = await this.allBanners();
    const now = this.clock();
    const hosts = await this.links.hosts();
    return { records: banners.map((banner) => this.recordOf(banner, hosts, now)) };
  }

  /**
   * Refuses `content.changed` on a stale revision, an enabled banner without texts, and a disallowed link. A banner
   * with an external link is shown once a second staff member has confirmed it in this form.
   */
  async save(staff: number | null, request: SaveBannerRequest): Promise<DeskBanner> {
    const now = this.clock();
    const texts = nonEmptyTexts(request.texts);
    refuseSpan(request);
    if (request.isOn)
      refuseMissing(
        LANGUAGES.filter((language) => texts[language]),
        request.fallback,
      );
    if (request.image !== null && !(await this.images.isKept(request.image)))
      throw requestInvalid([{ path: 'image', code: 'unknown' }]);
    await this.refuseLink(request.link);
    const requestHash = hashOf(staff ?? 0, request.clientId);
    const { sql } = this.database;
    const existing = await repeatedIn(sql, requestHash);
    const isOut = request.isOn && request.link !== null && isExternalLink(request.link);
    // Proposed first: a rejected proposal saves nothing.
    const proposedBanner = !existing && isOut && staff !== null ? await this.propose(staff, request, texts) : null;
    const id = await sql.transaction().execute(async (transaction) => {
      // The counter first: its row lock serialises concurrent copies of one request.
      const [next] = await takeIds(transaction, 'banner', 1);
      const before = await repeatedIn(transaction, requestHash);
      if (before) return before;
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
      const bannerId = await this.saveRow(transaction, request, proposedBanner?.id ?? next, set);
      const rows = LANGUAGES.flatMap((language) => {
        const text = texts[language];
        return text ? [{ banner: bannerId, language, ...text }] : [];
      });
      await transaction.deleteFrom('bannerTexts').where('banner', '=', bannerId).execute();
      if (rows.length > 0) await transaction.insertInto('bannerTexts').values(rows).execute();
      return bannerId;
    });
    const { records } = await markErrorsAsAfterSave(this.list());
    const saved = records.find((one) => one.id === String(id));
    if (!saved) throw new Refusal('banner.not.found');
    return { ...saved, proposal: proposedBanner?.proposal ?? saved.proposal };
  }

  private async refuseLink(link: string | null): Promise<void> {
    const code = link === null ? null : bannerLinkFault(link, await this.links.hosts());
    if (code !== null) throw requestInvalid([{ path: 'link', code }]);
  }

  /** Proposes the banner in its future form, including the id of a new one. */
  private async propose(
    staff: number,
    { banner, revision, place, from, until, link, look, image }: SaveBannerRequest,
    texts: BannerTexts,
  ): Promise<{ id: number; proposal: DeskBanner['proposal'] }> {
    const id = await this.database.sql.transaction().execute(async (transaction) => {
      const [next] = await takeIds(transaction, 'banner', 1);
      const row = await this.lockedRow(transaction, { banner, revision });
      return row?.id ?? next;
    });
    const saved = { id, revision: revision + 1, place, from, until, link, look, image, texts };
    return { id, proposal: await this.decisions.propose(staff, saved) };
  }

  async remove({ banner, revision }: RemoveBannerRequest): Promise<void> {
    await this.database.sql.transaction().execute(async (transaction) => {
      await takeIds(transaction, 'banner', 1);
      const row = await this.row(transaction, Number(banner));
      if (row.revision !== revision) throw new Refusal('content.changed');
      await transaction.deleteFrom('banners').where('id', '=', row.id).execute();
    });
  }

  /** The row of a new banner, or of the changed one. */
  private async saveRow(
    transaction: Transaction<ExchangeTables>,
    request: SaveBannerRequest,
    next: number,
    set: Omit<BannerRow, 'id' | 'revision'>,
  ): Promise<number> {
    const row = await this.lockedRow(transaction, request);
    const revision = request.revision + 1;
    if (!row) {
      await transaction
        .insertInto('banners')
        .values({ id: next, revision, ...set })
        .execute();
      return next;
    }
    await transaction
      .updateTable('banners')
      .set({ ...set, revision })
      .where('id', '=', row.id)
      .execute();
    return row.id;
  }

  /** Null for a new banner. Refuses a new one if there is no room, and a change based on a stale revision. */
  private async lockedRow(
    transaction: Transaction<ExchangeTables>,
    { banner, revision }: Pick<SaveBannerRequest, 'banner' | 'revision'>,
  ): Promise<BannerRow | null> {
    if (banner === undefined) {
      if (revision !== 0) throw requestInvalid([{ path: 'revision', code: 'out.of.range' }]);
      const count = transaction.selectFrom('banners').select(({ fn }) => fn.countAll<number>().as('total'));
      if ((await count.executeTakeFirstOrThrow()).total >= BANNERS_MAX) throw new Refusal('banners.too.many');
      return null;
    }
    const row = await this.row(transaction, Number(banner));
    if (row.revision !== revision) throw new Refusal('content.changed', { revision: row.revision });
    return row;
  }

  private async row(transaction: Transaction<ExchangeTables>, id: number): Promise<BannerRow> {
    const row = await transaction.selectFrom('banners').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new Refusal('banner.not.found');
    return row;
  }

  private async allBanners(): Promise<Banner[]> {
    const { sql } = this.database;
    const rows = await sql.selectFrom('banners').selectAll().orderBy('place').orderBy('id').execute();
    const texts = rows.length === 0 ? [] : await sql.selectFrom('bannerTexts').selectAll().execute();
    return rows.map((row) => ({ ...row, texts: textsOf(texts, row.id) }));
  }

  private recordOf(banner: Banner, hosts: LinkHosts, now: number): DeskBanner {
    const { id, revision, isOn, place, from, until, link, look, image, texts, changedBy, changedAt } = banner;
    const isUndecided = isOn === 1 && !this.decisions.isLinkApproved(banner, hosts);
    return {
      ...{ id: String(id), revision, state: isUndecided ? 'undecided' : stateOf(banner, now), isOn: isOn === 1 },
      ...{ place, from, until, link, look, image, texts, changedBy, changedAt },
      proposal: isUndecided ? this.decisions.proposalOf(banner) : null,
    };
  }
}

type Banner = BannerRow & { texts: BannerTexts };

/** Id of the banner that the same request created or changed. */
async function repeatedIn(sql: Kysely<ExchangeTables>, requestHash: string): Promise<number | null> {
  const rows = sql.selectFrom('banners').select('id').where('requestHash', '=', requestHash);
  return (await rows.executeTakeFirst())?.id ?? null;
}

/** `from` is inclusive, `until` exclusive. */
function stateOf({ isOn, from, until }: BannerRow, now: number): BannerState {
  if (isOn === 0) return 'off';
  if (until !== null && until <= now) return 'ended';
  return from !== null && from > now ? 'waiting' : 'shown';
}

function textsOf(rows: readonly BannerTextRow[], bannerId: number): BannerTexts {
  const texts: BannerTexts = {};
  for (const { banner, language, title, text } of rows) if (banner === bannerId) texts[language] = { title, text };
  return texts;
}

/** A text needs a title; the rest is optional. */
function nonEmptyTexts(texts: BannerTexts): BannerTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.title !== ''));
}

/** The span may already have begun or ended; after it, the banner is not shown. */
function refuseSpan({ from, until }: SaveBannerRequest): void {
  if (from !== null && until !== null && until <= from) throw requestInvalid([{ path: 'until', code: 'time.order' }]);
}
