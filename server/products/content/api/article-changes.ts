/**
 * Staff changes of articles: save versions, publish and withdraw them. Each change names the revision it started from,
 * so that concurrent editors do not overwrite each other unseen. Every change is recorded with its author and time.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { ArticleKind } from '../../../../shared/products/content/wire';
import type {
  ArticleAct,
  ArticleActAnswer,
  ArticleVersionTexts,
  PublishArticleRequest,
  SaveArticleRequest,
  SavedArticle,
  WithdrawArticleRequest,
} from '../../../../shared/products/content/staff';
import { LANGUAGES } from '../../../../shared/wire/languages';
import type { ArticleActRow, ArticleRow } from '../../../platform/database/content-tables';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';
import { AdminSettings } from '../../../features/shared/admin-settings';
import { versionIn } from './article-admin';
import {
  haveExternalLinks,
  digestOf,
  refuseCategory,
  refuseMarkup,
  refuseMissing,
  completeLanguages,
  nonEmptyTexts,
} from './article-texts';
import { isLegal, LegalTexts, settingText, textSetting } from './legal-texts';
import { LinkList } from './link-list';
import { NoticeDecisions, noticeSetting, noticeText } from './notice-decisions';
import { isShownAt, withScheduledVersion } from './shown-articles';

/** Maximum planning ahead. */
const AHEAD_MS_MAX = 366 * 86_400_000;

