/** Staff write what the exchange publishes: versions, schedule, two at once, and legal texts by two. */
import { Logger } from '@nestjs/common';
import { LANGUAGES, type Language } from '../../../shared/wire/languages';
import { HttpExchange, WITHOUT_FACTOR, type Json, type Person } from '../../tools/people/http-exchange';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function textIn(language: Language, of: string) {
  return { title: `${of} (${language})`, summary: `In short, ${language}.`, body: `## ${of}\n\nSaid in ${language}.` };
}

const inAll = (of: string, languages: readonly Language[] = LANGUAGES) =>
  Object.fromEntries(languages.map((language) => [language, textIn(language, of)]));

describe('articles at the desk', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let other: Person;
  let alice: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now, monotonic: () => now });
    admin = await exchange.staff('admin');
    other = await exchange.staff('admin', 'other');
    alice = await exchange.person('alice');
  });
  afterAll(() => exchange.stop());
  beforeEach(() => {
    now += HOUR;
  });

  const save = (facts: object, staff: Person = admin) => {
    const request = { clientId: exchange.clientId(), category: null, revision: 0, kind: 'notice', ...facts };
    return exchange.post('/admin/content/saveArticle', request, staff.ticket);
  };
  const made = async (of = 'Maintenance', facts: object = {}): Promise<Json> =>
    (await save({ texts: inAll(of), ...facts })).data;
  const publish = ({ article, version, digest, revision }: Json, facts: object = {}, staff: Person = admin) => {
    const request = { clientId: exchange.clientId(), article, version, digest, revision, ...facts };
    return exchange.post('/admin/content/publishArticle', request, staff.ticket);
  };
  const withdraw = (article: string, revision: number, what: 'shown' | 'scheduled', facts: object = {}) => {
    const request = { clientId: exchange.clientId(), article, revision, what, reason: 'over', ...facts };
    return exchange.post('/admin/content/withdrawArticle', request, admin.ticket);
  };
  const desk = async (article: string): Promise<Json> =>
    (await exchange.get(`/admin/content/article?article=${article}`, admin.ticket)).data;
  const shown = async (article: string, lang: Language = 'en'): Promise<string | null> => {
    const { code, data } = await exchange.get(`/app/content/detail?id=${article}`, undefined, { lang });
    return code === 'success' ? data.title : null;
  };
  const idOf = async (slug: string): Promise<string> => {
    const rows = exchange.application.exchange.database.sql
      .selectFrom('articles')
      .select('id')
      .where('slug', '=', slug);
    return String((await rows.executeTakeFirstOrThrow()).id);
  };

  describe('are refused', () => {
    it('to users, auditors, visitors, and admins without the right', async () => {
      const auditor = await exchange.staff('auditor');
      const limited = await exchange.staff('admin', 'limited');
      await exchange.decided(
        exchange.post(
          '/admin/staff/setRights',
          { userId: limited.id, rights: ['users'], reason: 'test' },
          admin.ticket,
        ),
      );
      const calls: [string, object][] = [
        ['articles', {}],
        ['saveArticle', { clientId: 'x', kind: 'notice', category: null, revision: 0, texts: inAll('No') }],
        ['publishArticle', { clientId: 'x', article: '1', version: 1, digest: 'a'.repeat(64), revision: 0 }],
        ['withdrawArticle', { clientId: 'x', article: '1', revision: 0, what: 'shown', reason: 'x' }],
      ];
      for (const [call, body] of calls) {
        expect(await exchange.post(`/admin/content/${call}`, body)).toMatchObject({ code: 'login.user.not.login' });
        for (const { ticket } of [alice, auditor, limited])
          expect(await exchange.post(`/admin/content/${call}`, body, ticket)).toMatchObject({
            code: 'permission.denied',
          });
      }
    });

    it.each([
      ['HTML', 'Read <b>this</b>.', 'markup.html'],
      ['a script', '<script>alert(1)</script>', 'markup.html'],
      ['a handler in a tag', 'A <img src=x onerror=alert(1)> picture', 'markup.html'],
      ['a picture', '![logo](https://evil.example/x.png)', 'markup.image'],
      ['a heading of the first level', '# Loud\n\nText.', 'markup.heading'],
      ['a javascript link', '[here](javascript:alert(1))', 'markup.link'],
      ['one in capitals and brackets', '[here](<JaVaScRiPt:alert(1)>)', 'markup.link'],
      ['one in a defined link', '[here][1]\n\n[1]: javascript:alert(1)', 'markup.link'],
      ['one written in entities', '[here](&#106;avascript:alert(1))', 'markup.link'],
      ['data', '[here](data:text/html,hello)', 'markup.link'],
      ['an insecure link', '[here](http://example.com)', 'markup.link'],
      ['another host by its slashes', '[here](//evil.example)', 'markup.link'],
      ['a bare insecure address', 'See http://example.com for more.', 'markup.link'],
      ['a host that is not on the list', '[here](https://evil.example)', 'markup.host'],
      ['a page of letters', '[here](/securityLink#x)', 'markup.link'],
      ['a link between escaped marks of code', '\\`[Verify your wallet](//evil.example/login)\\`', 'markup.link'],
      ['one behind a fence in a list', '1. a\n\n   ~~~\n   code\n\n[x](http://evil.example)', 'markup.link'],
      ['quotes without end', '> '.repeat(9_000), 'markup.depth'],
    ])('ASVS 1.3.1: with %s in them', async (_name, body, code) => {
      const refused = await save({ texts: { en: { title: 'A', summary: 'B', body } } });
      expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
      expect(refused.data.fields).toContainEqual({ path: 'texts.en.body', code });
    });

    it.each([
      ['of an unknown language', { texts: { ...inAll('A'), de: textIn('en', 'A') } }, 'texts.de', 'unknown'],
      [
        'with too long a title',
        { texts: { en: { ...textIn('en', 'A'), title: 'x'.repeat(121) } } },
        'texts.en.title',
        'too.long',
      ],
      [
        'with too long a text',
        { texts: { en: { ...textIn('en', 'A'), body: 'x'.repeat(20_001) } } },
        'texts.en.body',
        'too.long',
      ],
      [
        'with a control character',
        { texts: { en: { ...textIn('en', 'A'), body: 'a\0b' } } },
        'texts.en.body',
        'format',
      ],
      ['without a word', { texts: { en: { title: '', summary: ' ', body: '\n' } } }, 'texts', 'required'],
      ['of help under no heading', { kind: 'help', texts: inAll('A') }, 'category', 'required'],
      [
        'of help under a heading of others',
        { kind: 'help', category: 'learn', texts: inAll('A') },
        'category',
        'out.of.range',
      ],
      ['of a new page', { kind: 'page', texts: inAll('A') }, 'kind', 'out.of.range'],
      ['of no kind', { kind: undefined, texts: inAll('A') }, 'kind', 'required'],
    ])('%s', async (_name, facts, path, code) => {
      const refused = await save(facts);
      expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
      expect(refused.data.fields).toContainEqual({ path, code });
    });

    it('when they are larger than nine texts, and to who is no staff above what anybody may send', async () => {
      const long = { title: 'L', summary: 'L', body: '字'.repeat(20_000) };
      const texts = Object.fromEntries(LANGUAGES.map((language) => [language, long]));
      expect((await save({ texts })).code).toBe('success');
      const filled = { ...texts, en: { ...long, body: 'x'.repeat(200_000) } };
      expect(await save({ texts: filled })).toMatchObject({ status: 413, code: 'request.too.large' });
      expect(await save({ texts }, alice)).toMatchObject({ status: 413, code: 'request.too.large' });
      expect(await exchange.post('/admin/content/saveArticle', { texts })).toMatchObject({ status: 413 });
    });

    it('with times that have passed, stand the wrong way round, or are a year away', async () => {
      const draft = await made();
      const faultOf = async (facts: object) => {
        const { code, data } = await publish(draft, facts);
        return [code, data?.fields?.[0]];
      };
      const invalid = (path: string, code: string) => ['request.invalid', { path, code }];
      expect(await faultOf({ from: now })).toEqual(invalid('from', 'time.past'));
      expect(await faultOf({ from: now - 1 })).toEqual(invalid('from', 'time.past'));
      expect(await faultOf({ until: now })).toEqual(invalid('until', 'time.past'));
      expect(await faultOf({ from: now + HOUR, until: now + HOUR })).toEqual(invalid('until', 'time.order'));
      expect(await faultOf({ from: now + 367 * DAY })).toEqual(invalid('from', 'out.of.range'));
      expect(await shown(draft.article)).toBeNull();
    });

    it('where a language is missing, unless English is to be shown in its place', async () => {
      const { data } = await save({ texts: inAll('Partly', ['en', 'ep']) });
      const missing = LANGUAGES.filter((language) => language !== 'en' && language !== 'ep');
      expect(await publish(data)).toMatchObject({ code: 'content.languages.missing', data: { languages: missing } });
      const withoutEnglish = (await save({ texts: inAll('Partly', ['ep']) })).data;
      expect(await publish(withoutEnglish, { fallback: true })).toMatchObject({ code: 'content.languages.missing' });
      expect((await publish(data, { fallback: true })).code).toBe('success');
      expect(await shown(data.article, 'ep')).toBe('Partly (ep)');
      expect(await shown(data.article, 'ti')).toBe('Partly (en)');
    });

    it('a half written language is not shown either', async () => {
      const texts = { ...inAll('Half'), jp: { title: '半分', summary: '', body: '' } };
      const { data } = await save({ texts });
      expect(await publish(data)).toMatchObject({ data: { languages: ['jp'] } });
      await publish(data, { fallback: true });
      expect(await shown(data.article, 'jp')).toBe('Half (en)');
    });
  });

  it('are seen when they are published and not before, at the head of their list', async () => {
    const draft = await made('Fresh');
    expect(draft).toMatchObject({ version: 1, revision: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await shown(draft.article)).toBeNull();
    expect((await desk(draft.article)).standing).toMatchObject({ state: 'draft', shown: null, changedBy: admin.id });
    expect(await publish(draft)).toMatchObject({ code: 'success', data: { revision: 2, proposal: null } });
    for (const language of LANGUAGES) expect(await shown(draft.article, language)).toBe(`Fresh (${language})`);
    const { data } = await exchange.post('/app/content/list', { kind: 'notice' });
    expect(data.records[0]).toMatchObject({ id: draft.article, publishedAt: now });
    expect((await desk(draft.article)).acts).toMatchObject([{ act: 'published', version: 1, by: admin.id, at: now }]);
  });

  it('keep their day in the list when they are corrected, and every version as it was', async () => {
    const first = await made('Kept');
    await publish(first);
    const day = now;
    now += DAY;
    const revision = (await desk(first.article)).standing.revision;
    const second = (await save({ article: first.article, kind: undefined, revision, texts: inAll('Corrected') }, other))
      .data;
    expect(second).toMatchObject({ article: first.article, version: 2 });
    expect(await shown(first.article)).toBe('Kept (en)');
    await publish(second);
    const { data } = await exchange.get(`/app/content/detail?id=${first.article}`);
    expect(data).toMatchObject({ title: 'Corrected (en)', publishedAt: day });
    const { versions } = await desk(first.article);
    expect(versions).toMatchObject([
      { version: 2, savedBy: other.id, savedAt: now, digest: second.digest },
      { version: 1, savedBy: admin.id, savedAt: day, digest: first.digest },
    ]);
    const old = await exchange.get(`/admin/content/version?article=${first.article}&version=1`, admin.ticket);
    expect(old.data).toMatchObject({ version: 1, digest: first.digest, texts: inAll('Kept') });

    // What is restored is a version of its own.
    const standing = (await desk(first.article)).standing;
    const again = {
      article: first.article,
      kind: undefined,
      revision: standing.revision,
      texts: inAll('Kept'),
      restored: 1,
    };
    const third = (await save(again)).data;
    expect(third).toMatchObject({ version: 3, digest: first.digest });
    await publish(third);
    expect(await shown(first.article)).toBe('Kept (en)');
    expect((await desk(first.article)).versions[0]).toMatchObject({ version: 3, restored: 1 });
  });

  it('begin and end to the millisecond by the clock of the exchange', async () => {
    const draft = await made('Timed');
    const [from, until] = [now + HOUR, now + 2 * HOUR];
    await publish(draft, { from, until });
    expect((await desk(draft.article)).standing).toMatchObject({
      state: 'scheduled',
      next: { version: 1, from, until },
    });
    now = from - 1;
    expect(await shown(draft.article)).toBeNull();
    now = from;
    expect(await shown(draft.article)).toBe('Timed (en)');
    const list = await exchange.post('/app/content/list', { kind: 'notice' });
    expect(list.data.records[0]).toMatchObject({ id: draft.article, publishedAt: from });
    expect((await desk(draft.article)).standing).toMatchObject({ state: 'published', next: null, until });
    now = until - 1;
    expect(await shown(draft.article)).toBe('Timed (en)');
    now = until;
    expect(await shown(draft.article)).toBeNull();
    expect((await desk(draft.article)).standing).toMatchObject({ state: 'ended' });
  });

  it('give way to the next when its time comes, which can be called off before', async () => {
    const first = await made('Before');
    const { revision } = (await publish(first)).data;
    const second = (await save({ article: first.article, kind: undefined, revision, texts: inAll('After') })).data;
    const planned = (await publish(second, { from: now + HOUR })).data;
    expect((await desk(first.article)).standing).toMatchObject({ state: 'published', shown: 1, next: { version: 2 } });
    expect((await withdraw(first.article, planned.revision, 'scheduled')).code).toBe('success');
    now += 2 * HOUR;
    expect(await shown(first.article)).toBe('Before (en)');
    const standing = (await desk(first.article)).standing;
    expect(await withdraw(first.article, standing.revision, 'scheduled')).toMatchObject({
      code: 'content.state.invalid',
    });
    await publish({ ...second, revision: standing.revision }, { from: now + HOUR });
    now += HOUR;
    expect(await shown(first.article)).toBe('After (en)');
  });

  it('are taken away with a reason, and may come again', async () => {
    const draft = await made('Gone');
    const { revision } = (await publish(draft)).data;
    expect(await withdraw(draft.article, revision, 'shown', { reason: '' })).toMatchObject({ code: 'request.invalid' });
    const gone = (await withdraw(draft.article, revision, 'shown', { reason: 'It was wrong' })).data;
    expect(await shown(draft.article)).toBeNull();
    expect((await desk(draft.article)).standing.state).toBe('withdrawn');
    expect((await desk(draft.article)).acts[0]).toMatchObject({
      act: 'withdrawn',
      reason: 'It was wrong',
      by: admin.id,
    });
    expect(await withdraw(draft.article, gone.revision, 'shown')).toMatchObject({ code: 'content.state.invalid' });
    now += DAY;
    await publish({ ...draft, revision: gone.revision });
    const { data } = await exchange.get(`/app/content/detail?id=${draft.article}`);
    expect(data).toMatchObject({ title: 'Gone (en)', publishedAt: now });
  });

  it('of two who save at once keep what both wrote: one is told, and nothing is lost', async () => {
    const draft = await made('Shared');
    const on = { article: draft.article, kind: undefined, revision: draft.revision };
    const both = await Promise.all([
      save({ ...on, texts: inAll('Mine') }),
      save({ ...on, texts: inAll('Theirs') }, other),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['content.changed', 'success']);
    const [told] = both.filter(({ code }) => code === 'content.changed');
    expect(told).toMatchObject({ status: 200, data: { revision: 2 } });
    expect(told.message).toContain('Nothing you wrote is lost');
    const lost = both[0] === told ? 'Mine' : 'Theirs';
    await save({ ...on, revision: 2, texts: inAll(lost) });
    const { versions } = await desk(draft.article);
    expect(versions.map(({ version }: Json) => version)).toEqual([3, 2, 1]);
    // Published is what was looked at.
    expect(await publish({ ...draft, revision: 3, digest: 'a'.repeat(64) })).toMatchObject({ code: 'content.changed' });
    expect(await publish(draft)).toMatchObject({ code: 'content.changed' });
    const italian = await exchange.post(
      '/admin/content/publishArticle',
      { clientId: exchange.clientId(), article: draft.article, version: 1, digest: draft.digest, revision: 1 },
      admin.ticket,
      { lang: 'il' },
    );
    expect(italian.message).toContain('testo non è perso');
  });

  it('are saved and published once, however often that is sent', async () => {
    const request = { clientId: exchange.clientId(), texts: inAll('Once') };
    const answers = await Promise.all([1, 2, 3].map(() => save(request)));
    expect(new Set(answers.map(({ data }) => data.article)).size).toBe(1);
    expect(await save({ ...request, texts: inAll('Twice') })).toMatchObject({ code: 'client.id.reused' });
    const [{ data: draft }] = answers;
    const again = { clientId: exchange.clientId() };
    const first = await publish(draft, again);
    const published = [first, ...(await Promise.all([1, 2].map(() => publish(draft, again))))];
    expect(published.map(({ code }) => code)).toEqual(['success', 'success', 'success']);
    expect((await desk(draft.article)).acts).toHaveLength(1);
    // The same texts once more are no new version.
    const { revision } = published[0].data;
    const same = await save({ article: draft.article, kind: undefined, revision, texts: inAll('Once') });
    expect(same.data).toMatchObject({ version: 1, revision });
  });

  it('that the program brought keep what they were as their first version', async () => {
    const id = await idOf('news-replay');
    const before = await desk(id);
    expect(before.standing).toMatchObject({ state: 'published', latest: 0, shown: 0, languages: LANGUAGES });
    const saved = (await save({ article: id, kind: undefined, texts: { ...before.texts, en: textIn('en', 'Ours') } }))
      .data;
    expect(saved.version).toBe(2);
    expect(await shown(id)).toBe(before.texts.en.title);
    await publish(saved);
    expect(await shown(id)).toBe('Ours (en)');
    expect(await shown(id, 'kr')).toBe(before.texts.kr.title);
    const { versions } = await desk(id);
    expect(versions).toMatchObject([{ version: 2 }, { version: 1, savedBy: null, digest: before.digest }]);
  });

  it('that are pages stay where they are, with another text', async () => {
    const id = await idOf('white-paper');
    const { texts } = await desk(id);
    const saved = (await save({ article: id, kind: undefined, texts: { ...texts, en: textIn('en', 'Paper') } })).data;
    expect(await publish(saved, { until: now + HOUR })).toMatchObject({
      data: { fields: [{ path: 'until', code: 'unknown' }] },
    });
    const { revision } = (await publish(saved)).data;
    const page = await exchange.get('/app/content/page?slug=white-paper');
    expect(page.data).toMatchObject({ title: 'Paper (en)', publishedAt: now });
    expect(await withdraw(id, revision, 'shown')).toMatchObject({ code: 'content.state.invalid' });
  });

  it('are saved by a ticket alone, and published and taken away with the factor', async () => {
    const bare = (call: string, body: object) =>
      exchange.post(`/admin/content/${call}`, { clientId: exchange.clientId(), ...body }, admin.ticket, WITHOUT_FACTOR);
    const texts = { category: null, kind: 'notice', revision: 0, texts: inAll('Bare') };
    const { data: draft } = await bare('saveArticle', texts);
    const { article, version, digest, revision } = draft;
    expect(await bare('publishArticle', { article, version, digest, revision })).toMatchObject({
      code: 'step.up.required',
    });
    expect(await shown(article)).toBeNull();
    const published = (await publish(draft)).data;
    const gone = { article, revision: published.revision, what: 'shown', reason: 'x' };
    expect(await bare('withdrawArticle', gone)).toMatchObject({ code: 'step.up.required' });
    expect(await shown(article)).toBe('Bare (en)');
  });

  describe('with a link that leads out', () => {
    const setHosts = (value: string) =>
      exchange.decided(exchange.post('/admin/systemConfig/set', { key: 'link_hosts', value }, admin.ticket));
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

    it('are published by one, but for notices', async () => {
      const news = await made('News', { kind: 'news', texts: leading('News') });
      expect((await desk(news.article)).takesTwo).toBe(false);
      expect((await publish(news)).data.proposal).toBeNull();
      expect(await shown(news.article)).toBe('News (en)');
    });

    it('are shown as notices when a second of staff has confirmed them, until they are taken away', async () => {
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

      // Taken away by one it comes again by two, though the very same was decided on before.
      const gone = (await withdraw(draft.article, standing.revision, 'shown')).data;
      expect(await shown(draft.article)).toBeNull();
      const again = (await publish({ ...draft, revision: gone.revision })).data;
      expect(again.proposal).toMatch(/^\d+$/);
      expect((await desk(draft.article)).standing.state).toBe('withdrawn');
      await confirm(again.proposal);
      expect((await desk(draft.article)).standing.state).toBe('published');

      // Another version without a way out is one's own.
      const { revision } = (await desk(draft.article)).standing;
      const plain = (await save({ article: draft.article, kind: undefined, revision, texts: inAll('Plain') })).data;
      expect((await publish(plain)).data.proposal).toBeNull();
      expect((await desk(draft.article)).standing.shown).toBe(2);
    });

    it('are not shown where the database has another text than was decided on', async () => {
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

    it('are published no more when their host is off the list', async () => {
      const draft = await made('Late', { kind: 'news', texts: leading('Late') });
      await setHosts('');
      expect(await publish(draft)).toMatchObject({
        data: { fields: [{ path: 'texts.jp.body', code: 'markup.host' }] },
      });
      await setHosts('listed.example');
      expect((await publish(draft)).code).toBe('success');
    });
  });

  it('are listed by kind and state with how they stand', async () => {
    const list = async (request: object, lang: Language = 'en'): Promise<Json[]> =>
      (await exchange.post('/admin/content/articles', request, admin.ticket, { lang })).data.records;
    const draft = await made('Listed');
    expect((await list({ state: 'draft' }))[0]).toMatchObject({
      id: draft.article,
      title: 'Listed (en)',
      languages: LANGUAGES,
    });
    expect((await list({ state: 'draft' }, 'pt'))[0].title).toBe('Listed (pt)');
    await publish(draft, { from: now + HOUR });
    expect((await list({ state: 'scheduled', kind: 'notice' })).map(({ id }) => id)).toContain(draft.article);
    const pages = await list({ kind: 'page', pageSize: 200 });
    expect(
      pages
        .filter(({ isLegal }) => isLegal)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(['legal-statement', 'privacy-policy', 'user-agreement']);
    expect(await exchange.get('/admin/content/article?article=999999', admin.ticket)).toMatchObject({
      code: 'content.not.found',
    });
  });

  it('stand in the log of staff with what was published, by its hash', async () => {
    const draft = await made('Logged');
    await publish(draft);
    const { data } = await exchange.post('/audit/staff/log', { action: 'admin/content/publish' }, admin.ticket);
    expect(data.records[0]).toMatchObject({
      staff: admin.id,
      target: `article/${draft.article}`,
      facts: { version: 1, digest: draft.digest },
      outcome: 'success',
    });
  });

  describe('that bind users', () => {
    const page = async (lang: Language = 'en'): Promise<Json> =>
      (await exchange.get('/app/content/page?slug=user-agreement', undefined, { lang })).data;

    it('are shown when a second of staff has confirmed them, and the journal knows the hash', async () => {
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

    it('are not what somebody writes into the database', async () => {
      const { sql } = exchange.application.exchange.database;
      const id = Number(await idOf('user-agreement'));
      const shipped = (await exchange.get(`/admin/content/version?article=${id}&version=0`, admin.ticket)).data.texts;
      // Another version than was decided on is put back.
      await sql.updateTable('articles').set({ shownVersion: 1 }).where('id', '=', id).execute();
      expect((await page()).title).toBe('Agreement (en)');
      // A decided text that was changed is shown no longer.
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

    it('are the ones that the program brings where what was decided on is lost, which nobody has decided', async () => {
      const { sql } = exchange.application.exchange.database;
      const id = Number(await idOf('user-agreement'));
      const shipped = (await exchange.get(`/admin/content/version?article=${id}&version=0`, admin.ticket)).data.texts;
      const { acts } = await desk(String(id));
      const said = jest.spyOn(Logger.prototype, 'error');
      // The words of the version are gone.
      const ofVersion = sql.selectFrom('articleVersionTexts').selectAll().where('article', '=', id);
      const words = await ofVersion.where('version', '=', 2).execute();
      await sql.deleteFrom('articleVersionTexts').where('article', '=', id).where('version', '=', 2).execute();
      expect((await page()).title).toBe(shipped.en.title);
      expect((await page('jp')).title).toBe(shipped.jp.title);
      await sql.insertInto('articleVersionTexts').values(words).execute();
      expect((await page()).title).toBe('Agreement (en)');
      // And so is what the journal has the hash of: the store is one of before.
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
      // Decided on once more it is there again, without anything that two would have to end.
      const version = (await exchange.get(`/admin/content/version?article=${id}&version=2`, admin.ticket)).data;
      const again = { article: String(id), version: 2, digest: version.digest, revision: found.standing.revision };
      expect((await publish(again)).data).toEqual({ revision: found.standing.revision, proposal: null });
      expect((await page()).title).toBe('Agreement (en)');
      const after = await desk(String(id));
      expect([after.acts, after.standing.proposed]).toEqual([acts, null]);
    });

    it('are proposed only by who may decide settings', async () => {
      const writer = await exchange.staff('admin', 'writer');
      await exchange.decided(
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

  it('are sent again only to who has them not', async () => {
    const draft = await made('Cached');
    await publish(draft);
    const at = `${exchange.url}/exchange/app/content/detail?id=${draft.article}`;
    const first = await fetch(at);
    const tag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'no-cache',
      expect.stringContaining('lang'),
    ]);
    const again = await fetch(at, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(at, { headers: { 'if-none-match': tag, lang: 'jp' } })).status).toBe(200);
    const { revision } = (await desk(draft.article)).standing;
    await withdraw(draft.article, revision, 'shown');
    expect((await fetch(at, { headers: { 'if-none-match': tag } })).status).toBe(200);
    expect((await exchange.get('/app/content/list')).status).toBe(404);
  });
});
