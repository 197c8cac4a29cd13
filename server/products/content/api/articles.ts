/** Published content in the reader's language. */
import { Inject, Injectable } from '@nestjs/common';
import { sql, type JoinBuilder } from 'kysely';
import {
  ARTICLE_CATEGORIES,
  type ArticleDetail,
  type ArticleRecord,
  type ArticlesRequest,
  type ListedKind,
  type PageText,
} from '../../../../shared/products/content/wire';
import type { Page } from '../../../../shared/wire/fields';
import { DEFAULT_LANGUAGE, type Language } from '../../../../shared/wire/languages';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';
import { SystemConfig } from '../../../features/product/system-config';
import { withYear } from './year-placeholder';
import { isLegal, LegalTexts } from './legal-texts';
import { shownArticles, type ShownArticle } from './shown-articles';

/** Help is ordered by category, everything else newest first. */
const byCategory = sql`case articles.category ${sql.join(
  ARTICLE_CATEGORIES.map((category, place) => sql`when ${sql.lit(category)} then ${sql.lit(place)}`),
  sql` `,
)} end, articles.id`;
const byTime = sql`articles.published_at desc, articles.id desc`;

@Injectable()
export class Articles {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly config: SystemConfig,
    private readonly legal: LegalTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    language: Language,
    { kind, category, pageIndex, pageSize }: ArticlesRequest,
  ): Promise<Page<ArticleRecord>> {
    const total = await this.count(kind, category);
    let query = this.articlesInLanguage(language).where('articles.kind', '=', kind);
    if (category) query = query.where('articles.category', '=', category);
    const rows = await query
      .orderBy(orderOf(kind))
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    return { records: rows.map(recordOf), total, pageIndex, pageSize };
  }

  async detail(language: Language, id: number): Promise<ArticleDetail> {
    const article = await this.articlesInLanguage(language)
      .where('articles.id', '=', id)
      .where('articles.kind', '<>', 'page')
      .executeTakeFirst();
    if (!article) throw new Refusal('content.not.found');
    const { previous, next } = await this.neighbours(article.kind as ListedKind, id);
    return {
      ...recordOf(article),
      body: article.body,
      previous: await this.titleOf(language, previous),
      next: await this.titleOf(language, next),
    };
  }

  async page(language: Language, slug: string): Promise<PageText> {
    const page = isLegal(slug) ? await this.legalPage(language, slug) : await this.shownPage(language, slug);
    if (!page) throw new Refusal('content.not.found');
    const { title, summary, body, publishedAt } = page;
    const year = await this.config.get('about_year');
    return { slug, title, summary, body: withYear(body, language, year), publishedAt };
  }

  private shownPage(language: Language, slug: string): Promise<ShownPage | undefined> {
    const pages = this.articlesInLanguage(language)
      .where('articles.slug', '=', slug)
      .where('articles.kind', '=', 'page');
    return pages.executeTakeFirst();
  }

  /** The decided text; the shipped text if the stored one does not match the decision or is missing. */
  private async legalPage(language: Language, slug: string): Promise<ShownPage | undefined> {
    await this.legal.applyDecision(slug);
    const rows = this.database.sql.selectFrom('articles').select(['id', 'shownVersion', 'publishedAt']);
    const row = await rows.where('slug', '=', slug).where('kind', '=', 'page').executeTakeFirst();
    if (!row) return undefined;
    const isTrue = await this.legal.isAsDecided(slug, row.id, row.shownVersion ?? 0);
    const page = isTrue ? await this.shownPage(language, slug) : undefined;
    return page ?? { ...(await this.shippedText(row.id, language)), publishedAt: row.publishedAt };
  }

  /** The current text in `language`, or in English if that is incomplete. */
  private articlesInLanguage(language: Language) {
    const { sql: database } = this.database;
    return database
      .selectFrom(shownArticles(database, this.clock()).as('articles'))
      .leftJoin('articleVersionTexts as own', (join) => joinVersionText(join, 'own').on('own.language', '=', language))
      .leftJoin('articleVersionTexts as english', (join) =>
        joinVersionText(join, 'english').on('english.language', '=', DEFAULT_LANGUAGE),
      )
      .leftJoin('articleTexts as shippedOwn', (join) =>
        joinShippedText(join, 'shippedOwn').on('shippedOwn.language', '=', language),
      )
      .leftJoin('articleTexts as shippedEnglish', (join) =>
        joinShippedText(join, 'shippedEnglish').on('shippedEnglish.language', '=', DEFAULT_LANGUAGE),
      )
      .where(({ fn }) => fn.coalesce('english.title', 'shippedEnglish.title'), 'is not', null)
      .select(['articles.id', 'articles.kind', 'articles.category', 'articles.publishedAt', 'articles.version'])
      .select([
        firstAvailable('title').as('title'),
        firstAvailable('summary').as('summary'),
        firstAvailable('body').as('body'),
      ]);
  }

  /** The shipped text, regardless of the shown version. */
  private async shippedText(article: number, language: Language): Promise<ArticleTextFields> {
    const rows = await this.database.sql
      .selectFrom('articleTexts')
      .select(['language', 'title', 'summary', 'body'])
      .where('article', '=', article)
      .where('language', 'in', [language, DEFAULT_LANGUAGE])
      .execute();
    const text = rows.find((row) => row.language === language) ?? rows.at(0);
    if (!text) throw new Refusal('content.not.found');
    return text;
  }

  private async count(kind: ListedKind, category: ArticlesRequest['category']): Promise<number> {
    const { sql: database } = this.database;
    let query = database.selectFrom(shownArticles(database, this.clock()).as('articles')).where('kind', '=', kind);
    if (category) query = query.where('category', '=', category);
    const countQuery = query.select(({ fn }) => fn.countAll<number>().as('total'));
    return (await countQuery.executeTakeFirstOrThrow()).total;
  }

  /** Ids of the previous and next article in the list of its kind. */
  private async neighbours(kind: ListedKind, id: number): Promise<{ previous: number | null; next: number | null }> {
    const order = orderOf(kind);
    const { sql: database } = this.database;
    const line = database
      .selectFrom(shownArticles(database, this.clock()).as('articles'))
      .where('kind', '=', kind)
      .select(({ fn }) => [
        'id',
        fn
          .agg<number | null>('lag', ['id'])
          .over((windowBuilder) => windowBuilder.orderBy(order))
          .as('previous'),
        fn
          .agg<number | null>('lead', ['id'])
          .over((windowBuilder) => windowBuilder.orderBy(order))
          .as('next'),
      ]);
    return database.selectFrom(line.as('line')).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  private async titleOf(language: Language, id: number | null): Promise<{ id: string; title: string } | null> {
    if (id === null) return null;
    const { title } = await this.articlesInLanguage(language).where('articles.id', '=', id).executeTakeFirstOrThrow();
    return { id: String(id), title };
  }
}

