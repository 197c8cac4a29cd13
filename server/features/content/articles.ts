/** What the exchange publishes, in the language of whoever reads. */
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  ARTICLE_CATEGORIES,
  type ArticleDetail,
  type ArticleRecord,
  type ArticlesRequest,
  type ListedKind,
  type PageText,
} from '../../../shared/wire/content';
import type { Page } from '../../../shared/wire/fields';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Database } from '../../platform/database/database';
import type { ArticleRow, ArticleTextRow, ExchangeTables } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { EXCHANGE_DATABASE } from '../../platform/tokens';
import { SystemConfig } from '../product/system-config';
import { withYear } from './about-year';

/** Help reads from its first category to its last, everything else from the newest back. */
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
  ) {}

  async list(
    language: Language,
    { kind, category, pageIndex, pageSize }: ArticlesRequest,
  ): Promise<Page<ArticleRecord>> {
    const total = await this.count(kind, category);
    let query = this.worded(language).where('articles.kind', '=', kind);
    if (category) query = query.where('articles.category', '=', category);
    const rows = await query
      .orderBy(orderOf(kind))
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    return { records: rows.map(recordOf), total, pageIndex, pageSize };
  }

  async detail(language: Language, id: number): Promise<ArticleDetail> {
    const article = await this.worded(language)
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
    const page = await this.worded(language)
      .where('articles.slug', '=', slug)
      .where('articles.kind', '=', 'page')
      .executeTakeFirst();
    if (!page) throw new Refusal('content.not.found');
    const { title, summary, publishedAt } = page;
    const body = withYear(page.body, language, await this.config.get('about_year'));
    return { slug, title, summary, body, publishedAt };
  }

  /** Articles with their text in `language`, or in English where it is missing. */
  private worded(language: Language) {
    return this.database.sql
      .selectFrom('articles')
      .innerJoin('articleTexts as english', (join) =>
        join.onRef('english.article', '=', 'articles.id').on('english.language', '=', DEFAULT_LANGUAGE),
      )
      .leftJoin('articleTexts as own', (join) =>
        join.onRef('own.article', '=', 'articles.id').on('own.language', '=', language),
      )
      .select(['articles.id', 'articles.kind', 'articles.category', 'articles.publishedAt'])
      .select(({ fn }) => [
        fn.coalesce('own.title', 'english.title').as('title'),
        fn.coalesce('own.summary', 'english.summary').as('summary'),
        fn.coalesce('own.body', 'english.body').as('body'),
      ]);
  }

  private async count(kind: ListedKind, category: ArticlesRequest['category']): Promise<number> {
    let query = this.database.sql.selectFrom('articles').where('kind', '=', kind);
    if (category) query = query.where('category', '=', category);
    const counted = query.select(({ fn }) => fn.countAll<number>().as('total'));
    return (await counted.executeTakeFirstOrThrow()).total;
  }

  /** Ids of the articles before and behind this one in the list of its kind. */
  private async neighbours(kind: ListedKind, id: number): Promise<{ previous: number | null; next: number | null }> {
    const order = orderOf(kind);
    const line = this.database.sql
      .selectFrom('articles')
      .where('kind', '=', kind)
      .select(({ fn }) => [
        'id',
        fn
          .agg<number | null>('lag', ['id'])
          .over((over) => over.orderBy(order))
          .as('previous'),
        fn
          .agg<number | null>('lead', ['id'])
          .over((over) => over.orderBy(order))
          .as('next'),
      ]);
    return this.database.sql.selectFrom(line.as('line')).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  private async titleOf(language: Language, id: number | null): Promise<{ id: string; title: string } | null> {
    if (id === null) return null;
    const { title } = await this.worded(language).where('articles.id', '=', id).executeTakeFirstOrThrow();
    return { id: String(id), title };
  }
}

function orderOf(kind: ListedKind) {
  return kind === 'help' ? byCategory : byTime;
}

type WordedRow = Omit<ArticleRow, 'slug'> & Pick<ArticleTextRow, 'title' | 'summary'>;

function recordOf({ id, kind, category, title, summary, publishedAt }: WordedRow): ArticleRecord {
  return { id: String(id), kind: kind as ListedKind, category, title, summary, publishedAt };
}
