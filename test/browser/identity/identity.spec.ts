/** Registration and account protection in a browser against a real exchange. */
import { TOTP, Secret } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { PRODUCT_NAME } from '../../../client/src/kit/lib/product';
import { PASSWORD } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { eventually } from '../support/soon';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { settled, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const NEW_PASSWORD = 'another-horse-battery';

describe('identity', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;
  let page: Page;
  let watch: Watch;

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function visit(path: string, ticket?: string): Promise<void> {
    ({ page, watch } = await visits.visit(path, ticket === undefined ? {} : { ticket }));
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const secret = (name: string) => page.getByLabel(name, { exact: true });
  /** The URL changes before the screen does, and the previous screen may have fields of the same name. */
  const headed = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  /** Requests a code and enters the one that was sent. */
  async function enterSentCode(address: string): Promise<void> {
    await button(words('code.send')).click();
    await page.getByRole('button', { name: /^Again in/ }).waitFor();
    await field(words('code.label')).fill(await floor.exchange.codeSentTo(address));
  }

  it('registers by code, binds an authenticator and logs in with it', async () => {
    const email = 'careful@test.example';
    await visit('/register');
    await field(words('login.email')).fill(email);
    await enterSentCode(email);
    await secret(words('login.password')).fill(PASSWORD);
    await secret(words('login.repeat')).fill(PASSWORD);
    await page.getByRole('checkbox', { name: words('login.agree') }).check();
    await button(words('login.register_submit')).click();
    await page.waitForURL('/');

    await page.goto('/accountSet/bindGoogle');
    await secret(words('proof.password')).fill(PASSWORD);
    await enterSentCode(email);
    await button(words('authenticator.begin_submit')).click();
    const key = ((await page.locator('main code').textContent()) ?? '').replace(/\s/g, '');
    const codeIn = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
    await field(words('proof.second_factor')).fill(codeIn(0));
    await button(words('authenticator.bind_submit')).click();
    await page.getByRole('heading', { name: words('recovery.title') }).waitFor();
    const [recoveryCode] = await page
      .getByRole('list', { name: words('recovery.title') })
      .getByRole('listitem')
      .all();
    const recovery = (await recoveryCode.textContent()) ?? '';
    await page.getByRole('checkbox', { name: words('recovery.saved') }).check();
    await button(words('recovery.done')).click();
    await page.waitForURL('/accountSet/security');
    // The notice appears without a reload, and goes by mail, where an intruder in the account cannot mark it as read.
    const [notice] = await floor.exchange.letters(email);
    expect(notice.subject).toBe('Security notice: Authenticator bound');
    await page.getByRole('link', { name: words('messages.count_one', { count: '1' }) }).waitFor();

    // Requests still pending at log-out would be refused.
    await settled(page, watch);
    await page.getByRole('banner').locator('button[aria-controls="user-panel"]').click();
    await button(words('menu.logout')).click();
    await headed(words('login.welcome', { name: PRODUCT_NAME }));
    await field(words('login.email')).fill(email);
    await secret(words('login.password')).fill(PASSWORD);
    await button(words('login.submit')).click();
    await field(words('proof.second_factor')).fill('000000');
    await button(words('login.second_submit')).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await field(words('proof.second_factor')).fill(recovery);
    await button(words('login.second_submit')).click();
    await page.waitForURL('/');
    watch.expectNothing();
  });

  it('resets the password by a code; the old password no longer works', async () => {
    const person = await floor.exchange.person('forgetful');
    await visit('/login');
    await page.getByRole('link', { name: words('login.forgot') }).click();
    await headed(words('login.forgot_title'));
    await field(words('login.email')).fill(person.email);
    await enterSentCode(person.email);
    await secret(words('password.new')).fill(NEW_PASSWORD);
    await secret(words('login.repeat')).fill(NEW_PASSWORD);
    await button(words('login.reset_submit')).click();
    await headed(words('login.welcome', { name: PRODUCT_NAME }));
    await field(words('login.email')).fill(person.email);
    await secret(words('login.password')).fill(NEW_PASSWORD);
    await button(words('login.submit')).click();
    await page.waitForURL('/');
    watch.expectNothing();
  });

  it('submits a document with photos and shows the decision of staff', async () => {
    const { exchange, admin } = floor;
    const person = await exchange.person('hanako');
    await visit('/accountSet/realName', person.ticket);
    await page.getByRole('combobox', { name: words('realname.country') }).focus();
    await page.keyboard.type('Japan');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: words('realname.document.passport') }).check();
    await field(words('realname.name')).fill('Hanako Yamada');
    await field(words('realname.number')).fill('TR1234567');
    await button(words('realname.next')).click();

    const photos = page.locator('input[type="file"]');
    await photos.first().setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await page.getByText('This file cannot be read.').waitFor();
    for (const index of [0, 1]) {
      await photos
        .nth(index)
        .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await someJpeg(index) });
    }
    await page.getByText(words('photo.stored')).nth(1).waitFor();
    await button(words('realname.next')).click();
    await button(words('realname.submit')).click();
    await page.getByRole('heading', { name: words('realname.under_review') }).waitFor();

    const verification = await eventually(async () => {
      const { data } = await exchange.post('/admin/verification/list', { userId: person.id }, admin.ticket);
      return data.records[0]?.verification ?? null;
    }, 'the submission is listed');
    const reason = 'The passport is not legible.';
    await exchange.post('/admin/verification/reject', { verification, reason }, admin.ticket);
    // Pushed over the stream, without a reload.
    await page.getByRole('heading', { name: words('realname.failed') }).waitFor();
    await page.getByText(reason).waitFor();
    watch.expectNothing();
  });
});

/** Random noise: blank photos are refused. */
function someJpeg(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 110 + 10 * seed, sigma: 50 } as const;
  return sharp({ create: { width: 900, height: 600, channels: 3, background: '#335577', noise } })
    .jpeg()
    .toBuffer();
}
