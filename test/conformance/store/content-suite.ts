/** What articles and feedback must be, whichever store is below them. */
import { Articles } from '../../../server/features/content/articles';
import { DefaultArticles } from '../../../server/features/content/default-articles';
import { DEFAULT_CONTENTS } from '../../../server/features/content/default-contents';
import { FeedbackBox } from '../../../server/features/content/feedback-box';
import { SystemConfig } from '../../../server/features/product/system-config';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import type { FeedbackRequest } from '../../../shared/wire/content';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const FIRST_PAGE = { pageIndex: 1, pageSize: 200 };
const clock = () => AT;

export function contentConformance(name: string, harness: StoreHarness): void {
  describe(`articles and feedback in ${name}`, () => {
    /** Two servers on one PostgreSQL; a SQLite file belongs to one process. */
    let databases: Database<ExchangeTables>[];
    let articles: Articles;

    beforeAll(async () => {
      const config = await harness.create();
      databases = [await openDatabase(config, 'exchange')];
      if (config.databaseUrl) databases.push(await openDatabase(config, 'exchange'));
      await Promise.all(databases.map((database) => new DefaultArticles(database, clock).onModuleInit()));
      articles = new Articles(databases[0], new SystemConfig(databases[0], clock));
    });
    afterAll(() => Promise.all(databases.map((database) => database.close())));

    test('every article is inserted once, even by two servers that start at once', async () => {
      const slugs = await databases[0].sql.selectFrom('articles').select('slug').orderBy('id').execute();
      expect(slugs.map(({ slug }) => slug)).toEqual(DEFAULT_CONTENTS.map(({ slug }) => slug));
    });

    test('lists are ordered: the newest first, help by its categories', async () => {
      const { records: notices } = await articles.list('en', { kind: 'notice', ...FIRST_PAGE });
      const ids = notices.map(({ id }) => Number(id));
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      const { records: help } = await articles.list('en', { kind: 'help', ...FIRST_PAGE });
      const categories = help.map(({ category }) => category);
      expect([...new Set(categories)]).toEqual(['getting-started', 'trading', 'security']);
    });

    test('an article names its neighbours in its list', async () => {
      const { records } = await articles.list('kr', { kind: 'help', ...FIRST_PAGE });
      for (const [index, { id }] of records.entries()) {
        const { previous, next } = await articles.detail('kr', Number(id));
        const [before, behind] = [records[index - 1], records[index + 1]];
        expect(previous).toEqual(before ? { id: before.id, title: before.title } : null);
        expect(next).toEqual(behind ? { id: behind.id, title: behind.title } : null);
      }
    });

    test('deleting an article takes its texts along', async () => {
      const { sql } = databases[0];
      const { id } = await sql.selectFrom('articles').select('id').where('kind', '=', 'news').executeTakeFirstOrThrow();
      await sql.deleteFrom('articles').where('id', '=', id).execute();
      expect(await sql.selectFrom('articleTexts').select('title').where('article', '=', id).execute()).toEqual([]);
    });

    test('feedback sent several times at once is stored once', async () => {
      const boxes = databases.map((database) => new FeedbackBox(database, clock));
      const [box] = boxes;
      const request: FeedbackRequest = { clientId: 'once', category: 'other', text: 'Good morning! 😀\nAnd you?' };
      const visitor = { user: null, address: '203.0.113.7' };
      const ids = await Promise.all([...boxes, ...boxes].map((box) => box.put(visitor, request)));
      expect(new Set(ids).size).toBe(1);
      const other = await box.put({ user: 10_000_001, address: '203.0.113.7' }, request);
      const { records, total } = await box.list(FIRST_PAGE);
      expect(total).toBe(2);
      expect(records.map(({ id }) => Number(id))).toEqual([other, ids[0]]);
      expect(records[0]).toMatchObject({ userId: 10_000_001, text: request.text, contact: null, createdAt: AT });
    });
  });
}
