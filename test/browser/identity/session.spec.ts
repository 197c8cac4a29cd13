/** Several sessions in one tab: data of one session is neither shown nor sent in the next. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PRODUCT_NAME } from '../../../client/src/kit/lib/product';
import { BankCards } from '../../../server/features/shared/withdrawals/bank-cards';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { Messages } from '../../../server/platform/messages/messages';
import { expectSuccess, FUND_PASSWORD, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { SoftwareAuthenticator } from '../../tools/people/software-authenticator';
import { startChromium } from '../support/chromium';
import { holdWebSockets, type HeldDoor } from '../support/held-door';
import { soon } from '../support/soon';
import { stepTo } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { openPage, openWindow, settled, type Visitor, type Watch } from '../support/visit';
import { words } from '../support/words';

/** An address without a screen loads the least. */
const SOME_PAGE = '/no/such/page';
const ANNS = { bank: 'Bank of Ann', passkey: 'Key of Ann', device: 'PhoneOfAnn', price: '48,000' };

describe('session', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contexts: BrowserContext[] = [];
  let door: HeldDoor | undefined;

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
  });
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    await door?.close();
    door = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function open(visitor: Partial<Visitor>): Promise<{ page: Page; watch: Watch }> {
    const context = await openWindow(browser, { url: floor.exchange.url, ...visitor });
    contexts.push(context);
    return openPage(context);
  }
  async function visit(path: string, visitor: Partial<Visitor> = {}): Promise<{ page: Page; watch: Watch }> {
    const opened = await open(visitor);
    await opened.page.goto(path);
    await settled(opened.page, opened.watch);
    return opened;
  }

  const nameOf = async ({ ticket }: Person): Promise<string> =>
    (await floor.exchange.get('/app/account/getUserInfo', ticket)).data.nickName;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  /** Logs in on the log-in form that follows a log-out. */
  async function enter(page: Page, { email }: Person): Promise<void> {
    await page.getByRole('textbox', { name: words('login.email'), exact: true }).fill(email);
    await page.getByLabel(words('login.password'), { exact: true }).fill(PASSWORD);
    await button(page, words('login.submit')).click();
  }

  /** Gives Ann a card, a passkey with its message, and a second log-in; she already has an open order. */
  async function equipped(ann: Person): Promise<void> {
    const { exchange } = floor;
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
    const secret = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', secret, ann.ticket));
    const card = { bankName: ANNS.bank, cardNumber: '6222 0212 3456 7894', realName: 'Ann Example' };
    const { nest } = exchange.application;
    await nest.get(BankCards).add(ann.id, card, async () => undefined);
    await nest.get(Messages).notify(ann.id, 'bank.card.added', { bankName: ANNS.bank, cardNumber: '**** 7894' });
    await expectSuccess(exchange.post('/app/security/sendCode', { purpose: 'passkey', channel: 'email' }, ann.ticket));
    const proof = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(ann.email) };
    const { challenge, rp, user } = await expectSuccess(
      exchange.post('/app/security/passkey/registerOptions', proof, ann.ticket),
    );
    const made = new SoftwareAuthenticator(exchange.url).make({ challenge, rpId: rp.id, userHandle: user.id });
    await expectSuccess(
      exchange.post('/app/security/passkey/register', { name: ANNS.passkey, response: made }, ann.ticket),
    );
    const credentials = new URLSearchParams({ grant_type: 'password', username: ann.email, password: PASSWORD });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': `${ANNS.device}/1.0` };
    await expectSuccess(exchange.send('/api/auth/oauth/token', 'POST', credentials.toString(), headers));
  }

  /** Screens of the user centre with the requests each makes and the data of Ann each shows. */
  const SCREENS = [
    { path: 'bankCards', list: '/app/security/bankCard/list', of: ANNS.bank },
    { path: 'passkeys', list: '/app/security/passkey/list', of: ANNS.passkey },
    { path: 'security', list: '/app/account/session/list', of: ANNS.device },
    { path: 'messages', list: '/app/message/list', of: ANNS.passkey },
    { path: 'commin', list: '/app/spot/currentOrders', of: ANNS.price },
  ] as const;

  /** Navigates by the account menu, so that the test itself loads no page. */
  async function follow(page: Page, link: 'menu.orders_current' | 'security.menu.messages'): Promise<void> {
    const menu = page.getByRole('navigation', { name: words('account.menu'), exact: true });
    await menu.getByRole('link', { name: words(link), exact: true }).click();
  }

  it('ASVS 7.4.4, 14.3.1: leaves none of its data to the next user of the tab', async () => {
    const ann = floor.trader;
    const ben = await floor.exchange.person('ben');
    await equipped(ann);
    const ticket = await floor.exchange.logIn(ann.email);
    const { page, watch } = await visit('/accountSet/personal', { ticket });
    for (const { path, of } of SCREENS) {
      await stepTo(page, watch, `/accountSet/${path}`);
      await page.getByText(of).first().waitFor();
    }

    await button(page, await nameOf(ann)).click();
    await button(page, words('menu.logout')).click();
    await headed(page, words('login.welcome', { name: PRODUCT_NAME }));
    const asked = questionsOf(page);
    await lookOutFor(page, Object.values(ANNS));
    await enter(page, ben);
    await button(page, await nameOf(ben)).click();
    await page
      .locator('#user-panel')
      .getByRole('link', { name: await nameOf(ben) })
      .click();
    // Wait for the link's redirect: before it, going back would leave this screen.
    await page.waitForURL('**/accountSet/personal');
    await settled(page, watch);
    for (const { path, list } of SCREENS) {
      const answer = page.waitForResponse((response) => response.url().includes(list));
      await stepTo(page, watch, `/accountSet/${path}`);
      await (await answer).finished();
      await settled(page, watch);
    }
    expect(await seen(page)).toEqual([]);
    const bens = await page.evaluate(() => localStorage.getItem('ticket'));
    for (const { list } of SCREENS) expect(asked()).toContainEqual({ path: `/exchange${list}`, ticket: bens });
    expect(asked().filter((question) => question.ticket === ticket)).toEqual([]);
    watch.expectNothing();
  });

  it('switches every tab to the session that began in another tab', async () => {
    const [cid, dan] = [await floor.exchange.person('cid'), await floor.exchange.person('dan')];
    const { page, watch } = await visit('/accountSet/personal', { ticket: cid.ticket });
    await button(page, await nameOf(cid)).waitFor();
    const second = await page.context().newPage();
    await second.goto(SOME_PAGE);
    await second.evaluate((ticket) => localStorage.setItem('ticket', ticket), dan.ticket);
    await page.bringToFront();
    await button(page, await nameOf(dan)).waitFor();
    await page.getByText(await nameOf(cid)).waitFor({ state: 'detached' });
    watch.expectNothing();
  });

  it('ends in an offline, sleeping tab when another tab logs out and in as somebody else', async () => {
    const [ann, eve] = [floor.trader, await floor.exchange.person('eve')];
    const { page, watch } = await open({ ticket: await floor.exchange.logIn(ann.email) });
    // Timers of the page stay suspended until the test wakes it.
    await page.addInitScript(() => {
      const setIn = window.setInterval.bind(window);
      const asleep: Parameters<typeof setIn>[] = [];
      const sleeping = (...given: Parameters<typeof setIn>) => asleep.push(given) && 0;
      const wake = () => {
        Object.assign(window, { setInterval: setIn });
        for (const given of asleep.splice(0)) setIn(...given);
      };
      Object.assign(window, { setInterval: sleeping, wake });
    });
    await page.goto('/accountSet/personal');
    await settled(page, watch);
    await follow(page, 'menu.orders_current');
    await page.getByText(ANNS.price).first().waitFor();
    const line = await page.context().newCDPSession(page);
    const cut = (offline: boolean) =>
      line.send('Network.emulateNetworkConditions', {
        ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
      });
    await line.send('Network.enable');
    await cut(true);

    const second = await openPage(page.context());
    await second.page.goto(SOME_PAGE);
    await button(second.page, await nameOf(ann)).click();
    await button(second.page, words('menu.logout')).click();
    await enter(second.page, eve);
    await button(second.page, await nameOf(eve)).waitFor();
    const eves = await second.page.evaluate(() => localStorage.getItem('ticket'));

    const asked = questionsOf(page);
    await soon(
      () => page.getByText(ANNS.price).count(),
      (now) => expect(now).toBe(0),
    );
    await cut(false);
    await follow(page, 'security.menu.messages');
    await follow(page, 'menu.orders_current');
    await button(page, await nameOf(eve)).waitFor();
    await page.evaluate(() => (window as unknown as { wake: () => void }).wake());
    await settled(page, watch);
    expect(await page.getByText(ANNS.price).count()).toBe(0);
    expect(await page.getByText(await nameOf(ann)).count()).toBe(0);
    await soon(
      async () => asked(),
      (now) => expect(now).toContainEqual({ path: '/exchange/app/spot/currentOrders', ticket: eves }),
    );
    expect(asked().filter(({ ticket }) => ticket !== eves)).toEqual([]);
    // Drops the console errors of being offline.
    watch.take();
    second.watch.expectNothing();
  });

  describe('on a slow WebSocket connection', () => {
    it('replaces an invalid session before the socket opens: one socket, for a visitor', async () => {
      door = await holdWebSockets(floor.exchange.url);
      const { page, watch } = await open({ url: door.url, ticket: 'no-such-ticket' });
      const greeting = greetingOf(page);
      await page.goto(SOME_PAGE);
      await page
        .getByRole('banner')
        .getByRole('link', { name: words('menu.login'), exact: true })
        .waitFor();
      door.open();
      expect(await greeting).toBe('40{"ticket":""}');
      expect(door.arrived()).toBe(1);
      watch.expectNothing();
    });
  });
});

/** The ticket in the first message on the page's first socket. */
async function greetingOf(page: Page): Promise<string> {
  const socket = await page.waitForEvent('websocket');
  const { payload } = await socket.waitForEvent('framesent');
  return String(payload);
}

interface Question {
  path: string;
  ticket: string | undefined;
}

/** Records the requests of the page from now on, with their ticket. */
function questionsOf(page: Page): () => Question[] {
  const all: Question[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/exchange/')) all.push({ path: pathname, ticket: request.headers()['ticket'] });
  });
  return () => all;
}

interface Watching extends Window {
  seen?: string[];
}

/** Records which of the given words appear in the page, even for a single frame. */
async function lookOutFor(page: Page, secrets: readonly string[]): Promise<void> {
  await page.evaluate((wanted) => {
    const found: string[] = ((window as Watching).seen = []);
    const look = (): void => {
      for (const word of wanted)
        if (document.body.textContent?.includes(word) && !found.includes(word)) found.push(word);
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, secrets);
}

/** Throws if the page was reloaded since, because the recorder is then gone. */
function seen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { seen: found } = window as Watching;
    if (!found) throw new Error('the page is another');
    return found;
  });
}
