import type { MigrationFunction } from '../../migrate';

export const content: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const kind of ['article', 'feedback']) await database.insertInto('last_ids').values({ kind, id: 0 }).execute();

  await finish(
    schema
      .createTable('articles')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('category', 'text')
      .addColumn('published_at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('articles_of_kind').on('articles').columns(['kind', 'published_at']).execute();

  await finish(
    schema
      .createTable('article_texts')
      .addColumn('article', integer, (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_texts_key', ['article', 'language']),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('seeded_articles')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('seeded_at', integer, (column) => column.notNull()),
    'clustered',
  ).execute();

  await finish(
    schema
      .createTable('feedback')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('user_id', integer)
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('contact', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('request_hash', 'text', (column) => column.notNull().unique()),
    'plain',
  ).execute();
};
