/** Inviting a friend: by the link, through their first trade, to the rebate of the day behind; and the poster. */
import type { Browser, Page } from 'playwright-core';
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { dayName, dayOf, dayStart } from '../../shared/rules/days';
import { rebatesPaid } from '../tools/fixtures/rebates-paid';
import { PASSWORD, done, type HttpExchange, type Person } from '../tools/people/http-exchange';
import { startChromium } from './support/chromium';
import { axeFindings, overflow } from './support/inspect';
import { soon } from './support/soon';
import { openExchange, place } from './support/trading-floor';
import { type Device, type Watch } from './support/visit';
import { visitsTo, type Visits } from './support/visits';
import { referralWords as of, words } from './support/words';

const HOUR_MS = 3_600_000;
const RATES = { level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'opened' };
/** For these no machine lacks letters. */
const WRITTEN = ['en', 'ep'] as const;
const FRIEND = 'friend@test.example';

describe('invitations', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let inviter: Person;
  let maker: Person;
  let visits: Visits;
  let page: Page;
  let watch: Watch;
  /** Ahead of the machine's clock: a day goes by when the test says so. */
  let ahead = 0;

  beforeAll(async () => {
    exchange = await openExchange({}, { clock: () => Date.now() + ahead });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.act(admin, '/referral/setTerms', RATES);
    inviter = await exchange.person('inviter');
    await exchange.prove(admin, inviter);
    maker = await exchange.person('maker');
    await exchange.equip(admin, maker, { BTC: '10' });
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  async function visit(address: string, person: Person | null, device: Device = 'desktop'): Promise<void> {
    ({ page, watch } = await visits.visit(address, { device, ...(person && { ticket: person.ticket }) }));
  }
  const codeOf = async ({ ticket }: Person): Promise<string> =>
    (await done(exchange.get('/app/referral/overview', ticket))).invitationCode;

  it('lead a friend to a form that has the code, and bring a part of the fees of their trade on the next day', async () => {
    const code = await codeOf(inviter);
    await visit('/share', inviter);
    const link = `${exchange.url}/register?invite=${code}`;
    await page.getByText(code, { exact: true }).waitFor();
    await page.getByText(link, { exact: true }).waitFor();
    await page.getByText(of('share.members.none.1')).waitFor();
    await visits.end();

    await visit(link, null);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await soon(
      () => field(words('login.invitation')).inputValue(),
      (now) => expect(now).toBe(code),
    );
    await field(words('login.email')).fill(FRIEND);
    await page.getByRole('button', { name: words('code.send'), exact: true }).click();
    await page.getByRole('button', { name: /^Again in/ }).waitFor();
    await field(words('code.label')).fill(await exchange.codeSentTo(FRIEND));
    for (const name of [words('login.password'), words('login.repeat')])
      await page.getByLabel(name, { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: words('login.agree') }).check();
    await page.getByRole('button', { name: words('login.register_submit'), exact: true }).click();
    await page.waitForURL('/');
    await visits.end();

    const ticket = await exchange.logIn(FRIEND);
    const { userId: id } = await done(exchange.get('/app/account/getUserInfo', ticket));
    const friend = { id, email: FRIEND, ticket };
    await exchange.equip(admin, friend, { USDT: '100000' });
    await place(exchange, maker, { side: 'sell', price: '50000', quantity: '0.1' });
    await place(exchange, friend, { side: 'buy', price: '50000', quantity: '0.1' });
    const today = dayOf(Date.now());
    ahead = dayStart(today + 1) + HOUR_MS - Date.now();
    await rebatesPaid(exchange, admin);

    // Nobody is logged in for longer than a ticket lasts.
    await visit('/share', { ...inviter, ticket: await exchange.logIn(inviter.email) });
    const rebates = page.getByRole('table', { name: of('share.list') });
    const row = rebates.getByRole('row').filter({ hasText: dayName(today) });
    // 0.2 % of 0.1 BTC, and a fifth of that.
    await row.getByText('0.00020000').waitFor();
    await row.getByText('0.00004000').waitFor();
    await row.getByText('fr***').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: words('table.export'), exact: true }).click();
    expect((await download).suggestedFilename()).toBe('rebates.csv');
    const members = page.getByRole('table', { name: `${of('share.members')}: ${of('share.level.1')}` });
    await members.getByText(of('share.status.traded')).waitFor();
    const to = dayName(dayOf(Date.now() + ahead) - 1);
    await page.getByText(new RegExp(`${to}: 0.00004 BTC`)).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('tab', { name: of('share.level.2') }).click();
    await page.getByText(of('share.members.none.2')).waitFor();
    watch.expectNothing();
  });

  it('make a poster in the language of the page, with a picture to keep', async () => {
    const person = { ...inviter, ticket: await exchange.logIn(inviter.email) };
    const code = await codeOf(person);
    const pictures = new Set<string>();
    for (const language of WRITTEN) {
      const opened = await visits.visit('/share', { language, ticket: person.ticket });
      await opened.page.locator('section button:has(svg.lucide-image)').click();
      await opened.page.getByRole('dialog').getByRole('img').waitFor();
      const download = opened.page.waitForEvent('download');
      await opened.page.getByRole('dialog').locator('button:has(svg.lucide-download)').click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`invitation-${code}.png`);
      const kept = path.join(os.tmpdir(), `poster-${language}-${process.pid}.png`);
      await file.saveAs(kept);
      const bytes = readFileSync(kept);
      rmSync(kept);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1620 });
      pictures.add(bytes.toString('base64'));
      opened.watch.expectNothing();
      await visits.end();
    }
    expect(pictures.size).toBe(WRITTEN.length);
  });

  it('tell a visitor the rules and ask them to log in, on a phone as well', async () => {
    await visit('/share', null, 'phone');
    await page.getByText(of('share.visitor')).waitFor();
    await page.getByText(of('share.rule.rates', { level1: '20%', level2: '5%' })).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: words('menu.login') })
      .waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });
});
