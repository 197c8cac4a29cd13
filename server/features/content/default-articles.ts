/**
 * What the exchange has to say from its first start on, demo or not. Each article is inserted once; from then on it is the
 * desk's: what they edit stays edited, what they delete stays deleted, and a new one of a later version is added.
 */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { takeIds } from '../../platform/database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { readArticleFiles, type ArticleFile } from './article-files';
import { DEFAULT_CONTENTS, type DefaultContent } from './default-contents';

@Injectable()
export class DefaultArticles implements OnModuleInit {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const seeded = await this.database.sql.selectFrom('seededArticles').select('slug').execute();
    const known = new Set(seeded.map(({ slug }) => slug));
    const missing = DEFAULT_CONTENTS.filter(({ slug }) => !known.has(slug));
    if (missing.length === 0) return;
    const files = await readArticleFiles(new Set(missing.map(({ slug }) => slug)));
    await this.database.sql.transaction().execute((transaction) => insert(transaction, missing, files, this.clock()));
  }
}

/** Marks first: of two servers that start on one database at once, the second finds nothing left to insert. */
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
    return article === undefined ? [] : [{ article, ...text }];
  });
  await transaction.insertInto('articleTexts').values(texts).execute();
}
