/** Editing of content by staff: versions, schedules, concurrent edits, and refusals. */
import { LANGUAGES, type Language } from '../../../shared/wire/languages';
import { HttpExchange, WITHOUT_FACTOR, type Json, type Person } from '../../tools/people/http-exchange';
import { articlesOf, DAY, HOUR, inAll, textIn } from './articles';

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

  const { save, made, publish, withdraw, desk, shown, idOf } = articlesOf(
    () => exchange,
    () => admin,
  );

  describe('are refused', () => {
    it('from users, auditors, visitors, and admins without the right', async () => {
      const auditor = await exchange.staff('auditor');
      const limited = await exchange.staff('admin', 'limited');
      await exchange.withApproval(
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

    it('above the size of nine texts, and for others than staff above the general limit', async () => {
      const long = { title: 'L', summary: 'L', body: '字'.repeat(20_000) };
      const texts = Object.fromEntries(LANGUAGES.map((language) => [language, long]));
      expect((await save({ texts })).code).toBe('success');
      const filled = { ...texts, en: { ...long, body: 'x'.repeat(200_000) } };
      expect(await save({ texts: filled })).toMatchObject({ status: 413, code: 'request.too.large' });
      expect(await save({ texts }, alice)).toMatchObject({ status: 413, code: 'request.too.large' });
      expect(await exchange.post('/admin/content/saveArticle', { texts })).toMatchObject({ status: 413 });
    });

    it('with times that are past, reversed, or a year ahead', async () => {
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

    it('with a missing language, unless English is to replace it', async () => {
      const { data } = await save({ texts: inAll('Partly', ['en', 'ep']) });
      const missing = LANGUAGES.filter((language) => language !== 'en' && language !== 'ep');
      expect(await publish(data)).toMatchObject({ code: 'content.languages.missing', data: { languages: missing } });
      const withoutEnglish = (await save({ texts: inAll('Partly', ['ep']) })).data;
      expect(await publish(withoutEnglish, { fallback: true })).toMatchObject({ code: 'content.languages.missing' });
      expect((await publish(data, { fallback: true })).code).toBe('success');
      expect(await shown(data.article, 'ep')).toBe('Partly (ep)');
      expect(await shown(data.article, 'ti')).toBe('Partly (en)');
    });

    it('in a half-written language, which is not shown either', async () => {
      const texts = { ...inAll('Half'), jp: { title: '半分', summary: '', body: '' } };
      const { data } = await save({ texts });
      expect(await publish(data)).toMatchObject({ data: { languages: ['jp'] } });
      await publish(data, { fallback: true });
      expect(await shown(data.article, 'jp')).toBe('Half (en)');
    });
  });

  it('appear when published, at the head of their list', async () => {
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

  it('keep their place in the list when corrected, and every version unchanged', async () => {
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

    // A restored version is a new version.
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

  it("start and end to the millisecond of the exchange's clock", async () => {
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

  it('are replaced by the next at its time, which can be cancelled before', async () => {
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

  it('are withdrawn with a reason, and can be published again', async () => {
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

  it('keep both texts when two save at once: one is told, and nothing is lost', async () => {
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
    // Only the reviewed text is published.
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

  it('are saved and published once, whatever the number of retries', async () => {
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
    // Saving equal texts makes no new version.
    const { revision } = published[0].data;
    const same = await save({ article: draft.article, kind: undefined, revision, texts: inAll('Once') });
    expect(same.data).toMatchObject({ version: 1, revision });
  });

  it('shipped with the program keep their original text as first version', async () => {
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

  it('that are pages keep their address with another text', async () => {
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

  it('need only the ticket to be saved, and the factor to be published or withdrawn', async () => {
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

  it('are listed by kind and state', async () => {
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

  it('are logged with the hash of the published text', async () => {
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

  it('are sent again only to clients that lack them', async () => {
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
