import type { MigrationFunction } from '../../migrate';

/** Versions of articles, actions on them, and banners. */
export const contentVersions: MigrationFunction = async (database, { integer, finish }) => {
  const { schema } = database;
  for (const kind of ['content_act', 'banner']) await database.insertInto('last_ids').values({ kind, id: 0 }).execute();

  for (const column of ['revision', 'latest_version', 'is_withdrawn'])
    await schema
      .alterTable('articles')
      .addColumn(column, integer, (one) => one.notNull().defaultTo(0))
      .execute();
  // Existing articles are shown as shipped.
  await schema
    .alterTable('articles')
    .addColumn('shown_version', integer, (one) => one.defaultTo(0))
    .execute();
  for (const column of ['shown_until', 'next_version', 'next_from', 'next_until', 'next_published_at'])
    await schema.alterTable('articles').addColumn(column, integer).execute();

  await finish(
    schema
      .createTable('article_versions')
      .addColumn('article', integer, (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('category', 'text')
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('saved_by', integer)
      .addColumn('saved_at', integer, (column) => column.notNull())
      .addColumn('restored', integer)
      .addColumn('request_hash', 'text', (column) => column.unique())
      .addPrimaryKeyConstraint('article_versions_key', ['article', 'version']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('article_version_texts')
      .addColumn('article', integer, (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('article_version_texts_key', ['article', 'version', 'language']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('article_acts')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('article', integer, (column) => column.notNull().references('articles.id').onDelete('cascade'))
      .addColumn('act', 'text', (column) => column.notNull())
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('by', integer)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('from', integer)
      .addColumn('until', integer)
      .addColumn('reason', 'text')
      .addColumn('proposal', integer)
      .addColumn('request_hash', 'text', (column) => column.unique()),
    'plain',
  ).execute();
  await schema.createIndex('acts_of_article').on('article_acts').columns(['article', 'id']).execute();

  await finish(
    schema
      .createTable('banners')
      .addColumn('id', integer, (column) => column.primaryKey())
      .addColumn('revision', integer, (column) => column.notNull())
      .addColumn('is_on', integer, (column) => column.notNull())
      .addColumn('place', integer, (column) => column.notNull())
      .addColumn('from', integer)
      .addColumn('until', integer)
      .addColumn('link', 'text')
      .addColumn('look', 'text', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('changed_by', integer)
      .addColumn('changed_at', integer, (column) => column.notNull())
      .addColumn('request_hash', 'text'),
    'plain',
  ).execute();
  await finish(
    schema
      .createTable('banner_texts')
      .addColumn('banner', integer, (column) => column.notNull().references('banners.id').onDelete('cascade'))
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('banner_texts_key', ['banner', 'language']),
    'clustered',
  ).execute();
  await finish(
    schema
      .createTable('banner_images')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('width', integer, (column) => column.notNull())
      .addColumn('height', integer, (column) => column.notNull())
      .addColumn('uploaded_by', integer, (column) => column.notNull())
      .addColumn('uploaded_at', integer, (column) => column.notNull()),
    'clustered',
  ).execute();
};
