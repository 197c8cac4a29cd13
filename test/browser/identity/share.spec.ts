/** Invitations: from the link through the friend's first trade to the daily rebate; and the poster. */
import type { Browser, Page } from 'playwright-core';
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { dayName, dayOf, dayStart } from '../../../shared/rules/days';
import { rebatesPaid } from '../../tools/fixtures/rebates-paid';
import { PASSWORD, expectSuccess, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { soon } from '../support/soon';
import { openExchange, place } from '../support/trading-floor';
import { type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { referralWords as of, words } from '../support/words';

const HOUR_MS = 3_600_000;
const RATES = { level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'opened' };
/** Fonts for these languages exist on every machine. */
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
  /** Offset of the exchange's clock: the test decides when a day passes. */
  let ahead = 0;

  beforeAll(async () => {
    exchange = await openExchange({}, { clock: () => Date.now() + ahead });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.act(admin, '/referral/setTerms', RATES);
    inviter = await exchange.person('inviter');
    await exchange.prove(admin, inviter);
    maker = await exchange.person('maker');
    await exchange.verifyAndFund(admin, maker, { BTC: '10' });
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
    (await expectSuccess(exchange.get('/app/referral/overview', ticket))).invitationCode;

  it("open a form with the code filled in, and pay the inviter a rebate of the friend's fees the next day", async () => {
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
    const { userId: id } = await expectSuccess(exchange.get('/app/account/getUserInfo', ticket));
    const friend = { id, email: FRIEND, ticket };
    await exchange.verifyAndFund(admin, friend, { USDT: '100000' });
    await place(exchange, maker, { side: 'sell', price: '50000', quantity: '0.1' });
    await place(exchange, friend, { side: 'buy', price: '50000', quantity: '0.1' });
    const today = dayOf(Date.now());
    ahead = dayStart(today + 1) + HOUR_MS - Date.now();
    await rebatesPaid(exchange, admin);

    // A ticket lasts less than a day, so the inviter logs in again.
    await visit('/share', { ...inviter, ticket: await exchange.logIn(inviter.email) });
    const rebates = page.getByRole('table', { name: of('share.list') });
    const row = rebates.getByRole('row').filter({ hasText: dayName(today) });
    // 0.2 % of 0.1 BTC, and one fifth of that.
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

  it('make a poster in the language of the page that can be saved as a picture', async () => {
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

  it('show visitors the rules and ask them to log in, on a phone too', async () => {
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
