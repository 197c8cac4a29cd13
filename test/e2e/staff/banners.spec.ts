/** Banners of the home page, and contact settings of the desk. */
import sharp from 'sharp';
import { CONFIG_DEFAULTS, CONFIG_KEYS } from '../../../shared/rules/site-config';
import { LANGUAGES, type Language } from '../../../shared/wire/languages';
import { HttpExchange, WITHOUT_FACTOR, type Json, type Person } from '../../tools/people/http-exchange';

const HOUR = 3_600_000;

const inAll = (of: string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, { title: `${of} ${language}`, text: `About ${of}.` }]));
const BANNER = { isOn: true, place: 1, from: null, until: null, link: null, look: 'ledger', image: null };

describe('banners', () => {
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

  const save = (facts: object, staff: Person = admin) => {
    const request = { clientId: exchange.clientId(), revision: 0, ...BANNER, texts: inAll('Offer'), ...facts };
    return exchange.post('/admin/content/saveBanner', request, staff.ticket);
  };
  const remove = ({ id, revision }: Json, staff: Person = admin) =>
    exchange.post(
      '/admin/content/removeBanner',
      { clientId: exchange.clientId(), banner: id, revision, reason: 'over' },
      staff.ticket,
    );
  const seen = async (lang: Language = 'en'): Promise<Json> =>
    (await exchange.get('/app/content/banners', undefined, { lang })).data;
  const titles = async (lang: Language = 'en'): Promise<string[]> =>
    (await seen(lang)).records.map(({ title }: Json) => title);
  const listed = async (): Promise<Json[]> => (await exchange.get('/admin/content/banners', admin.ticket)).data.records;
  afterEach(async () => {
    for (const banner of await listed()) await remove(banner);
  });

  it('are created only by staff with the right', async () => {
    const alice = await exchange.person('alice');
    const auditor = await exchange.staff('auditor');
    const picture = await photo(800, 400);
    expect(await exchange.get('/admin/content/banners')).toMatchObject({ code: 'login.user.not.login' });
    expect(await exchange.upload('/admin/content/uploadBannerImage', picture)).toMatchObject({
      code: 'login.user.not.login',
    });
    for (const person of [alice, auditor]) {
      expect(await save({}, person)).toMatchObject({ code: 'permission.denied' });
      expect(await exchange.get('/admin/content/banners', person.ticket)).toMatchObject({ code: 'permission.denied' });
      expect(await exchange.upload('/admin/content/uploadBannerImage', picture, person.ticket)).toMatchObject({
        code: 'permission.denied',
      });
    }
  });

  it.each([
    ['a javascript link', { link: 'javascript:alert(1)' }, 'link', 'markup.link'],
    ['an insecure link', { link: 'http://example.com' }, 'link', 'markup.link'],
    ['another host by its slashes', { link: '//evil.example' }, 'link', 'markup.link'],
    ['another host by a backslash', { link: '/\\evil.example' }, 'link', 'markup.link'],
    ['a name before the host', { link: 'https://open-exchange.example@evil.example/' }, 'link', 'markup.link'],
    ['a host that is not on the list', { link: 'https://evil.example/login' }, 'link', 'markup.host'],
    ['letters that look like others', { link: 'https://xn--pple-43d.com/' }, 'link', 'markup.link'],
    ['letters that turn the others round', { link: 'https://listed.example/\u202egpj.exe' }, 'link', 'markup.link'],
    ['a page of letters', { link: '/securityLink#x' }, 'link', 'markup.link'],
    ['a page of letters in other letters', { link: '/help/%2e%2e/SecurityLink#x' }, 'link', 'markup.link'],
    ['a page of recovery', { link: '/recoverAccount#x' }, 'link', 'markup.link'],
    ['an end before its beginning', { from: 2_000, until: 2_000 }, 'until', 'time.order'],
    ['a picture that nobody uploaded', { image: 'A'.repeat(22) }, 'image', 'unknown'],
    ['a look of its own', { look: 'neon' }, 'look', 'out.of.range'],
    ['a language that is none', { texts: { ...inAll('A'), xx: { title: 'A', text: '' } } }, 'texts.xx', 'unknown'],
    ['too long a title', { texts: { en: { title: 'x'.repeat(81), text: '' } } }, 'texts.en.title', 'too.long'],
  ])('are refused with %s', async (_name, facts, path, code) => {
    const refused = await save(facts);
    expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(refused.data.fields).toContainEqual({ path, code });
    expect(await listed()).toEqual([]);
  });

  it('when enabled have all nine languages, or English in their place', async () => {
    const texts = { en: { title: 'Only', text: '' }, jp: { title: 'のみ', text: '' } };
    expect(await save({ texts })).toMatchObject({ code: 'content.languages.missing' });
    expect((await save({ texts, isOn: false })).code).toBe('success');
    expect(await titles()).toEqual([]);
    expect((await save({ texts, fallback: true })).code).toBe('success');
    expect([await titles('jp'), await titles('kr')]).toEqual([['のみ'], ['Only']]);
  });

  it("are shown in order, in the visitor's language, with their link", async () => {
    await save({ place: 5, texts: inAll('Last'), link: '/helpCenter?a=1' });
    await save({ place: 1, texts: inAll('First'), link: '/financial', look: 'growth' });
    expect(await titles('ti')).toEqual(['First ti', 'Last ti']);
    const { records } = await seen();
    expect(records[0]).toEqual({
      id: expect.any(String),
      title: 'First en',
      text: 'About First.',
      link: '/financial',
      look: 'growth',
      image: null,
    });
  });

  it('are visible from their first millisecond until before their last', async () => {
    const [from, until] = [now + HOUR, now + 2 * HOUR];
    await save({ from, until });
    expect(await seen()).toEqual({ records: [], changesAt: from });
    expect((await listed())[0].state).toBe('waiting');
    now = from - 1;
    expect(await titles()).toEqual([]);
    now = from;
    expect(await seen()).toMatchObject({ records: [{ title: 'Offer en' }], changesAt: until });
    expect((await listed())[0].state).toBe('shown');
    now = until - 1;
    expect(await titles()).toEqual(['Offer en']);
    now = until;
    expect(await seen()).toEqual({ records: [], changesAt: null });
    expect((await listed())[0].state).toBe('ended');
  });

  it('are changed by one editor at a time, switched off and removed', async () => {
    const { data: banner } = await save({});
    expect(banner).toMatchObject({ revision: 1, state: 'shown', changedBy: admin.id, changedAt: now });
    const on = { banner: banner.id, revision: 1 };
    const both = await Promise.all([save({ ...on, place: 2 }), save({ ...on, place: 3 }, other)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['content.changed', 'success']);
    expect(await save({ ...on, revision: 2, isOn: false })).toMatchObject({ data: { state: 'off', revision: 3 } });
    expect(await titles()).toEqual([]);
    expect(await remove({ id: banner.id, revision: 2 })).toMatchObject({ code: 'content.changed' });
    expect((await remove({ id: banner.id, revision: 3 })).code).toBe('success');
    expect(await remove({ id: banner.id, revision: 3 })).toMatchObject({ code: 'banner.not.found' });
    expect(await save({ ...on, revision: 3 })).toMatchObject({ code: 'banner.not.found' });
  });

  it('record their texts in the log of staff, in every language', async () => {
    const title = 'T'.repeat(80);
    const long = (text: string) =>
      Object.fromEntries(LANGUAGES.map((language) => [language, { title, text: text.repeat(160).slice(0, 160) }]));
    const { data: first } = await save({ texts: long('before ') });
    await save({ banner: first.id, revision: first.revision, texts: long('after ') });
    const { data } = await exchange.post('/audit/staff/log', { pageSize: 2 }, admin.ticket);
    for (const [record, text] of [
      [data.records[1], 'before '],
      [data.records[0], 'after '],
    ] as const)
      for (const language of LANGUAGES)
        expect(record.facts[`texts.${language}`]).toBe(`${title}/${text.repeat(160).slice(0, 160)}`);
  });

  it('contain no address besides their link', async () => {
    const texts = { ...inAll('Offer'), kr: { title: 'Offer', text: 'Claim it at evil.example' } };
    expect(await save({ texts })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'texts.kr.text', code: 'text.address' }] },
    });
  });

  it('are created once, whatever the number of retries', async () => {
    const request = { clientId: exchange.clientId() };
    // The retries carry the proof too, so all requests are equal.
    const first = await save(request);
    const answers = [first, ...(await Promise.all([1, 2].map(() => save(request))))];
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  it('need the factor to be saved and removed', async () => {
    const { data: banner } = await save({});
    const once = async (call: string, body: object) =>
      (await exchange.post(`/admin/content/${call}`, { clientId: 'bare', ...body }, admin.ticket, WITHOUT_FACTOR)).code;
    expect(await once('saveBanner', { revision: 0, ...BANNER, texts: inAll('Bare') })).toBe('step.up.required');
    expect(await once('removeBanner', { banner: banner.id, revision: 1, reason: 'x' })).toBe('step.up.required');
    expect(await titles()).toEqual(['Offer en']);
  });

  describe('with an external link', () => {
    const LINK = 'https://listed.example/offer?a=1';
    const setHosts = (value: string) =>
      exchange.withApproval(exchange.post('/admin/systemConfig/set', { key: 'link_hosts', value }, admin.ticket));
    beforeAll(() => setHosts('other.example, listed.example'));
    afterAll(() => setHosts(''));

    const confirm = async (proposal: string) => {
      const { records } = (await exchange.get('/audit/staff/proposals', other.ticket)).data;
      const { digest, after } = records.find((one: Json) => one.proposal === proposal);
      const request = { clientId: exchange.clientId(), proposal, digest };
      expect((await exchange.post('/admin/staff/confirmProposal', request, other.ticket)).code).toBe('success');
      now += 24 * HOUR;
      await exchange.post('/admin/content/articles', {}, admin.ticket);
      return after;
    };

    it('are shown as confirmed by a second member of staff', async () => {
      const { data: saved } = await save({ link: LINK });
      expect(saved).toMatchObject({ state: 'undecided', proposal: expect.stringMatching(/^\d+$/) });
      expect(await seen()).toEqual({ records: [], changesAt: null });
      expect((await listed())[0]).toMatchObject({ state: 'undecided', proposal: saved.proposal });
      const after = await confirm(saved.proposal);
      expect(after).toMatchObject({ setting: `banner.${saved.id}`, text: expect.stringContaining(LINK) });
      expect((await seen()).records).toMatchObject([{ title: 'Offer en', link: LINK }]);
      expect((await listed())[0]).toMatchObject({ state: 'shown', proposal: null });

      // Any change needs a new decision, including switching off and on.
      const on = { banner: saved.id, link: LINK };
      const off = (await save({ ...on, revision: 1, isOn: false })).data;
      expect(off).toMatchObject({ state: 'off', proposal: null });
      const again = (await save({ ...on, revision: 2, link: 'https://other.example' })).data;
      expect(again).toMatchObject({ state: 'undecided' });
      expect(await titles()).toEqual([]);
      // Without the external link one member of staff suffices again.
      expect((await save({ ...on, revision: 3, link: '/financial' })).data).toMatchObject({
        state: 'shown',
        proposal: null,
      });
    });

    it('are not shown if altered in the database or if their host is off the list', async () => {
      const { sql } = exchange.application.exchange.database;
      const { data: saved } = await save({ link: LINK });
      await confirm(saved.proposal);
      const change = (link: string) =>
        sql.updateTable('banners').set({ link }).where('id', '=', Number(saved.id)).execute();
      await change('https://listed.example/other');
      expect(await titles()).toEqual([]);
      await change(LINK);
      expect(await titles()).toEqual(['Offer en']);
      await setHosts('other.example');
      expect([await titles(), (await listed())[0].state]).toEqual([[], 'undecided']);
      await setHosts('other.example, listed.example');
      expect(await titles()).toEqual(['Offer en']);
    });

    it('are proposed only by staff who may decide settings, and nothing is saved for others', async () => {
      const writer = await exchange.staff('admin', 'writer');
      await exchange.withApproval(
        exchange.post(
          '/admin/staff/setRights',
          { userId: writer.id, rights: ['content'], reason: 'test' },
          admin.ticket,
        ),
      );
      expect(await save({ link: LINK }, writer)).toMatchObject({ code: 'command.not.permitted' });
      expect(await listed()).toEqual([]);
      expect((await save({}, writer)).code).toBe('success');
    });
  });

  describe('with a picture', () => {
    const upload = (bytes: Buffer) => exchange.upload('/admin/content/uploadBannerImage', bytes, admin.ticket);

    it('show it re-encoded and no larger than needed', async () => {
      const { data } = await upload(await photo(4_000, 1_200));
      expect(data).toMatchObject({ width: 1_600, height: 480 });
      await save({ image: data.image });
      expect((await seen()).records[0].image).toBe(data.image);
      const file = await exchange.file(`/app/content/bannerImage?image=${data.image}`);
      expect(file.headers.get('content-type')).toBe('image/jpeg');
      expect(file.headers.get('cache-control')).toContain('immutable');
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_600 });
      expect((await sharp(file.bytes).metadata()).exif).toBeUndefined();
      // The log of staff records the upload, without its content.
      const log = await exchange.post('/audit/staff/log', { action: 'admin/content/upload' }, admin.ticket);
      expect(log.data.records[0]).toMatchObject({ staff: admin.id, facts: {}, outcome: 'success' });
    });

    it('refuse anything else', async () => {
      expect(await upload(Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({ code: 'photo.unreadable' });
      expect(await upload(Buffer.alloc(0))).toMatchObject({ code: 'picture.required' });
      expect(await upload(await photo(40, 40))).toMatchObject({ code: 'photo.too.small' });
      expect(await upload(Buffer.alloc(8 * 1_024 * 1_024 + 1, 1))).toMatchObject({
        status: 413,
        code: 'photo.too.heavy',
      });
      expect(
        (await exchange.file(`/app/content/bannerImage?image=${'A'.repeat(22)}`)).headers.get('content-type'),
      ).toContain('json');
    });

    it('keep it as long as a banner uses it', async () => {
      const used = (await upload(await photo(800, 400))).data.image;
      const unused = (await upload(await photo(800, 400))).data.image;
      await save({ image: used });
      now += 25 * HOUR;
      await upload(await photo(800, 400));
      const kept = async (image: string) => {
        const { headers } = await exchange.file(`/app/content/bannerImage?image=${image}`);
        return headers.get('content-type') === 'image/jpeg';
      };
      expect([await kept(used), await kept(unused)]).toEqual([true, false]);
    });
  });

  it('are not sent again to clients that have them', async () => {
    await save({});
    const at = `${exchange.url}/exchange/app/content/banners`;
    const tag = (await fetch(at)).headers.get('etag') ?? '';
    expect((await fetch(at, { headers: { 'if-none-match': tag } })).status).toBe(304);
    await save({ texts: inAll('New') });
    expect((await fetch(at, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  describe('and settings of the desk', () => {
    const set = (key: string, value: string) =>
      exchange.withApproval(exchange.post('/admin/systemConfig/set', { key, value }, admin.ticket));
    const values = async (): Promise<Json> => (await exchange.get('/app/systemConfig/getAll')).data.values;

    it('are returned together, and not again to clients that have them', async () => {
      expect(await values()).toEqual(CONFIG_DEFAULTS);
      const at = `${exchange.url}/exchange/app/systemConfig/getAll`;
      const tag = (await fetch(at)).headers.get('etag') ?? '';
      expect((await fetch(at, { headers: { 'if-none-match': tag } })).status).toBe(304);
      expect(Object.keys(await values())).toEqual([...CONFIG_KEYS]);
    });

    it.each([
      ['online_service', 'javascript:alert(1)', 'markup.link'],
      ['online_service', '/help', 'markup.link'],
      ['footer_email', 'mailto:me@test.example', 'format'],
      ['footer_email', 'nobody', 'format'],
      ['link_risk', 'http://test.example/risk', 'markup.link'],
      ['link_risk', '//test.example/risk', 'markup.link'],
      ['link_fees', 'data:text/html,x', 'markup.link'],
      ['link_hosts', 'https://test.example', 'format'],
      ['link_hosts', 'test.example, xn--pple-43d.com', 'format'],
      ['link_fees', '/recover', 'markup.link'],
      ['custom_line', 'two\nlines', 'format'],
      ['invitation_required', 'yes', 'out.of.range'],
    ])('%s is never %s', async (key, value, code) => {
      const refused = await exchange.post('/admin/systemConfig/set', { key, value }, admin.ticket);
      expect(refused).toMatchObject({ code: 'request.invalid', data: { fields: [{ path: 'value', code }] } });
    });

    it('are published as decided by two of staff, and gone once removed', async () => {
      await set('footer_email', 'help@test.example');
      await set('link_risk', 'https://test.example/risk');
      await set('link_privacy', '');
      expect(await values()).toMatchObject({
        footer_email: 'help@test.example',
        link_risk: 'https://test.example/risk',
        link_privacy: '',
      });
    });
  });
});

async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#204080', noise } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
}