function orderOf(kind: ListedKind) {
  return kind === 'help' ? byCategory : byTime;
}

interface ArticleTextFields {
  title: string;
  summary: string;
  body: string;
}

type ShownPage = ArticleTextFields & Pick<ShownArticle, 'publishedAt'>;

function recordOf({
  id,
  kind,
  category,
  title,
  summary,
  publishedAt,
}: Omit<ShownArticle, 'slug'> & ArticleTextFields): ArticleRecord {
  return { id: String(id), kind: kind as ListedKind, category, title, summary, publishedAt };
}

/** Text of the shown version, if complete. */
function joinVersionText<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>, as: string) {
  const column = (name: string) => sql.ref(`${as}.${name}`);
  return join
    .on(sql<boolean>`${column('article')} = articles.id and ${column('version')} = articles.version`)
    .on(sql<boolean>`${column('title')} <> '' and ${column('summary')} <> '' and ${column('body')} <> ''`);
}

/** The shipped text, if that is shown. */
function joinShippedText<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>, as: string) {
  return join.on(sql<boolean>`${sql.ref(`${as}.article`)} = articles.id and articles.version = 0`);
}

/** The reader's language, then English. */
function firstAvailable(field: keyof ArticleTextFields) {
  const columns = ['own', 'shipped_own', 'english', 'shipped_english'].map((as) => sql.ref(`${as}.${field}`));
  return sql<string>`coalesce(${sql.join(columns)})`;
}
