/** Elements that all screens share, for visitors and users. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { joinedTexts } from '../../../client/src/kit/i18n/joined-texts';
import * as jp from '../../../client/src/kit/i18n/texts/jp';
import { LANGUAGE_NAMES } from '../../../client/src/kit/i18n/languages';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { choose } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { announced, openPage, openWindow, settled, type Visitor, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const japanese = joinedTexts(jp);

/** An address without a screen loads the least. */
const SOME_PAGE = '/no/such/page';

describe('the frame', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    // Started one after the other, so that a failed start still ends everything that had started.
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(async () => {
    await visits?.end();
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  const visit = (guest: Omit<Visitor, 'url'> = {}, path = SOME_PAGE): Promise<{ page: Page; watch: Watch }> =>
    visits.visit(path, guest);
  /** For pages whose changes cannot be undone, such as another clock. */
  const visitAlone = (): Promise<{ page: Page; watch: Watch }> => visits.visitAlone(SOME_PAGE);

  /** Texts have another width until the fonts are loaded. */
  const lettersCame = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => undefined));
  const nameOf = async (ticket: string): Promise<string> =>
    (await floor.exchange.get('/app/account/getUserInfo', ticket)).data.nickName;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const link = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

  it('shows 404 for an unknown address, with a link home', async () => {
    const { page, watch } = await visit();
    await page.getByRole('heading', { level: 1, name: words('not_found.title') }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: words('not_found.home') })
      .click();
    await page.waitForURL('/');
    watch.expectNothing();
  });

  it.each([
    ['desktop', 1920],
    ['desktop', 1366],
    ['phone', 390],
  ] as const)('has its final layout before any script has loaded (%s, %i wide)', async (device, width) => {
    context = await openWindow(browser, { url: floor.exchange.url, device });
    const { page, watch } = await openPage(context);
    await page.setViewportSize({ width, height: 900 });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(SOME_PAGE, { waitUntil: 'commit' });
    await page.waitForFunction(() => {
      const before = document.querySelector('.before-page');
      return before !== null && getComputedStyle(before).display === 'flex';
    });
    const header = () => {
      const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect().toJSON();
      const logo = document.querySelector('#root img');
      const bar = logo?.closest('header, .before-page');
      const name = logo?.parentElement?.querySelector('span');
      return {
        bar: boxOf(bar),
        logo: boxOf(logo),
        name: boxOf(name),
        ground: bar && getComputedStyle(bar).backgroundColor,
      };
    };
    await lettersCame(page);
    const before = await page.evaluate(header);
    release();
    await settled(page, watch);
    await link(page, words('menu.login')).waitFor();
    await lettersCame(page);
    await soon(
      () => page.evaluate(header),
      (now) => expect(now).toEqual(before),
    );
    expect(await page.locator('.before-page').count()).toBe(0);
    watch.expectNothing();
  });

  it('switches the language and keeps it after a reload', async () => {
    const { page, watch } = await visit();
    await link(page, words('menu.login')).waitFor();
    await choose(page.getByRole('combobox', { name: words('language.label') }), LANGUAGE_NAMES.jp);
    await link(page, japanese['menu.login']).waitFor();
    await page.locator('html[lang="ja"]').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: japanese['not_found.title'] }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('jp');
    watch.expectNothing();
  });

  it('keeps the chosen theme', async () => {
    const { page, watch } = await visit();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await button(page, words('theme.light')).click();
    await button(page, words('theme.dark')).waitFor();
    await soon(ground, (now) => expect(now).not.toBe(dark));
    const light = await ground();
    await page.reload();
    await button(page, words('theme.dark')).waitFor();
    await soon(ground, (now) => expect(now).toBe(light));
    watch.expectNothing();
  });

  it('copies a customer service id and confirms it', async () => {
    const { page, watch } = await visitAlone();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, words('service.title')).click();
    const dialog = page.getByRole('dialog', { name: words('service.title') });
    const support = dialog.getByRole('link', { name: words('service.online') });
    expect(await support.getAttribute('href')).toBe('https://help.test.example/');
    await dialog.getByRole('button', { name: words('service.copy', { name: 'Line', id: 'oex-line' }) }).click();
    await announced(page, words('page.copied'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('oex-line');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    watch.expectNothing();
  });

  it('closes the phone menu when an entry is chosen', async () => {
    const { page, watch } = await visit({ device: 'phone' });
    const quotes = page
      .getByRole('navigation', { name: words('menu.label') })
      .getByRole('link')
      .first();
    expect(await quotes.isVisible()).toBe(false);
    await button(page, words('menu.open')).tap();
    await quotes.tap();
    await page.waitForURL('/quotation');
    await quotes.waitFor({ state: 'hidden' });
    watch.expectNothing();
  });

  it('works by keyboard alone: the skip link first, then the whole header', async () => {
    const { page } = await visit();
    await page.keyboard.press('Tab');
    await page.locator(':focus', { hasText: words('page.skip') }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
  });

  it('logs out in the browser and on the server', async () => {
    const ticket = await floor.exchange.logIn(floor.trader.email);
    const { page, watch } = await visit({ ticket });
    await button(page, await nameOf(ticket)).click();
    // The page navigates without waiting for this answer.
    const told = page.waitForResponse(/account\/logout/);
    await button(page, words('menu.logout')).click();
    await page.waitForURL(/\/login/);
    await link(page, words('menu.login')).waitFor();
    await (await told).finished();
    expect(await page.evaluate(() => localStorage.getItem('ticket'))).toBeNull();
    expect(await floor.exchange.get('/app/account/getUserInfo', ticket)).not.toMatchObject({ code: 'success' });
    watch.expectNothing();
  });

  it.each(['socket', 'calls'])(
    'announces an expired session once, learned by the %s, and lets the user log in again',
    async (by) => {
      const guest = await floor.exchange.person(`guest-${by}`);
      const { page, watch } = by === 'calls' ? await visitAlone() : await visit();
      // Without a socket the page learns of it from its next request.
      if (by === 'calls') await page.routeWebSocket('**', (socket) => socket.close());
      if (by === 'calls') await page.route('**/exchange/socket/**', (route) => route.abort());
      await page.evaluate((ticket) => localStorage.setItem('ticket', ticket), guest.ticket);
      await page.reload();
      await button(page, await nameOf(guest.ticket)).waitFor();
      const { code } = await floor.exchange.post('/admin/account/endLogins', { userId: guest.id }, floor.admin.ticket);
      expect(code).toBe('success');
      const dialog = page.getByRole('dialog', { name: words('session.expired') });
      const told = dialog.waitFor();
      // If a request of the page itself fails first, the dialog already covers the link.
      const next = page.getByRole('contentinfo').getByRole('link').first();
      if (by === 'calls') await Promise.race([told, next.click().catch(() => undefined)]);
      await told;
      await settled(page, watch);
      expect(await dialog.count()).toBe(1);
      await page.unrouteAll();
      await dialog.getByRole('button', { name: words('session.relogin') }).click();
      await dialog.waitFor({ state: 'detached' });
      await link(page, words('menu.login')).waitFor();
      expect(watch.take().filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
    },
  );

  it("redirects every variant of an article's address to the canonical one", async () => {
    const { data } = await floor.exchange.post('/app/content/list', { kind: 'information', category: 'learn' });
    const { id, title } = data.records[0];
    const { page, watch } = await visit({}, `/informationOne?id=${id}`);
    await page.waitForURL(`/informationTwo?id=${id}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    watch.expectNothing();
  });

  it('treats an unknown ticket silently as a visitor', async () => {
    const { page, watch } = await visit({ ticket: 'no-such-ticket' });
    await link(page, words('menu.login')).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    watch.expectNothing();
  });
});
