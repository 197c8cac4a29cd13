import { LIMITS } from '../../../server/platform/limits';
import { LANGUAGES } from '../../../shared/wire/languages';
import { HttpExchange, MARKET_TERMS, type Json, type Person } from '../../tools/people/http-exchange';

const MINUTE = 60_000;
const FEEDBACK = { category: 'suggestion', text: 'A depth chart beside the book would help.' };

describe('published content', () => {
  let exchange: HttpExchange;
  let admin: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ DEMO: 'off' });
    admin = await exchange.staff('admin');
  });
  afterAll(() => exchange.stop());

  const list = (request: object, headers: Record<string, string> = {}) =>
    exchange.post('/app/content/list', request, undefined, headers);
  const detail = (id: string, headers: Record<string, string> = {}) =>
    exchange.get(`/app/content/detail?id=${id}`, undefined, headers);
  const page = (slug: string, headers: Record<string, string> = {}) =>
    exchange.get(`/app/content/page?slug=${slug}`, undefined, headers);

  it.each([
    ['notice', 4],
    ['help', 17],
    ['news', 3],
    ['information', 4],
  ])('lists %s: %i articles, each with its full text', async (kind, count) => {
    const { data } = await list({ kind });
    expect(data).toMatchObject({ total: count, pageIndex: 1, pageSize: 20 });
    expect(data.records).toHaveLength(count);
    for (const record of data.records) {
      expect(record).toMatchObject({ kind, title: expect.stringMatching(/./), publishedAt: expect.any(Number) });
      expect(record).not.toHaveProperty('body');
      const article = await detail(record.id);
      expect(article.data).toMatchObject({ ...record, body: expect.stringContaining('## ') });
    }
  });

  it("pages through a list and returns an article's neighbours in it", async () => {
    for (const kind of ['notice', 'help']) {
      const whole = (await list({ kind, pageSize: 200 })).data.records;
      const parts: Json[] = [];
      for (const pageIndex of [1, 2, 3, 4, 5, 6])
        parts.push(...(await list({ kind, pageIndex, pageSize: 3 })).data.records);
      expect(parts).toEqual(whole);
      for (const [index, { id }] of whole.entries()) {
        const { previous, next } = (await detail(id)).data;
        expect(previous?.id).toBe(whole[index - 1]?.id);
        expect(next?.title).toBe(whole[index + 1]?.title);
      }
    }
    expect((await list({ kind: 'news', pageIndex: 9 })).data).toMatchObject({ records: [], total: 3 });
  });

  it('sorts help by category, everything else newest first', async () => {
    const help = (await list({ kind: 'help' })).data.records;
    expect([...new Set(help.map(({ category }: Json) => category))]).toEqual([
      'getting-started',
      'trading',
      'security',
      'staff',
    ]);
    const trading = await list({ kind: 'help', category: 'trading' });
    expect(trading.data).toMatchObject({ total: 10, records: help.filter((one: Json) => one.category === 'trading') });
    const notices = (await list({ kind: 'notice' })).data.records;
    expect(notices[0].title).toBe('Spot trading is open');
  });

  it('uses the language of header, cookie or browser', async () => {
    const titles = new Map<string, string>();
    for (const lang of LANGUAGES) titles.set(lang, (await page('privacy-policy', { lang })).data.title);
    expect(new Set(titles.values()).size).toBe(LANGUAGES.length);
    expect((await page('privacy-policy')).data.title).toBe(titles.get('en'));
    expect((await page('privacy-policy', { cookie: 'lang=jp' })).data.title).toBe(titles.get('jp'));
    expect((await page('privacy-policy', { 'accept-language': 'ko-KR' })).data.title).toBe(titles.get('kr'));
    const { data } = await list({ kind: 'news' }, { lang: 'pt' });
    expect((await detail(data.records[0].id, { cookie: 'lang=pt' })).data.title).toBe(data.records[0].title);
  });

  it('falls back to English where a language lacks the text', async () => {
    const { sql } = exchange.application.exchange.database;
    const { id } = (await list({ kind: 'news' })).data.records[0];
    await sql.deleteFrom('articleTexts').where('article', '=', Number(id)).where('language', '=', 'ti').execute();
    const english = (await detail(id)).data;
    expect((await detail(id, { lang: 'ti' })).data.body).toBe(english.body);
    expect((await list({ kind: 'news' }, { lang: 'ti' })).data.records[0].title).toBe(english.title);
  });

  it('states the founding year of the language, unless set at the desk', async () => {
    const about = async (lang: string) => (await page('about', { lang })).data.body;
    for (const lang of LANGUAGES) expect(await about(lang)).toContain(['zh', 'tc'].includes(lang) ? '2001' : '2017');
    await exchange.withApproval(
      exchange.post('/admin/systemConfig/set', { key: 'about_year', value: '2009' }, admin.ticket),
    );
    for (const lang of LANGUAGES) expect(await about(lang)).toMatch(/2009/);
    await exchange.withApproval(
      exchange.post('/admin/systemConfig/set', { key: 'about_year', value: 'soon' }, admin.ticket),
    );
    expect(await about('en')).toContain('2017');
  });

  it('refuses unknown items', async () => {
    for (const id of ['999999', '999999999999999'])
      expect(await detail(id)).toMatchObject({ status: 200, code: 'content.not.found', data: null });
    for (const id of ['0', '-1', 'x', '1e3']) expect(await detail(id)).toMatchObject({ status: 400 });
    expect(await page('no-such-page')).toMatchObject({ status: 200, code: 'content.not.found' });
    expect(await page('help-fees')).toMatchObject({ code: 'content.not.found' });
    expect(await page('About')).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await list({ kind: 'page' })).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it('returns pages by name only', async () => {
    const { sql } = exchange.application.exchange.database;
    const { id } = await sql.selectFrom('articles').select('id').where('kind', '=', 'page').executeTakeFirstOrThrow();
    expect(await detail(String(id))).toMatchObject({ code: 'content.not.found' });
  });
});

