/**
 * What staff do with articles: save versions, show them, take them away. Each change names the revision that it began with, so that of
 * two who work on one article at once neither undoes unseen what the other did; and each is kept, with who did it and when.
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
import { DeskSettings } from '../../../features/shared/desk-settings';
import { versionIn } from './article-desk';
import {
  areLeadingOut,
  digestOf,
  refuseCategory,
  refuseMarkup,
  refuseMissing,
  wholeLanguages,
  writtenTexts,
} from './article-texts';
import { isLegal, LegalTexts, settingText, textSetting } from './legal-texts';
import { LinkList } from './link-list';
import { NoticeDecisions, noticeSetting, noticeText } from './notice-decisions';
import { isShownAt, turnedAt } from './shown';

/** So far ahead may something be planned. */
const AHEAD_MS_MAX = 366 * 86_400_000;

@Injectable()
export class ArticleChanges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly settings: DeskSettings,
    private readonly legal: LegalTexts,
    private readonly notices: NoticeDecisions,
    private readonly links: LinkList,
  ) {}

  /** A new version; the one before stays. The same texts again are the version that has them. */
  async save(staff: number, request: SaveArticleRequest): Promise<SavedArticle> {
    const requestHash = hashOf(staff, request.clientId);
    const texts = writtenTexts(request.texts);
    await refuseMarkup(texts, await this.links.hosts());
    if (Object.keys(texts).length === 0) throw requestInvalid([{ path: 'texts', code: 'required' }]);
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter comes first: its row makes the same request, sent twice at once, wait for itself.
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
          ? await created(transaction, request, now)
          : await current(transaction, request.article, request.revision, now);
      refuseCategory(row.kind, request.category);
      const latest = await versionIn(transaction, row.id, row.latestVersion);
      const { id: article } = row;
      if (latest?.digest === digest && row.latestVersion > 0)
        return { article: String(article), version: row.latestVersion, digest, revision: row.revision };
      let version = row.latestVersion;
      // What the program brought may be renewed: as it is now it stays as the first version.
      if (latest?.version === 0) await insert(transaction, article, { ...latest, version: ++version }, broughtAt(row));
      const restored = request.restored ?? null;
      const saved = { version: ++version, category: request.category, texts, digest };
      await insert(transaction, article, saved, { savedBy: staff, savedAt: now, restored, requestHash });
      const revision = row.revision + 1;
      const { kind: _kind, slug: _slug, id: _id, ...standing } = row;
      await transaction
        .updateTable('articles')
        .set({ ...standing, latestVersion: version, revision })
        .where('id', '=', article)
        .execute();
      return { article: String(article), version, digest, revision };
    });
  }

  /**
   * Refuses what is not whole in every language, what has changed, times that have passed, and links whose host is not on the list any
   * more.
   */
  async publish(staff: number, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    const known = await repeatedIn(this.database.sql, staff, request.clientId);
    if (known) return known;
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
    const isNotice = found.kind === 'notice' && (await areLeadingOut(version.texts));
    if (!isNotice && !isLegal(found.slug)) return this.show(staff, request);
    if (from !== undefined) throw requestInvalid([{ path: 'from', code: 'unknown' }]);
    return isNotice ? this.proposeNotice(staff, found, request) : this.propose(staff, found, request);
  }

  private async show(staff: number, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    await this.notices.settle();
    const { version, from, until = null } = request;
    return this.change(staff, request, async (transaction, row, now) => {
      await refuseOther(transaction, row, request);
      const begins = from ?? now;
      // A list keeps the day on which something first stood there; a page tells since when it says what it says.
      const isFirst = row.kind === 'page' || !isShownAt(row, begins);
      const publishedAt = isFirst ? begins : row.publishedAt;
      if (from === undefined) {
        const set = { shownVersion: version, shownUntil: until, isWithdrawn: 0, publishedAt };
        return { set, act: { act: 'published', version, from: null, until, reason: null } };
      }
      const set = { nextVersion: version, nextFrom: from, nextUntil: until, nextPublishedAt: publishedAt };
      return { set, act: { act: 'scheduled', version, from, until, reason: null } };
    });
  }

  /** It takes effect when another has confirmed it and its time has gone by. */
  private async propose(staff: number, found: ArticleRow, request: PublishArticleRequest): Promise<ArticleActAnswer> {
    const { version, digest } = request;
    // The program's own text is kept as a version first, or it would change under what was decided.
    if (version === 0) throw new Refusal('content.state.invalid');
    if (found.revision !== request.revision) throw new Refusal('content.changed');
    await refuseOther(this.database.sql, found, request);
    const text = settingText({ version, digest });
    const isDecided = this.legal.isDecided(found.slug, { version, digest });
    const { proposal } = await this.settings.set('SetDeskSetting', staff, { name: textSetting(found.slug), text });
    // That keeps the words of it once more, where they were lost: nothing is proposed that anybody could end.
    if (isDecided) return { revision: found.revision, proposal: null };
    return this.change(staff, request, async () => ({
      set: {},
      act: { act: 'proposed', version, from: null, until: null, reason: null, proposal: Number(proposal ?? 0) || null },
    }));
  }

  /** The same of a notice that leads out; the decision names the request, since the same version may be decided on again. */
  private async proposeNotice(
    staff: number,
    found: ArticleRow,
    request: PublishArticleRequest,
  ): Promise<ArticleActAnswer> {
    const { version, digest, until = null } = request;
    if (version === 0) throw new Refusal('content.state.invalid');
    if (found.revision !== request.revision) throw new Refusal('content.changed');
    await refuseOther(this.database.sql, found, request);
    const text = noticeText({ version, digest, until, request: hashOf(staff, request.clientId) });
    const { proposal } = await this.settings.set('SetDeskSetting', staff, { name: noticeSetting(found.id), text });
    return this.change(staff, request, async () => ({
      set: {},
      act: { act: 'proposed', version, from: null, until, reason: null, proposal: Number(proposal ?? 0) || null },
    }));
  }

  async withdraw(staff: number, request: WithdrawArticleRequest): Promise<ArticleActAnswer> {
    await this.notices.settle();
    const { what, reason } = request;
    return this.change(staff, request, async (_, row, now) => {
      if (what === 'scheduled') {
        if (row.nextVersion === null) throw new Refusal('content.state.invalid');
        const set = { nextVersion: null, nextFrom: null, nextUntil: null, nextPublishedAt: null };
        return { set, act: { act: 'unscheduled', version: row.nextVersion, from: null, until: null, reason } };
      }
      // Screens lead to pages by name: they are never without a text.
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
      const before = await repeatedIn(transaction, staff, request.clientId);
      if (before) return before;
      const now = this.clock();
      const row = await current(transaction, request.article, request.revision, now);
      const { set, act } = await decide(transaction, row, now);
      const { kind: _kind, slug: _slug, id: article, ...standing } = row;
      const revision = row.revision + 1;
      await transaction
        .updateTable('articles')
        .set({ ...standing, ...set, revision })
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

/** What the same request was answered with. */
async function repeatedIn(
  sql: Database<ExchangeTables>['sql'],
  staff: number,
  clientId: string,
): Promise<ArticleActAnswer | null> {
  const known = await sql
    .selectFrom('articleActs')
    .innerJoin('articles', 'articles.id', 'articleActs.article')
    .select(['proposal', 'revision'])
    .where('requestHash', '=', hashOf(staff, clientId))
    .executeTakeFirst();
  return known ? { revision: known.revision, proposal: known.proposal === null ? null : String(known.proposal) } : null;
}

/** Up to date. Refuses `content.not.found`, and `content.changed` where it is not what somebody began with. */
async function current(
  transaction: Transaction<ExchangeTables>,
  article: string,
  revision: number,
  now: number,
): Promise<ArticleRow> {
  const rows = transaction.selectFrom('articles').selectAll().where('id', '=', Number(article));
  const row = await rows.executeTakeFirst();
  if (!row) throw new Refusal('content.not.found');
  if (row.revision !== revision) throw new Refusal('content.changed', { revision: row.revision });
  return turnedAt(row, now);
}

async function created(
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

function broughtAt({ publishedAt }: ArticleRow) {
  return { savedBy: null, savedAt: publishedAt, restored: null, requestHash: null };
}

/** What is published is what was looked at, and whole. */
async function refuseOther(
  sql: Database<ExchangeTables>['sql'],
  { id }: ArticleRow,
  { version, digest, fallback }: PublishArticleRequest,
): Promise<void> {
  const found = await versionIn(sql, id, version);
  if (!found) throw new Refusal('content.not.found');
  if (found.digest !== digest) throw new Refusal('content.changed');
  refuseMissing(wholeLanguages(found.texts), fallback);
}

/** By the exchange's own clock. */
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
