/**
 * What of an article is shown at a time. Nothing has to happen when a time comes: a version that is to be shown from then on is found
 * there by every question from then on, and what the row says is brought up to date when staff next change it.
 */
import { sql, type Kysely } from 'kysely';
import type { ArticleCategory, ArticleKind } from '../../../../shared/products/content/wire';
import type { ArticleRow } from '../../../platform/database/content-tables';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';

export interface ShownArticle {
  id: number;
  kind: ArticleKind;
  slug: string;
  category: ArticleCategory | null;
  publishedAt: number;
  /** 0: as the program brought it. */
  version: number;
}

/** A table of `ShownArticle`, to be asked like one. */
export function shownArticles(database: Kysely<ExchangeTables>, now: number) {
  const at = sql.lit(now);
  const hasTurned = sql<boolean>`(a.next_from is not null and a.next_from <= ${at})`;
  const turned = <T>(then: string, otherwise: string) =>
    sql<T>`(case when ${hasTurned} then ${sql.ref(then)} else ${sql.ref(otherwise)} end)`;
  return database
    .selectFrom('articles as a')
    .leftJoin('articleVersions as v', (join) =>
      join.onRef('v.article', '=', 'a.id').on('v.version', '=', turned<number>('a.next_version', 'a.shown_version')),
    )
    .where(
      sql<boolean>`(case when ${hasTurned} then a.next_until is null or a.next_until > ${at}
        else a.shown_version is not null and a.is_withdrawn = 0 and (a.shown_until is null or a.shown_until > ${at}) end)`,
    )
    .select(['a.id', 'a.kind', 'a.slug'])
    .select([
      turned<number>('a.next_version', 'a.shown_version').as('version'),
      turned<number>('a.next_published_at', 'a.published_at').as('publishedAt'),
      sql<ArticleCategory | null>`coalesce(v.category, a.category)`.as('category'),
    ]);
}

type Standing = Pick<
  ArticleRow,
  | 'publishedAt'
  | 'shownVersion'
  | 'shownUntil'
  | 'isWithdrawn'
  | 'nextVersion'
  | 'nextFrom'
  | 'nextUntil'
  | 'nextPublishedAt'
>;

const NO_NEXT = { nextVersion: null, nextFrom: null, nextUntil: null, nextPublishedAt: null } as const;

/** The row as it would be if what has come since had been written into it. */
export function turnedAt<Row extends Standing>(row: Row, now: number): Row {
  const { nextVersion, nextFrom, nextUntil, nextPublishedAt } = row;
  if (nextFrom === null || nextFrom > now) return row;
  const publishedAt = nextPublishedAt ?? nextFrom;
  return { ...row, ...NO_NEXT, shownVersion: nextVersion, shownUntil: nextUntil, isWithdrawn: 0, publishedAt };
}

/** Of a row that is up to date. */
export function isShownAt({ shownVersion, shownUntil, isWithdrawn }: Standing, at: number): boolean {
  return shownVersion !== null && isWithdrawn === 0 && (shownUntil === null || shownUntil > at);
}