describe('shipped articles', () => {
  it('stay as edited: changed, deleted and added ones alike', async () => {
    const first = await HttpExchange.start();
    const { sql } = first.application.exchange.database;
    const idOf = async (slug: string) =>
      (await sql.selectFrom('articles').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const [edited, deleted, unseen] = await Promise.all(['about', 'help-fees', 'white-paper'].map(idOf));
    await sql.updateTable('articleTexts').set({ title: 'Ours' }).where('article', '=', edited).execute();
    await sql.deleteFrom('articles').where('id', 'in', [deleted, unseen]).execute();
    // As if a later version had added it.
    await sql.deleteFrom('seededArticles').where('slug', '=', 'white-paper').execute();
    await first.application.close();

    const second = await HttpExchange.start({ DATA_DIR: first.dataDir });
    expect((await second.get('/app/content/page?slug=about')).data.title).toBe('Ours');
    expect((await second.get('/app/content/page?slug=white-paper')).data.title).toBe('White paper');
    const help = await second.post('/app/content/list', { kind: 'help' });
    expect(help.data.total).toBe(16);
    const texts = await second.application.exchange.database.sql
      .selectFrom('articleTexts')
      .select('article')
      .where('article', '=', deleted)
      .execute();
    expect(texts).toEqual([]);
    await second.stop();
  });
});

describe('feedback', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let alice: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now, monotonic: () => now });
    admin = await exchange.staff('admin');
    alice = await exchange.person('alice');
  });
  afterAll(() => exchange.stop());
  beforeEach(() => {
    now += MINUTE;
  });

  const send = (request: object, ticket?: string) => exchange.post('/app/content/feedback', request, ticket);
  const told = async () => (await exchange.post('/admin/content/feedbackList', {}, admin.ticket)).data;

  it('is stored for visitors and users, and listed for staff, newest first', async () => {
    const text = 'Line one,\nline two: <b>not bold</b>.';
    const visitor = await send({ clientId: 'a', ...FEEDBACK, contact: 'me@test.example' });
    const user = await send({ clientId: 'a', category: 'problem', text: `  ${text}\n` }, alice.ticket);
    const stale = await send({ clientId: 'b', ...FEEDBACK }, 'x'.repeat(43));
    expect([visitor.code, user.code, stale.code]).toEqual(['success', 'success', 'success']);
    const waiting = { state: 'open', isMailed: false, answers: [], closing: null };
    const common = { contact: null, createdAt: now, ...waiting };
    expect(await told()).toEqual({
      records: [
        { id: stale.data.id, userId: null, ...FEEDBACK, ...common },
        { id: user.data.id, userId: alice.id, category: 'problem', text, ...common, isMailed: true },
        { id: visitor.data.id, userId: null, ...FEEDBACK, ...common, contact: 'm***@test.example', isMailed: true },
      ],
      total: 3,
      pageIndex: 1,
      pageSize: 20,
    });
    const second = await exchange.post('/admin/content/feedbackList', { pageIndex: 2, pageSize: 1 }, admin.ticket);
    expect(second.data.records).toMatchObject([{ id: user.data.id }]);
  });

  it('is stored once, whatever the number of retries', async () => {
    const before = (await told()).total;
    const request = { clientId: 'once', ...FEEDBACK };
    const answers = await Promise.all([1, 2, 3].map(() => send(request)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await send({ ...request, text: `${FEEDBACK.text} Or not.` })).toMatchObject({
      status: 200,
      code: 'client.id.reused',
    });
    // Client ids are separate per user.
    expect((await send(request, alice.ticket)).data.id).not.toBe(answers[0].data.id);
    expect((await told()).total).toBe(before + 2);
  });

  it('stores no network address of a visitor', async () => {
    const { sql } = exchange.application.exchange.database;
    const stored = JSON.stringify(await sql.selectFrom('feedback').selectAll().execute());
    expect(stored).not.toContain('127.0.0.1');
  });

  it.each([
    ['too short', { text: '  too short  ' }, 'text', 'too.short'],
    ['too long', { text: 'x'.repeat(2_001) }, 'text', 'too.long'],
    ['with a control character', { text: 'zero \0 and more' }, 'text', 'format'],
    ['with half a character', { text: 'half of one \ud83d' }, 'text', 'format'],
    ['of no category', { category: 'praise' }, 'category', 'out.of.range'],
    ['with a contact in two lines', { contact: 'me\nand you' }, 'contact', 'format'],
    ['with a contact too long', { contact: 'x'.repeat(255) }, 'contact', 'too.long'],
  ])('rejects one %s', async (_name, change, path, code) => {
    const refused = await send({ clientId: 'faulty', ...FEEDBACK, ...change });
    expect(refused).toMatchObject({ status: 400, code: 'request.invalid', data: { fields: [{ path, code }] } });
  });

  it('accepts the longest text and contact', async () => {
    const longest = { clientId: 'longest', category: 'other', text: '字'.repeat(2_000), contact: 'x'.repeat(254) };
    expect(await send(longest)).toMatchObject({ code: 'success' });
    expect((await told()).records[0].text).toBe(longest.text);
  });

  it('is readable for admins only', async () => {
    expect(await exchange.post('/admin/content/feedbackList', {})).toMatchObject({ code: 'login.user.not.login' });
    const auditor = await exchange.staff('auditor');
    for (const { ticket } of [alice, auditor]) {
      expect(await exchange.post('/admin/content/feedbackList', {}, ticket)).toMatchObject({
        status: 403,
        code: 'permission.denied',
      });
    }
  });

  it('allows ten per minute and address and refuses the eleventh', async () => {
    const sendOne = (ticket?: string) => send({ clientId: exchange.clientId(), ...FEEDBACK }, ticket);
    for (let count = 0; count < LIMITS.feedbacksPerMinuteMax; count++) expect((await sendOne()).code).toBe('success');
    const refused = await sendOne(alice.ticket);
    expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
    expect(refused.headers.get('retry-after')).toBe('60');
    now += MINUTE;
    expect((await sendOne()).code).toBe('success');
  });
});

