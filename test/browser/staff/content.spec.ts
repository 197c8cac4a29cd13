/**
 * Content by an editor: an announcement in two languages with a schedule, a banner, a footer link; and its display to
 * visitors.
 */
import type { Browser, Page } from 'playwright-core';
import publishTexts from '../../../client/src/kit/i18n/texts/publish/en.json';
import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
import messages from '../../../shared/wire/messages/en.json';
import type { Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, lookFindings } from '../support/inspect';
import { PROPOSED } from '../support/proposed';
import { soon } from '../support/soon';
import { showOn } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { announced, settled } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const HOUR = 3_600_000;
const ENGLISH = {
  title: 'Maintenance on Sunday',
  summary: 'Trading pauses for an hour.',
  body: '## When\n\nFrom **ten** to eleven.',
};
const JAPANESE = {
  title: '日曜日のメンテナンス',
  summary: '取引は1時間停止します。',
  body: '## 日時\n\n10時から11時まで。',
};

function says(key: keyof typeof publishTexts, facts: Readonly<Record<string, string>> = {}): string {
  return publishTexts[key].replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => facts[name] ?? '');
}

describe('published content', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let editor: Person;
  let visits: Visits;
  let later = 0;

  beforeAll(async () => {
    floor = await openTradingFloor({}, { clock: () => Date.now() + later });
    editor = await floor.exchange.staff('admin', 'editor');
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  const visit: Visits['visit'] = (path, guest) => visits.visit(path, guest);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const field = (page: Page, key: keyof typeof publishTexts) =>
    page.getByRole('textbox', { name: says(key), exact: true });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  const preview = (page: Page) => page.getByRole('region', { name: says('publish.preview') });
  const articleOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  async function write(page: Page, { title, summary, body }: typeof ENGLISH): Promise<void> {
    await field(page, 'publish.title').fill(title);
    await field(page, 'publish.summary').fill(summary);
    await field(page, 'publish.body').fill(body);
  }
  /** Formats a time for a datetime field in the page's time zone. */
  const localTime = (page: Page, at: number) =>
    page.evaluate((ms) => {
      const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
      return date.toISOString().slice(0, 16);
    }, at);

  it('writes an announcement, previews it in two languages, schedules it, and shows it to visitors on time', async () => {
    const { page, watch } = await visit('/admin/content', { ticket: editor.ticket });
    expect(await axeFindings(page)).toEqual([]);
    expect(await lookFindings(page, 'en')).toEqual([]);
    await page.getByRole('link', { name: says('publish.new.notice') }).click();
    await field(page, 'publish.title').waitFor();

    await write(page, { ...ENGLISH, body: 'Click [here](javascript:alert(1)) <img src=x onerror=alert(1)>' });
    await page.getByText(messages.field['markup.link']).waitFor();
    await page.getByText('Click here').waitFor();
    // Not in the preview either: no link without an address, and no picture.
    expect(await preview(page).locator('img, script, [href^="javascript"], [onerror]').count()).toBe(0);
    await press(page, says('publish.save'));
    await page.getByText(messages.code['request.invalid']).waitFor();
    watch.take();

    await field(page, 'publish.body').fill('From ten to eleven.');
    await field(page, 'publish.body').press('Home');
    for (let letter = 0; letter < 5; letter += 1) await page.keyboard.press('ArrowRight');
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+b');
    await soon(
      () => field(page, 'publish.body').inputValue(),
      (now) => expect(now).toBe('From **ten** to eleven.'),
    );
    await write(page, ENGLISH);
    await preview(page).getByRole('heading', { name: 'When' }).waitFor();
    await preview(page).locator('strong', { hasText: 'ten' }).waitFor();

    await tab(page, '日本語');
    await preview(page).getByText(says('publish.preview_english')).waitFor();
    await write(page, JAPANESE);
    await preview(page).getByRole('heading', { name: '日時' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, says('publish.save'));
    await announced(page, says('publish.saved', { version: '1' }));
    await page.waitForURL(/\/admin\/content\/\d+$/);

    await press(page, says('publish.publish'));
    const from = Date.now() + later + HOUR;
    await page.getByLabel(says('publish.time.from')).fill(await localTime(page, from));
    await confirm(page, says('publish.publish'));
    await page.getByRole('dialog').getByText(messages.code['content.languages.missing']).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('combobox').click();
    await page.getByRole('option', { name: says('publish.fallback.english') }).click();
    await confirm(page, says('publish.publish'));
    await announced(page, says('publish.published_done'));
    await page.getByText(says('publish.state.scheduled'), { exact: true }).first().waitFor();

    const visitor = await visit('/noticeList', { language: 'jp' });
    expect(await visitor.page.getByText(JAPANESE.title).count()).toBe(0);
    later += HOUR;
    await visitor.page.reload();
    await visitor.page.getByText(JAPANESE.title).click();
    await visitor.page.getByRole('heading', { name: '日時' }).waitFor();
    const korean = await visit('/noticeList', { language: 'kr' });
    await korean.page.getByText(ENGLISH.title).waitFor();

    await page.reload();
    await press(page, says('publish.withdraw.shown'));
    await page.getByRole('dialog').getByRole('textbox').fill('Put off');
    await confirm(page, says('publish.withdraw.shown'));
    await announced(page, says('publish.withdrawn_done'));
    await page.getByText('Put off').waitFor();
    await visitor.page.goto('/noticeList');
    await settled(visitor.page, visitor.watch);
    expect(await visitor.page.getByText(JAPANESE.title).count()).toBe(0);
    for (const one of [watch, visitor.watch, korean.watch]) one.expectNothing();
  });

  it('keeps the edits of two editors who save at once, and every version', async () => {
    const texts = { en: ENGLISH };
    const made = { clientId: 'first', kind: 'news', category: null, revision: 0, texts };
    const { data } = await floor.exchange.post('/admin/content/saveArticle', made, floor.admin.ticket);
    const { page, watch } = await visit(`/admin/content/${data.article}`, { ticket: editor.ticket });
    await field(page, 'publish.title').fill('Mine');
    const theirs = { clientId: 'second', article: data.article, category: null, revision: 1 };
    const other = { ...theirs, texts: { en: { ...ENGLISH, title: 'Theirs' } } };
    await floor.exchange.post('/admin/content/saveArticle', other, floor.admin.ticket);
    await press(page, says('publish.save'));
    await page.getByText(says('publish.conflict'), { exact: true }).waitFor();
    await page
      .getByRole('group', { name: says('publish.conflict_diff') })
      .getByText('Theirs')
      .waitFor();
    expect(await field(page, 'publish.title').inputValue()).toBe('Mine');
    expect(await axeFindings(page)).toEqual([]);
    await press(page, says('publish.conflict_keep'));
    await announced(page, says('publish.saved', { version: '3' }));

    await page.getByRole('button', { name: `${says('publish.look')}: 2` }).click();
    const version = page.getByRole('region', {
      name: says('publish.version_in', { version: '2', language: 'English' }),
    });
    await version.getByText('Theirs').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await lookFindings(page, 'en')).toEqual([]);
    await press(page, says('publish.restore'));
    await soon(
      () => field(page, 'publish.title').inputValue(),
      (now) => expect(now).toBe('Theirs'),
    );
    await press(page, says('publish.save'));
    await announced(page, says('publish.saved', { version: '4' }));
    await page.getByText(says('publish.restored_from', { version: '2' })).waitFor();
    expect(articleOf(page)).toBe(data.article);
    watch.expectNothing();
  });

  it('shows a banner on the home page that can be paused and opens its link', async () => {
    const { page, watch } = await visit('/admin/banners', { ticket: editor.ticket });
    expect(await axeFindings(page)).toEqual([]);
    for (const title of ['First offer', 'Second offer']) {
      await showOn(page, watch, '/admin/banners/new');
      await field(page, 'publish.title').fill(title);
      await field(page, 'publish.banner.text').fill('For everybody.');
      await page.getByLabel(says('publish.banner.link')).fill('javascript:alert(1)');
      await page.getByLabel(says('publish.banner.on')).check();
      await press(page, says('publish.banner.save'));
      await page.getByText(messages.field['markup.link']).waitFor();
      await page.getByLabel(says('publish.banner.link')).fill('/helpCenter');
      await press(page, says('publish.banner.save'));
      await page.getByText(messages.code['content.languages.missing']).waitFor();
      await page.getByRole('checkbox', { name: /^Show English/ }).check();
      expect(await axeFindings(page)).toEqual([]);
      await press(page, says('publish.banner.save'));
      await announced(page, says('publish.banner.saved'));
    }
    await page.waitForURL(/\/admin\/banners$/);
    // Wait for the list: the editor's heading alone would match too early.
    await page.getByRole('link', { name: says('publish.banner.change', { title: 'Second offer' }) }).waitFor();
    expect(await lookFindings(page, 'en')).toEqual([]);

    const { page: home, watch: seen } = await visit('/');
    const region = home.getByRole('region', { name: words('home.banners.title') });
    await region.getByText('First offer').waitFor();
    // With reduced motion the banner does not rotate by itself.
    await region.getByRole('button', { name: words('home.banners.play') }).waitFor();
    await region.getByRole('button', { name: words('home.banners.next') }).click();
    await region.getByText('Second offer').waitFor();
    await home.keyboard.press('ArrowLeft');
    await region.getByText('First offer').waitFor();
    expect(await axeFindings(home)).toEqual([]);
    await region.getByRole('link', { name: 'First offer' }).click();
    await home.waitForURL(/\/helpCenter$/);
    for (const one of [watch, seen]) one.expectNothing();
  });

  it("shows the contact links set at the desk in every page's footer", async () => {
    const { exchange, admin } = floor;
    const before = await visit('/about');
    const footer = before.page.getByRole('contentinfo');
    await footer.getByRole('link', { name: words('footer.privacy') }).waitFor();
    expect(await footer.getByText(words('footer.contact')).count()).toBe(0);
    expect(await footer.getByRole('link', { name: words('footer.risk') }).count()).toBe(0);

    const { page, watch } = await visit('/admin/settings', { ticket: editor.ticket });
    const name = staffTexts['staff.setting_name.link_risk'];
    await page.getByRole('button', { name: `${staffTexts['staff.change']}: ${name}` }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('http://insecure.example');
    await confirm(page, staffTexts['staff.save']);
    await page.getByRole('dialog').getByText(messages.field['markup.link']).waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('https://risk.test.example/');
    await confirm(page, staffTexts['staff.save']);
    await announced(page, PROPOSED);

    for (const [key, value] of [
      ['footer_email', 'desk@test.example'],
      ['link_fees', '/rateStandard'],
      ['link_privacy', ''],
    ])
      await exchange.withApproval(exchange.post('/admin/systemConfig/set', { key, value }, admin.ticket));
    await before.page.reload();
    await footer.getByRole('link', { name: 'desk@test.example' }).waitFor();
    expect(await footer.getByRole('link', { name: words('footer.fee_schedule') }).getAttribute('href')).toBe(
      '/rateStandard',
    );
    expect(await footer.getByRole('link', { name: words('footer.privacy') }).count()).toBe(0);
    expect(await axeFindings(before.page)).toEqual([]);
    await showOn(before.page, before.watch, '/helpCenter');
    await before.page.getByRole('main').getByRole('link', { name: 'desk@test.example' }).waitFor();
    for (const one of [watch, before.watch]) one.expectNothing();
  });
});
