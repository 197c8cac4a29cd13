/**
 * Articles that ship with the exchange, with or without the demo. Each is inserted once. A newer version's text
 * replaces an unedited one; edits and deletions by the desk persist.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/database';
import type { ArticleTextRow } from '../../../platform/database/content-tables';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';
import { readArticleFiles, type ArticleFile } from './article-files';
import { DEFAULT_CONTENTS, type DefaultContent } from './default-contents';
import { FORMER_TEXTS } from './former-texts';

const HASH_DIGITS = 16;

@Injectable()
export class DefaultArticles implements OnModuleInit {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const seeded = await this.database.sql.selectFrom('seededArticles').select('slug').execute();
    const seededSlugs = new Set(seeded.map(({ slug }) => slug));
    const missing = DEFAULT_CONTENTS.filter(({ slug }) => !seededSlugs.has(slug));
    const files = readArticleFiles(new Set(DEFAULT_CONTENTS.map(({ slug }) => slug)));
    if (missing.length > 0)
      await this.database.sql.transaction().execute((transaction) => insert(transaction, missing, files, this.clock()));
    await this.renew(files);
  }

  private async renew(files: readonly ArticleFile[]): Promise<void> {
    const { sql } = this.database;
    const storedTexts = await sql
      .selectFrom('articleTexts')
      .innerJoin('articles', 'articles.id', 'articleTexts.article')
      .innerJoin('seededArticles', 'seededArticles.slug', 'articles.slug')
      .selectAll('articleTexts')
      .select('articles.slug')
      .execute();
    const shipped = new Map(files.map((file) => [`${file.slug}.${file.language}`, file]));
    for (const { slug, ...row } of storedTexts) {
      const file = shipped.get(`${slug}.${row.language}`);
      if (!file || row.shippedHash === hashOf(file) || !isAsShipped(row)) continue;
      const { title, summary, body } = file;
      // Only if unchanged since it was read, because staff may be editing it.
      await sql
        .updateTable('articleTexts')
        .set({ title, summary, body, shippedHash: hashOf(file) })
        .where('article', '=', row.article)
        .where('language', '=', row.language)
        .where('title', '=', row.title)
        .where('summary', '=', row.summary)
        .where('body', '=', row.body)
        .execute();
    }
  }
}

/** True if the text is unedited since it was inserted. */
function isAsShipped(row: ArticleTextRow): boolean {
  const hash = hashOf(row);
  return row.shippedHash === null ? FORMER_TEXTS.has(hash) : row.shippedHash === hash;
}

/** Long enough to distinguish the texts of one exchange. */
function hashOf({ title, summary, body }: Pick<ArticleTextRow, 'title' | 'summary' | 'body'>): string {
  return createHash('sha256').update([title, summary, body].join('\n')).digest('hex').slice(0, HASH_DIGITS);
}

/** Markers first: if two servers start on one database, the second finds nothing left to insert. */
async function insert(
  transaction: Transaction<ExchangeTables>,
  missing: readonly DefaultContent[],
  files: readonly ArticleFile[],
  now: number,
): Promise<void> {
  const marked = await transaction
    .insertInto('seededArticles')
    .values(missing.map(({ slug }) => ({ slug, seededAt: now })))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .execute();
  const slugs = new Set(marked.map(({ slug }) => slug));
  const contents = missing.filter(({ slug }) => slugs.has(slug));
  if (contents.length === 0) return;
  const ids = await takeIds(transaction, 'article', contents.length);
  const articles = contents.map((content, index) => ({ id: ids[index], ...content, publishedAt: now }));
  const idOfSlug = new Map(articles.map(({ slug, id }) => [slug, id]));
  await transaction.insertInto('articles').values(articles).execute();
  const texts = files.flatMap(({ slug, ...text }) => {
    const article = idOfSlug.get(slug);
    return article === undefined ? [] : [{ article, ...text, shippedHash: hashOf(text) }];
  });
  await transaction.insertInto('articleTexts').values(texts).execute();
}