@Injectable()
export class ArticleChanges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly settings: AdminSettings,
    private readonly legal: LegalTexts,
    private readonly notices: NoticeDecisions,
    private readonly links: LinkList,
  ) {}

  /** Stores a new version; earlier ones stay. Equal texts return the existing version. */
  async save(staff: number, request: SaveArticleRequest): Promise<SavedArticle> {
    const requestHash = hashOf(staff, request.clientId);
    const texts = nonEmptyTexts(request.texts);
    await refuseMarkup(texts, await this.links.hosts());
    if (Object.keys(texts).length === 0) throw requestInvalid([{ path: 'texts', code: 'required' }]);
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter first: its row lock serialises concurrent copies of one request.
      await takeIds(transaction, 'content_act', 1);
      const now = this.clock();
      const before = await transaction
        .selectFrom('articleVersions')
        .innerJoin('articles', 'articles.id', 'articleVersions.article')
        .select(['article', 'version', 'digest', 'revision'])
        .where('requestHash', '=', requestHash)
        .executeTakeFirst();
      const digest = digestOf(request.category, texts);
      if (before) {
        if (before.digest !== digest) throw new Refusal('client.id.reused');
        return { ...before, article: String(before.article) };
      }
      const row =
        request.article === undefined
          ? await createArticle(transaction, request, now)
          : await lockArticle(transaction, request.article, request.revision, now);
      refuseCategory(row.kind, request.category);
      const latestVersion = await versionIn(transaction, row.id, row.latestVersion);
      const { id: article } = row;
      if (latestVersion?.digest === digest && row.latestVersion > 0)
        return { article: String(article), version: row.latestVersion, digest, revision: row.revision };
      let version = row.latestVersion;
      // A program update may replace the shipped text, so its current state is stored as the first version.
      if (latestVersion?.version === 0)
        await insert(transaction, article, { ...latestVersion, version: ++version }, shippedVersionFields(row));
      const restored = request.restored ?? null;
      const saved = { version: ++version, category: request.category, texts, digest };
      await insert(transaction, article, saved, { savedBy: staff, savedAt: now, restored, requestHash });
      const revision = row.revision + 1;
      const { kind: _kind, slug: _slug, id: _id, ...currentState } = row;
      await transaction
        .updateTable('articles')
        .set({ ...currentState, latestVersion: version, revision })
        .where('id', '=', article)
        .execute();
      return { article: String(article), version, digest, revision };
    });
  }

  /**
   * Refuses texts missing in a language, changed articles, past times, and links whose host is no longer on the list.
   */
  async publish(staff: number, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    const existingAct = await findRepeatedAct(this.database.sql, staff, request.clientId);
    if (existingAct) return existingAct;
    const { from, until } = request;
    refuseTimes(this.clock(), from, until);
    const found = await this.database.sql
      .selectFrom('articles')
      .selectAll()
      .where('id', '=', Number(request.article))
      .executeTakeFirst();
    if (!found) throw new Refusal('content.not.found');
    if (found.kind === 'page' && until !== undefined) throw requestInvalid([{ path: 'until', code: 'unknown' }]);
    const version = await versionIn(this.database.sql, found.id, request.version);
    if (!version) throw new Refusal('content.not.found');
    await refuseMarkup(version.texts, await this.links.hosts());
    const isNotice = found.kind === 'notice' && (await haveExternalLinks(version.texts));
    if (!isNotice && !isLegal(found.slug)) return this.show(staff, request);
    if (from !== undefined) throw requestInvalid([{ path: 'from', code: 'unknown' }]);
    return isNotice ? this.proposeNotice(staff, found, request) : this.propose(staff, found, request);
  }

  private async show(staff: number, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    await this.notices.applyDecisions();
    const { version, from, until = null } = request;
    return this.change(staff, request, async (transaction, row, now) => {
      await requireVersion(transaction, row, request);
      const startsAt = from ?? now;
      // Lists keep the day of the first publication; a page shows the date of its current text.
      const isFirst = row.kind === 'page' || !isShownAt(row, startsAt);
      const publishedAt = isFirst ? startsAt : row.publishedAt;
      if (from === undefined) {
        const set = { shownVersion: version, shownUntil: until, isWithdrawn: 0, publishedAt };
        return { set, act: { act: 'published', version, from: null, until, reason: null } };
      }
      const set = { nextVersion: version, nextFrom: from, nextUntil: until, nextPublishedAt: publishedAt };
      return { set, act: { act: 'scheduled', version, from, until, reason: null } };
    });
  }

  /** Takes effect when a second person has confirmed it and its waiting time is over. */
  private async propose(staff: number, found: ArticleRow, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    const { version, digest } = request;
    // The shipped text must first be saved as a version: an update of the program would change what was decided on.
    if (version === 0) throw new Refusal('content.state.invalid');
    if (found.revision !== request.revision) throw new Refusal('content.changed');
    await requireVersion(this.database.sql, found, request);
    const text = settingText({ version, digest });
    const isDecided = this.legal.isDecided(found.slug, { version, digest });
    const { proposal } = await this.settings.set('SetDeskSetting', staff, { name: textSetting(found.slug), text });
    // The decision already exists, so only its lost text is stored again, without a new proposal.
    if (isDecided) return { revision: found.revision, proposal: null };
    return this.change(staff, request, async () => ({
      set: {},
      act: { act: 'proposed', version, from: null, until: null, reason: null, proposal: Number(proposal ?? 0) || null },
    }));
  }

  /**
   * The same for a notice with an external link. The decision names the request, because the same version may be
   * decided on again.
   */
  private async proposeNotice(
    staff: number,
    found: ArticleRow,
    request: PublishArticleRequest,
  ): Promise<ArticleActAnswer> {
    const { version, digest, until = null } = request;
    if (version === 0) throw new Refusal('content.state.invalid');
    if (found.revision !== request.revision) throw new Refusal('content.changed');
    await requireVersion(this.database.sql, found, request);
    const text = noticeText({ version, digest, until, request: hashOf(staff, request.clientId) });
    const { proposal } = await this.settings.set('SetDeskSetting', staff, { name: noticeSetting(found.id), text });
    return this.change(staff, request, async () => ({
      set: {},
      act: { act: 'proposed', version, from: null, until, reason: null, proposal: Number(proposal ?? 0) || null },
    }));
  }

  async withdraw(staff: number, request: WithdrawArticleRequest): Promise<ArticleActAnswer> {
    await this.notices.applyDecisions();
    const { what, reason } = request;
    return this.change(staff, request, async (_, row, now) => {
      if (what === 'scheduled') {
        if (row.nextVersion === null) throw new Refusal('content.state.invalid');
        const set = { nextVersion: null, nextFrom: null, nextUntil: null, nextPublishedAt: null };
        return { set, act: { act: 'unscheduled', version: row.nextVersion, from: null, until: null, reason } };
      }
      // Screens link to pages by name, so a page always has a text.
      if (row.kind === 'page' || row.shownVersion === null || !isShownAt(row, now))
        throw new Refusal('content.state.invalid');
      const act = { act: 'withdrawn', version: row.shownVersion, from: null, until: null, reason } as const;
      return { set: { isWithdrawn: 1 }, act };
    });
  }

  private async change(
    staff: number,
    request: Pick<PublishArticleRequest, 'clientId' | 'article' | 'revision'>,
    decide: (transaction: Transaction<ExchangeTables>, row: ArticleRow, now: number) => Promise<Change>,
  ): Promise<ArticleActAnswer> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'content_act', 1);
      const before = await findRepeatedAct(transaction, staff, request.clientId);
      if (before) return before;
      const now = this.clock();
      const row = await lockArticle(transaction, request.article, request.revision, now);
      const { set, act } = await decide(transaction, row, now);
      const { kind: _kind, slug: _slug, id: article, ...currentState } = row;
      const revision = row.revision + 1;
      await transaction
        .updateTable('articles')
        .set({ ...currentState, ...set, revision })
        .where('id', '=', article)
        .execute();
      const requestHash = hashOf(staff, request.clientId);
      await transaction
        .insertInto('articleActs')
        .values({ id, article, by: staff, at: now, proposal: null, ...act, requestHash })
        .execute();
      return { revision, proposal: act.proposal ? String(act.proposal) : null };
    });
  }
}

