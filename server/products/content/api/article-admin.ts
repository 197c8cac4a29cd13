/** Articles for staff: states, versions and recorded changes. */
import { Inject, Injectable } from '@nestjs/common';
import type { Kysely } from 'kysely';
import {
  type ArticleStanding,
  type ArticleState,
  type ArticleTexts,
  type ArticleVersionTexts,
  type DeskArticle,
  type DeskArticlesRequest,
} from '../../../../shared/products/content/staff';
import type { Page } from '../../../../shared/wire/fields';
import { DEFAULT_LANGUAGE, type Language } from '../../../../shared/wire/languages';
import type { ArticleRow, ArticleVersionRow } from '../../../platform/database/content-tables';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { StaffTexts } from '../../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { haveExternalLinks, digestOf, textsIn, completeLanguages } from './article-texts';
import { parseDecision, isLegal, LEGAL_SLUGS, LegalTexts, textSetting } from './legal-texts';
import { NoticeDecisions, noticeSetting } from './notice-decisions';
import { isShownAt, withScheduledVersion } from './shown-articles';

@Injectable()
export class ArticleAdmin {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: { staff: Pick<LiveViews['staff'], 'proposals'> },
    private readonly texts: StaffTexts,
    private readonly legal: LegalTexts,
    private readonly notices: NoticeDecisions,
  ) {}

  /** Newest first, by the last change by staff or else by creation. */
  async list(language: Language, request: DeskArticlesRequest): Promise<Page<ArticleStanding>> {
    const { kind, state, pageIndex, pageSize } = request;
    const now = this.clock();
    const rows = await this.rows(kind);
    const matching = rows
      .filter(
        (row) => state === undefined || stateOf(row, now) === state || (state === 'scheduled' && isScheduled(row, now)),
      )
      .sort((one, other) => changedAt(other) - changedAt(one) || other.id - one.id);
    const pageRows = matching.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
    const records = await Promise.all(pageRows.map((row) => this.stateRecord(language, row)));
    return { records, total: matching.length, pageIndex, pageSize };
  }

  async article(language: Language, id: number): Promise<DeskArticle> {
    const row = (await this.rows()).find((one) => one.id === id);
    if (!row) throw new Refusal('content.not.found');
    const { sql } = this.database;
    const newestVersion = await this.version(id, row.latestVersion);
    const versions = await sql
      .selectFrom('articleVersions')
      .selectAll()
      .where('article', '=', id)
      .orderBy('version', 'desc')
      .execute();
    const acts = await sql
      .selectFrom('articleActs')
      .selectAll()
      .where('article', '=', id)
      .orderBy('id', 'desc')
      .execute();
    return {
      standing: await this.stateRecord(language, row),
      takesTwo: isLegal(row.slug) || (row.kind === 'notice' && (await haveExternalLinks(newestVersion.texts))),
      texts: newestVersion.texts,
      digest: newestVersion.digest,
      versions: await Promise.all(versions.map((one) => this.versionRecord(one))),
      acts: acts.map(({ act, version, by, at, from, until, reason }) => ({
        act,
        version,
        by,
        at,
        from,
        until,
        reason,
      })),
    };
  }

  /** Refuses `content.not.found`. */
  async version(article: number, version: number): Promise<ArticleVersionTexts> {
    const found = await versionIn(this.database.sql, article, version);
    if (!found) throw new Refusal('content.not.found');
    return found;
  }

  private async versionRecord({ article, version, savedBy, savedAt, digest, restored }: ArticleVersionRow) {
    const languages = completeLanguages((await this.version(article, version)).texts);
    return { version, savedBy, savedAt, digest, languages, restored };
  }

  /** All articles, or those of a kind: few enough to read at once without texts. */
  private async rows(kind?: DeskArticlesRequest['kind']): Promise<Row[]> {
    await Promise.all([...LEGAL_SLUGS.map((slug) => this.legal.applyDecision(slug)), this.notices.applyDecisions()]);
    const { sql } = this.database;
    let query = sql
      .selectFrom('articles')
      .leftJoin('articleVersions', (join) =>
        join
          .onRef('articleVersions.article', '=', 'articles.id')
          .onRef('articleVersions.version', '=', 'articles.latestVersion'),
      )
      .selectAll('articles')
      .select(['articleVersions.savedBy', 'articleVersions.savedAt']);
    if (kind !== undefined) query = query.where('articles.kind', '=', kind);
    const now = this.clock();
    return (await query.execute()).map((row) => withScheduledVersion(row, now));
  }

  private async stateRecord(language: Language, row: Row): Promise<ArticleStanding> {
    const { id, slug, kind, revision, latestVersion, savedBy, savedAt } = row;
    const { texts, category } = await this.version(id, latestVersion);
    const wasShown = row.shownVersion !== null;
    return {
      ...{ id: String(id), slug, kind, category, revision },
      title: (texts[language] ?? texts[DEFAULT_LANGUAGE] ?? Object.values(texts).at(0))?.title || slug,
      state: stateOf(row, this.clock()),
      latest: latestVersion,
      shown: row.shownVersion,
      publishedAt: wasShown ? row.publishedAt : null,
      until: wasShown ? row.shownUntil : null,
      next:
        row.nextVersion === null || row.nextFrom === null
          ? null
          : { version: row.nextVersion, from: row.nextFrom, until: row.nextUntil },
      proposed: await this.proposedVersion(row),
      languages: completeLanguages(texts),
      isLegal: isLegal(slug),
      changedAt: savedAt,
      changedBy: savedBy,
    };
  }

  private async proposedVersion({ id: article, kind, slug }: Row): Promise<ArticleStanding['proposed']> {
    if (!isLegal(slug) && kind !== 'notice') return null;
    const name = isLegal(slug) ? textSetting(slug) : noticeSetting(article);
    for (const { id, command, act } of this.live.staff.proposals()) {
      if (command !== 'SetDeskSetting') continue;
      const proposedSetting = JSON.parse(act) as { name?: string; hash?: string };
      const text =
        proposedSetting.name === name && proposedSetting.hash
          ? await this.texts.textOf(name, proposedSetting.hash)
          : null;
      const decided = text === null ? null : parseDecision(text);
      if (decided) return { version: decided.version, proposal: String(id) };
    }
    return null;
  }
}

