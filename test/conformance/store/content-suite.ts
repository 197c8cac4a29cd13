/** Articles and feedback, for every store. */
import { createHash } from 'node:crypto';
import { ArticleChanges } from '../../../server/products/content/api/article-changes';
import { Articles } from '../../../server/products/content/api/articles';
import type { BannerDecisions } from '../../../server/products/content/api/banner-decisions';
import type { BannerImages } from '../../../server/products/content/api/banner-images';
import { Banners } from '../../../server/products/content/api/banners';
import { DefaultArticles } from '../../../server/products/content/api/default-articles';
import { DEFAULT_CONTENTS } from '../../../server/products/content/api/default-contents';
import { FeedbackInbox } from '../../../server/products/content/api/feedback-inbox';
import { FeedbackAdmin } from '../../../server/products/content/api/feedback-admin';
import { LegalTexts } from '../../../server/products/content/api/legal-texts';
import { LinkList } from '../../../server/products/content/api/link-list';
import { NoticeDecisions } from '../../../server/products/content/api/notice-decisions';
import type { Letters } from '../../../server/platform/mail/letters';
import { COMMON_TEXTS } from '../../../server/platform/i18n/messages';
import { Messages } from '../../../server/platform/messages/messages';
import { SystemConfig } from '../../../server/features/product/system-config';
import type { AdminSettings } from '../../../server/features/shared/admin-settings';
import { LANGUAGES } from '../../../shared/wire/languages';
import { StaffTexts } from '../../../server/platform/staff-texts';
import { openSecrets } from '../../../server/platform/secrets/secrets';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ArticleTextRow } from '../../../server/platform/database/content-tables';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import type { FeedbackRequest } from '../../../shared/products/content/wire';
import { NO_STAFF } from '../../tools/people/known-staff';
import type { StoreHarness } from './harness';

const AT = 1_800_000_000_000;
const FIRST_PAGE = { pageIndex: 1, pageSize: 200 };
const clock = () => AT;
/** The English help-verification text as shipped before texts stored their hash. */
const FORMER_SUMMARY = 'What verification is for, who does it, and what happens afterwards.';
const FORMER_BODY = `## Why

Only verified accounts may place orders. This protects the markets against fraud, and everybody against accounts opened in their name.

## How

Enter your name and document number on the verification page of your account and upload the photos it asks for. They are stored encrypted; staff alone see them, and review them. Never send photos of documents by any other way.

## Afterwards

As soon as staff have confirmed you, the next order is accepted; you need not log in again. The confirmation is an event in the journal and names the member of staff who gave it.`;

const deskOf = (database: Database<ExchangeTables>) =>
  new FeedbackAdmin(database, clock, new Messages(database, clock, COMMON_TEXTS), {
    sendFeedbackAnswered: () => undefined,
  } as unknown as Letters);

