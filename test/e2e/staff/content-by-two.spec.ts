/** Publishing by two of staff: notices with external links, and legal texts. */
import { Logger } from '@nestjs/common';
import type { Language } from '../../../shared/wire/languages';
import { HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { articlesOf, DAY, HOUR, inAll, textIn } from './articles';

describe('articles at the desk', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let other: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now, monotonic: () => now });
    admin = await exchange.staff('admin');
    other = await exchange.staff('admin', 'other');
  });
  afterAll(() => exchange.stop());
  beforeEach(() => {
    now += HOUR;
  });

  const { save, made, publish, withdraw, desk, shown, idOf } = articlesOf(
    () => exchange,
    () => admin,
  );

  describe('with an external link', () => {
    const setHosts = (value: string) =>
      exchange.withApproval(exchange.post('/admin/systemConfig/set', { key: 'link_hosts', value }, admin.ticket));
    beforeAll(() => setHosts('listed.example'));
    afterAll(() => setHosts(''));

    const body = 'More [there](https://listed.example/x).';
    const leading = (of: string) => ({ ...inAll(of), jp: { ...textIn('jp', of), body } });
    const confirm = async (proposal: string) => {
      const { records } = (await exchange.get('/audit/staff/proposals', other.ticket)).data;
      const { digest } = records.find((one: Json) => one.proposal === proposal);
      const request = { clientId: exchange.clientId(), proposal, digest };
      expect((await exchange.post('/admin/staff/confirmProposal', request, other.ticket)).code).toBe('success');
      now += DAY;
    };

    it('are published by one, except notices', async () => {
      const news = await made('News', { kind: 'news', texts: leading('News') });
      expect((await desk(news.article)).takesTwo).toBe(false);
      expect((await publish(news)).data.proposal).toBeNull();
      expect(await shown(news.article)).toBe('News (en)');
    });

    it('are shown as notices once a second member of staff confirms, until withdrawn', async () => {
      const draft = await made('Offer', { texts: leading('Offer') });
      expect((await desk(draft.article)).takesTwo).toBe(true);
      expect(await publish(draft, { from: now + HOUR })).toMatchObject({
        data: { fields: [{ path: 'from', code: 'unknown' }] },
      });
      const until = now + 10 * DAY;
      const asked = (await publish(draft, { until })).data;
      expect(asked.proposal).toMatch(/^\d+$/);
      const waiting = (await desk(draft.article)).standing;
      expect(waiting).toMatchObject({ state: 'draft', proposed: { version: 1, proposal: asked.proposal } });
      expect(await shown(draft.article)).toBeNull();

      await confirm(asked.proposal);
      const { standing, acts } = await desk(draft.article);
      expect(standing).toMatchObject({ state: 'published', shown: 1, until, proposed: null, publishedAt: now });
      expect(acts).toMatchObject([
        { act: 'decided', by: null },
        { act: 'proposed', by: admin.id },
      ]);
      expect(await shown(draft.article)).toBe('Offer (en)');

      // After a withdrawal by one, the same version needs two again.
      const gone = (await withdraw(draft.article, standing.revision, 'shown')).data;
      expect(await shown(draft.article)).toBeNull();
      const again = (await publish({ ...draft, revision: gone.revision })).data;
      expect(again.proposal).toMatch(/^\d+$/);
      expect((await desk(draft.article)).standing.state).toBe('withdrawn');
      await confirm(again.proposal);
      expect((await desk(draft.article)).standing.state).toBe('published');

      // A version without external link needs one.
      const { revision } = (await desk(draft.article)).standing;
      const plain = (await save({ article: draft.article, kind: undefined, revision, texts: inAll('Plain') })).data;
      expect((await publish(plain)).data.proposal).toBeNull();
      expect((await desk(draft.article)).standing.shown).toBe(2);
    });

    it('are not shown if the database has another text than was decided', async () => {
      const { sql } = exchange.application.exchange.database;
      const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const draft = await made('True', { texts: leading('True') });
      const { proposal } = (await publish(draft)).data;
      const rows = sql.updateTable('articleVersionTexts').where('article', '=', Number(draft.article));
      await rows.set({ title: 'False' }).where('language', '=', 'en').execute();
      await confirm(proposal);
      expect((await desk(draft.article)).standing.state).toBe('draft');
      expect(said.mock.calls.some(([facts]) => facts.article === Number(draft.article))).toBe(true);
      said.mockRestore();
    });

    it('are no longer shown once their host is off the list', async () => {
      const draft = await made('Late', { kind: 'news', texts: leading('Late') });
      await setHosts('');
      expect(await publish(draft)).toMatchObject({
        data: { fields: [{ path: 'texts.jp.body', code: 'markup.host' }] },
      });
      await setHosts('listed.example');
      expect((await publish(draft)).code).toBe('success');
    });
  });

  describe('legal texts', () => {
    const page = async (lang: Language = 'en'): Promise<Json> =>
      (await exchange.get('/app/content/page?slug=user-agreement', undefined, { lang })).data;

    it('are shown once a second member of staff confirms, and the journal has their hash', async () => {
      const id = await idOf('user-agreement');
      const before = await desk(id);
      expect(before.standing).toMatchObject({ isLegal: true, proposed: null });
      const saved = (await save({ article: id, kind: undefined, texts: inAll('Agreement') })).data;
      expect(await publish(saved, { from: now + HOUR })).toMatchObject({
        data: { fields: [{ path: 'from', code: 'unknown' }] },
      });
      const { data } = await publish(saved);
      expect(data.proposal).toMatch(/^\d+$/);
      expect((await page()).title).toBe(before.texts.en.title);
      expect((await desk(id)).standing.proposed).toEqual({ version: 2, proposal: data.proposal });

      const { records } = (await exchange.get('/audit/staff/proposals', other.ticket)).data;
      const proposal = records.find((one: Json) => one.proposal === data.proposal);
      expect(proposal.after).toMatchObject({
        setting: 'page.user-agreement',
        text: expect.stringContaining(saved.digest),
      });
      const confirm = { clientId: exchange.clientId(), proposal: data.proposal, digest: proposal.digest };
      expect((await exchange.post('/admin/staff/confirmProposal', confirm, other.ticket)).code).toBe('success');
      now += DAY;
      expect(await page()).toMatchObject({ title: 'Agreement (en)', publishedAt: now });
      expect((await page('jp')).title).toBe('Agreement (jp)');
      expect((await desk(id)).standing).toMatchObject({ shown: 2, proposed: null, publishedAt: now });
      expect((await desk(id)).acts).toMatchObject([
        { act: 'decided', by: null },
        { act: 'proposed', by: admin.id },
      ]);
    });

    it('are not shown if altered in the database', async () => {
      const { sql } = exchange.application.exchange.database;
      const id = Number(await idOf('user-agreement'));
      const shipped = (await exchange.get(`/admin/content/version?article=${id}&version=0`, admin.ticket)).data.texts;
      // Points to another version than was decided.
      await sql.updateTable('articles').set({ shownVersion: 1 }).where('id', '=', id).execute();
      expect((await page()).title).toBe('Agreement (en)');
      // A decided text that was altered is no longer shown.
      await sql
        .updateTable('articleVersionTexts')
        .set({ title: 'You owe us everything' })
        .where('article', '=', id)
        .where('version', '=', 2)
        .where('language', '=', 'en')
        .execute();
      expect((await page()).title).toBe(shipped.en.title);
      expect((await page('kr')).title).toBe(shipped.kr.title);
      const put = sql.updateTable('articleVersionTexts').set({ title: 'Agreement (en)' });
      await put.where('article', '=', id).where('version', '=', 2).where('language', '=', 'en').execute();
      expect((await page()).title).toBe('Agreement (en)');
    });

    it('fall back to the shipped texts if the decided ones are lost, without that counting as a decision', async () => {
      const { sql } = exchange.application.exchange.database;
      const id = Number(await idOf('user-agreement'));
      const shipped = (await exchange.get(`/admin/content/version?article=${id}&version=0`, admin.ticket)).data.texts;
      const { acts } = await desk(String(id));
      const said = jest.spyOn(Logger.prototype, 'error');
      // The texts of the version are lost.
      const ofVersion = sql.selectFrom('articleVersionTexts').selectAll().where('article', '=', id);
      const words = await ofVersion.where('version', '=', 2).execute();
      await sql.deleteFrom('articleVersionTexts').where('article', '=', id).where('version', '=', 2).execute();
      expect((await page()).title).toBe(shipped.en.title);
      expect((await page('jp')).title).toBe(shipped.jp.title);
      await sql.insertInto('articleVersionTexts').values(words).execute();
      expect((await page()).title).toBe('Agreement (en)');
      // The text behind the journal's hash is lost: the store is older.
      const texts = await sql.selectFrom('staffTexts').selectAll().where('text', 'like', '{"version":2,%').execute();
      expect(texts).toHaveLength(1);
      await sql.deleteFrom('staffTexts').where('hash', '=', texts[0].hash).execute();
      said.mockClear();
      expect((await page()).title).toBe(shipped.en.title);
      expect((await page('kr')).title).toBe(shipped.kr.title);
      expect(said.mock.calls.filter(([, text]) => String(text).includes('is lost'))).toEqual([
        [{ slug: 'user-agreement' }, expect.any(String)],
      ]);
      said.mockRestore();
      const found = await desk(String(id));
      expect([found.acts, found.standing.shown]).toEqual([acts, 2]);
      // Publishing the same version again restores it, without another proposal.
      const version = (await exchange.get(`/admin/content/version?article=${id}&version=2`, admin.ticket)).data;
      const again = { article: String(id), version: 2, digest: version.digest, revision: found.standing.revision };
      expect((await publish(again)).data).toEqual({ revision: found.standing.revision, proposal: null });
      expect((await page()).title).toBe('Agreement (en)');
      const after = await desk(String(id));
      expect([after.acts, after.standing.proposed]).toEqual([acts, null]);
    });

    it('are proposed only by staff who may decide settings', async () => {
      const writer = await exchange.staff('admin', 'writer');
      await exchange.withApproval(
        exchange.post(
          '/admin/staff/setRights',
          { userId: writer.id, rights: ['content'], reason: 'test' },
          admin.ticket,
        ),
      );
      const id = await idOf('legal-statement');
      const saved = (await save({ article: id, kind: undefined, texts: inAll('Legal') }, writer)).data;
      expect(await publish(saved, {}, writer)).toMatchObject({ code: 'command.not.permitted' });
    });
  });
});