describe('fee tiers in force', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let alice: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
    alice = await exchange.person('alice');
  });
  afterAll(() => exchange.stop());

  const feeTiers = async (ticket?: string) => (await exchange.get('/app/product/feeTiers', ticket)).data;

  it('are those of the markets, level by level', async () => {
    const none = { volumes: [], own: null };
    expect(await feeTiers()).toEqual({ markets: [], products: { spot: none, perpetual: none } });
    await exchange.listMarkets(admin);
    await exchange.act(admin, '/product/listMarket', {
      ...MARKET_TERMS,
      market: 'ETH-BTC',
      base: 'ETH',
      quote: 'BTC',
      tick: '0.001',
      notionalMin: '0.001',
      makerFeesPpb: [1_000_000],
      takerFeesPpb: [2_000_000, 1_500_000],
    });
    const parts = { makerFixed: null, takerFixed: null };
    const flat = [{ level: 0, makerPpb: 1_000_000, takerPpb: 2_000_000, ...parts }];
    expect((await feeTiers()).markets).toEqual([
      { market: 'BTC-USDT', product: 'spot', quote: 'USDT', tiers: flat },
      { market: 'ETH-USDT', product: 'spot', quote: 'USDT', tiers: flat },
      {
        market: 'ETH-BTC',
        product: 'spot',
        quote: 'BTC',
        tiers: [...flat, { level: 1, makerPpb: 1_000_000, takerPpb: 1_500_000, ...parts }],
      },
    ]);
    await exchange.act(admin, '/product/listMarket', {
      ...MARKET_TERMS,
      market: 'BTC-ETH',
      base: 'BTC',
      quote: 'ETH',
      notionalMin: '0.001',
      takerFeesFixed: ['0.002', '0.001'],
    });
    const amounts = ['0.002', '0.001'].map((takerFixed, level) => ({ ...flat[0], level, takerFixed }));
    expect((await feeTiers()).markets[3]).toEqual({ market: 'BTC-ETH', product: 'spot', quote: 'ETH', tiers: amounts });
  });

  it('depend on volumes set by staff only, with a reason', async () => {
    const schedule = { product: 'spot', volumes: ['0', '1.5', '20'], reason: 'summer' };
    const set = (body: object, ticket = admin.ticket) => {
      const request = { clientId: `set-${asked++}`, ...body };
      return exchange.withApproval(exchange.post('/admin/product/setFeeTiers', request, ticket));
    };
    let asked = 0;
    expect(await set(schedule, alice.ticket)).toMatchObject({ status: 403 });
    expect(await set({ ...schedule, reason: undefined })).toMatchObject({ code: 'request.invalid' });
    expect(await set({ ...schedule, product: 'contract' })).toMatchObject({ code: 'request.invalid' });
    expect(await set({ ...schedule, volumes: ['0', '0.000000001'] })).toMatchObject({ code: 'amount.too.precise' });
    expect(await set({ ...schedule, volumes: ['1'] })).toMatchObject({ code: 'fee.tiers.invalid' });
    expect(await set({ ...schedule, from: 1 })).toMatchObject({ code: 'fee.tiers.from.invalid' });
    expect((await feeTiers()).products.spot.volumes).toEqual([]);
    expect(await set(schedule)).toMatchObject({ code: 'success' });
    expect((await feeTiers()).products.spot.volumes).toEqual(['0', '1.5', '20']);
    const own = { level: 0, volume: '0', next: null, floor: null, missing: '1.5' };
    expect((await feeTiers(alice.ticket)).products.spot.own).toEqual(own);
    // Contracts have their own table, which is unaffected.
    expect((await feeTiers(alice.ticket)).products.perpetual).toEqual({ volumes: [], own: { ...own, missing: null } });
    expect(await set({ ...schedule, product: 'perpetual', volumes: ['0', '300'] })).toMatchObject({ code: 'success' });
    const { products } = await feeTiers(alice.ticket);
    expect(products.perpetual).toEqual({ volumes: ['0', '300'], own: { ...own, missing: '300' } });
    expect(products.spot).toEqual({ volumes: ['0', '1.5', '20'], own });
  });

  it("return the user's own level, to that user only", async () => {
    expect((await feeTiers(alice.ticket)).products.spot.own.level).toBe(0);
    const until = Date.now() + 86_400_000;
    await exchange.act(admin, '/account/assignFeeTier', { userId: alice.id, tier: 1, until });
    const floor = { level: 1, until };
    expect((await feeTiers(alice.ticket)).products).toMatchObject({
      spot: { own: { level: 1, floor, missing: '20' } },
      perpetual: { own: { level: 1, floor, missing: null } },
    });
    const detail = await exchange.get(`/admin/user/detail?userId=${alice.id}`, admin.ticket);
    expect(detail.data).toMatchObject({ feeTiers: { spot: 1, perpetual: 1 }, feeFloor: floor });
    expect((await feeTiers(admin.ticket)).products.spot.own.level).toBe(0);
    for (const ticket of [undefined, '', 'x'.repeat(43)])
      expect((await feeTiers(ticket)).products).toMatchObject({ spot: { own: null }, perpetual: { own: null } });
    await exchange.post('/app/account/logout', {}, alice.ticket);
    expect(await exchange.get('/app/product/feeTiers', alice.ticket)).toMatchObject({
      status: 200,
      data: { products: { spot: { own: null }, perpetual: { own: null } } },
    });
  });
});