export function contentConformance(name: string, harness: StoreHarness): void {
  describe(`articles and feedback in ${name}`, () => {
    /** Two servers on one PostgreSQL; a SQLite file belongs to one process. */
    let databases: Database<ExchangeTables>[];
    let articles: Articles;
    let legal: LegalTexts;
    let notices: NoticeDecisions;
    let config: SystemConfig;

    beforeAll(async () => {
      const store = await harness.create();
      databases = [await openDatabase(store, 'exchange')];
      if (store.databaseUrl) databases.push(await openDatabase(store, 'exchange'));
      await Promise.all(databases.map((database) => new DefaultArticles(database, clock).onModuleInit()));
      const texts = new StaffTexts(databases[0], await openSecrets(store, databases[0]), clock);
      legal = new LegalTexts(databases[0], NO_STAFF, texts, clock);
      notices = new NoticeDecisions(databases[0], NO_STAFF, texts, clock);
      config = new SystemConfig(NO_STAFF, texts);
      articles = new Articles(databases[0], config, legal, clock);
    });
    afterAll(() => Promise.all(databases.map((database) => database.close())));

    async function idOf(slug: string): Promise<number> {
      const query = databases[0].sql.selectFrom('articles').select('id').where('slug', '=', slug);
      return (await query.executeTakeFirstOrThrow()).id;
    }

    test('inserts every article once, with two servers starting at once', async () => {
      const slugs = await databases[0].sql.selectFrom('articles').select('slug').orderBy('id').execute();
      expect(slugs.map(({ slug }) => slug)).toEqual(DEFAULT_CONTENTS.map(({ slug }) => slug));
    });

    test('orders lists newest first, and help by category', async () => {
      const { records: notices } = await articles.list('en', { kind: 'notice', ...FIRST_PAGE });
      const ids = notices.map(({ id }) => Number(id));
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      const { records: help } = await articles.list('en', { kind: 'help', ...FIRST_PAGE });
      const categories = help.map(({ category }) => category);
      expect([...new Set(categories)]).toEqual(['getting-started', 'trading', 'security', 'staff']);
    });

    test('names the neighbours of an article in its list', async () => {
      const { records } = await articles.list('kr', { kind: 'help', ...FIRST_PAGE });
      for (const [index, { id }] of records.entries()) {
        const { previous, next } = await articles.detail('kr', Number(id));
        const [before, behind] = [records[index - 1], records[index + 1]];
        expect(previous).toEqual(before ? { id: before.id, title: before.title } : null);
        expect(next).toEqual(behind ? { id: behind.id, title: behind.title } : null);
      }
    });

    test('deletes an article with its texts', async () => {
      const { sql } = databases[0];
      const { id } = await sql.selectFrom('articles').select('id').where('kind', '=', 'news').executeTakeFirstOrThrow();
      await sql.deleteFrom('articles').where('id', '=', id).execute();
      expect(await sql.selectFrom('articleTexts').select('title').where('article', '=', id).execute()).toEqual([]);
    });

    test('a new version updates unedited texts only', async () => {
      const { sql } = databases[0];
      const [policy, about, down] = await Promise.all(['privacy-policy', 'about', 'down'].map(idOf));
      const textOf = (article: number) =>
        sql
          .selectFrom('articleTexts')
          .select(['title', 'shippedHash'])
          .where('article', '=', article)
          .where('language', '=', 'en')
          .executeTakeFirstOrThrow();
      const change = (article: number, set: Partial<ArticleTextRow>) =>
        sql.updateTable('articleTexts').set(set).where('article', '=', article).where('language', '=', 'en').execute();
      const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
      const earlier = { title: 'Earlier', summary: 'Shipped', body: 'once' };
      await change(policy, { ...earlier, shippedHash: hashOf('Earlier', 'Shipped', 'once') });
      await change(about, { title: 'Edited by the desk' });
      // As an older program left it: without a hash, with an edited text.
      await change(down, { title: 'Edited long ago', shippedHash: null });
      await new DefaultArticles(databases[0], clock).onModuleInit();
      expect(await textOf(policy)).toMatchObject({ title: 'Privacy policy' });
      expect((await textOf(about)).title).toBe('Edited by the desk');
      expect((await textOf(down)).title).toBe('Edited long ago');

      const former = { title: 'Getting verified', summary: FORMER_SUMMARY, body: FORMER_BODY };
      const help = await idOf('help-verification');
      await change(help, { ...former, shippedHash: null });
      await new DefaultArticles(databases[0], clock).onModuleInit();
      expect((await textOf(help)).shippedHash).not.toBeNull();
    });

    test("keeps versions as saved, reports a conflict of two savers, and uses the clock's times", async () => {
      let now = AT;
      const changes = databases.map(
        (database) =>
          new ArticleChanges(database, () => now, {} as unknown as AdminSettings, legal, notices, new LinkList(config)),
      );
      const reader = new Articles(databases[0], config, legal, () => now);
      const seen = async () => (await reader.list('en', { kind: 'notice', ...FIRST_PAGE })).records[0].title;
      const before = await seen();
      const written = (title: string) =>
        Object.fromEntries(LANGUAGES.map((language) => [language, { title, summary: 'In short', body: 'At length' }]));
      const made = { clientId: 'made', kind: 'notice', category: null, revision: 0, texts: written('First') } as const;
      const saves = await Promise.all([...changes, ...changes].map((one) => one.save(1, made)));
      expect(new Set(saves.map(({ article }) => article)).size).toBe(1);
      const [{ article, digest, revision }] = saves;
      const on = { article, category: null, revision } as const;
      const both = await Promise.allSettled(
        ['Second', 'Third'].map((title, place) =>
          changes[place % changes.length].save(2, { ...on, clientId: title, texts: written(title) }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [{ sql }] = databases;
      const versions = sql.selectFrom('articleVersions').selectAll().where('article', '=', Number(article));
      expect(await versions.orderBy('version').execute()).toMatchObject([
        { version: 1, digest, savedBy: 1 },
        { version: 2, savedBy: 2 },
      ]);
      const [from, until] = [AT + 1_000, AT + 2_000];
      const publication = { article, version: 1, digest, revision: 2, fallback: false, from, until };
      await changes[0].publish(1, { ...publication, clientId: 'publish' });
      const at = async (time: number) => {
        now = time;
        return seen();
      };
      expect([await at(from - 1), await at(from), await at(until - 1), await at(until)]).toEqual([
        before,
        'First',
        'First',
        before,
      ]);
    });

    test('counts, orders and times banners the same way', async () => {
      let now = AT;
      const decisions = { isLinkApproved: () => true } as unknown as BannerDecisions;
      const images = { isKept: () => Promise.resolve(false) } as unknown as BannerImages;
      const [banners] = databases.map(
        (database) => new Banners(database, () => now, images, new LinkList(config), decisions),
      );
      const banner = { revision: 0, isOn: true, link: null, look: 'ledger', image: null, fallback: true } as const;
      const titled = (title: string) => ({ texts: { en: { title, text: '' } }, clientId: title });
      await banners.save(1, { ...banner, ...titled('Second'), place: 2, from: null, until: AT + 10 });
      await banners.save(1, { ...banner, ...titled('First'), place: 1, from: AT + 5, until: null });
      const titles = async (time: number) => {
        now = time;
        return (await banners.visibleBanners('kr')).records.map(({ title }) => title);
      };
      expect(await titles(AT + 4)).toEqual(['Second']);
      expect((await banners.visibleBanners('kr')).changesAt).toBe(AT + 5);
      expect(await titles(AT + 5)).toEqual(['First', 'Second']);
      expect(await titles(AT + 10)).toEqual(['First']);
    });

    test('stores feedback once under concurrent retries', async () => {
      const boxes = databases.map((database) => new FeedbackInbox(database, clock));
      const [box] = boxes;
      const request: FeedbackRequest = { clientId: 'once', category: 'other', text: 'Good morning! 😀\nAnd you?' };
      const visitor = { user: null, address: '203.0.113.7', language: 'en' } as const;
      const ids = await Promise.all([...boxes, ...boxes].map((box) => box.submit(visitor, request)));
      expect(new Set(ids).size).toBe(1);
      const other = await box.submit({ user: 10_000_001, address: '203.0.113.7', language: 'en' }, request);
      const desks = databases.map(deskOf);
      const { records, total } = await desks[0].list(FIRST_PAGE);
      expect(total).toBe(2);
      expect(records.map(({ id }) => Number(id))).toEqual([other, ids[0]]);
      expect(records[0]).toMatchObject({ userId: 10_000_001, text: request.text, contact: null, createdAt: AT });

      const answer = { clientId: 'answer', feedback: String(other), text: 'Quite.' };
      const answered = await Promise.all([...desks, ...desks].map((desk) => desk.answer(1, answer)));
      expect(new Set(answered).size).toBe(1);
      const { records: own } = await box.listOwn(10_000_001, FIRST_PAGE, 'en');
      expect(own).toMatchObject([{ state: 'answered', answers: [{ text: 'Quite.', at: AT }] }]);
      expect(await desks[0].openCounts()).toEqual({ open: 1, overDay: 0, overWeek: 0, oldest: AT });
    });
  });
}
