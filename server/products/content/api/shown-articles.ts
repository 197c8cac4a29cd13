/**
 * The shown version of an article at a time. No job runs at a scheduled time: every query derives the version from the
 * time, and the row is updated at the next change by staff.
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
  /** 0: the shipped text. */
  version: number;
}

/** `ShownArticle` as a table expression for queries. */
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

type Publication = Pick<
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

const NOTHING_SCHEDULED = { nextVersion: null, nextFrom: null, nextUntil: null, nextPublishedAt: null } as const;

/** The row with due changes applied. */
export function withScheduledVersion<Row extends Publication>(row: Row, now: number): Row {
  const { nextVersion, nextFrom, nextUntil, nextPublishedAt } = row;
  if (nextFrom === null || nextFrom > now) return row;
  const publishedAt = nextPublishedAt ?? nextFrom;
  return {
    ...row,
    ...NOTHING_SCHEDULED,
    shownVersion: nextVersion,
    shownUntil: nextUntil,
    isWithdrawn: 0,
    publishedAt,
  };
}

/** Requires a row with due changes applied. */
export function isShownAt({ shownVersion, shownUntil, isWithdrawn }: Publication, at: number): boolean {
  return shownVersion !== null && isWithdrawn === 0 && (shownUntil === null || shownUntil > at);
}