type Row = ArticleRow & { savedBy: number | null; savedAt: number | null };

/** Null if the version does not exist; 0 is the shipped text. */
export async function versionIn(
  sql: Kysely<ExchangeTables>,
  article: number,
  version: number,
): Promise<ArticleVersionTexts | null> {
  if (version === 0) return shippedTexts(sql, article);
  const versionQuery = sql.selectFrom('articleVersions').select(['category', 'digest']);
  const row = await versionQuery.where('article', '=', article).where('version', '=', version).executeTakeFirst();
  if (!row) return null;
  const rows = sql.selectFrom('articleVersionTexts').selectAll().where('article', '=', article);
  const texts = textsIn(await rows.where('version', '=', version).execute());
  return { version, texts, ...row };
}

async function shippedTexts(sql: Kysely<ExchangeTables>, article: number): Promise<ArticleVersionTexts | null> {
  const row = await sql.selectFrom('articles').select('category').where('id', '=', article).executeTakeFirst();
  const texts: ArticleTexts = textsIn(
    await sql.selectFrom('articleTexts').selectAll().where('article', '=', article).execute(),
  );
  if (!row || Object.keys(texts).length === 0) return null;
  return { version: 0, texts, category: row.category, digest: digestOf(row.category, texts) };
}

function stateOf(row: ArticleRow, now: number): ArticleState {
  if (isShownAt(row, now)) return 'published';
  if (isScheduled(row, now)) return 'scheduled';
  if (row.shownVersion === null) return 'draft';
  return row.isWithdrawn === 1 ? 'withdrawn' : 'ended';
}

function isScheduled({ nextFrom }: ArticleRow, now: number): boolean {
  return nextFrom !== null && nextFrom > now;
}

function changedAt({ savedAt, publishedAt }: Row): number {
  return savedAt ?? publishedAt;
}