interface Change {
  set: Partial<ArticleRow>;
  act: Pick<ArticleActRow, 'version' | 'from' | 'until' | 'reason'> & { act: ArticleAct; proposal?: number | null };
}

/** The answer to the first copy of the request. */
async function findRepeatedAct(
  sql: Database<ExchangeTables>['sql'],
  staff: number,
  clientId: string,
): Promise<ArticleActAnswer | null> {
  const existingAct = await sql
    .selectFrom('articleActs')
    .innerJoin('articles', 'articles.id', 'articleActs.article')
    .select(['proposal', 'revision'])
    .where('requestHash', '=', hashOf(staff, clientId))
    .executeTakeFirst();
  return existingAct
    ? { revision: existingAct.revision, proposal: existingAct.proposal === null ? null : String(existingAct.proposal) }
    : null;
}

/**
 * The row with due changes applied. Refuses `content.not.found`, and `content.changed` if its revision differs from the
 * editor's.
 */
async function lockArticle(
  transaction: Transaction<ExchangeTables>,
  article: string,
  revision: number,
  now: number,
): Promise<ArticleRow> {
  const rows = transaction.selectFrom('articles').selectAll().where('id', '=', Number(article));
  const row = await rows.executeTakeFirst();
  if (!row) throw new Refusal('content.not.found');
  if (row.revision !== revision) throw new Refusal('content.changed', { revision: row.revision });
  return withScheduledVersion(row, now);
}

async function createArticle(
  transaction: Transaction<ExchangeTables>,
  { kind, revision, category }: SaveArticleRequest,
  now: number,
): Promise<ArticleRow> {
  if (kind === undefined) throw requestInvalid([{ path: 'kind', code: 'required' }]);
  if (revision !== 0) throw requestInvalid([{ path: 'revision', code: 'out.of.range' }]);
  refuseCategory(kind, category);
  const [id] = await takeIds(transaction, 'article', 1);
  const row = { id, kind: kind as ArticleKind, slug: `${kind}-${id}`, category, publishedAt: now, shownVersion: null };
  return transaction.insertInto('articles').values(row).returningAll().executeTakeFirstOrThrow();
}

async function insert(
  transaction: Transaction<ExchangeTables>,
  article: number,
  { version, category, texts, digest }: ArticleVersionTexts,
  saved: { savedBy: number | null; savedAt: number; restored: number | null; requestHash: string | null },
): Promise<void> {
  await transaction
    .insertInto('articleVersions')
    .values({ article, version, category, digest, ...saved })
    .execute();
  const rows = LANGUAGES.flatMap((language) => {
    const text = texts[language];
    return text ? [{ article, version, language, ...text }] : [];
  });
  await transaction.insertInto('articleVersionTexts').values(rows).execute();
}

function shippedVersionFields({ publishedAt }: ArticleRow) {
  return { savedBy: null, savedAt: publishedAt, restored: null, requestHash: null };
}

/** Refuses to publish a version that is incomplete or differs from the reviewed one. */
async function requireVersion(
  sql: Database<ExchangeTables>['sql'],
  { id }: ArticleRow,
  { version, digest, fallback }: PublishArticleRequest,
): Promise<void> {
  const found = await versionIn(sql, id, version);
  if (!found) throw new Refusal('content.not.found');
  if (found.digest !== digest) throw new Refusal('content.changed');
  refuseMissing(completeLanguages(found.texts), fallback);
}

/** By the exchange's clock. */
export function refuseTimes(now: number, from: number | undefined, until: number | undefined): void {
  if (from !== undefined && from <= now) throw requestInvalid([{ path: 'from', code: 'time.past' }]);
  if (until !== undefined && until <= now) throw requestInvalid([{ path: 'until', code: 'time.past' }]);
  if (from !== undefined && until !== undefined && until <= from)
    throw requestInvalid([{ path: 'until', code: 'time.order' }]);
  for (const [path, at] of [
    ['from', from],
    ['until', until],
  ] as const)
    if (at !== undefined && at > now + AHEAD_MS_MAX) throw requestInvalid([{ path, code: 'out.of.range' }]);
}

export function hashOf(staff: number, clientId: string): string {
  return createHash('sha256').update(`staff/${staff} ${clientId}`).digest('hex');
}
