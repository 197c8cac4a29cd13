/**
 * Account recovery without password and factors: the applicant's form, document comparison by two of staff, and the
 * mailed link.
 */
import type { Browser, Page } from 'playwright-core';
import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
import messages from '../../../shared/wire/messages/en.json';
import { expectSuccess, HttpExchange, type Person } from '../../tools/people/http-exchange';
import { picture, verificationOf } from '../../tools/people/verification';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { showOn } from '../support/step';
import { BUILT_CLIENT } from '../support/trading-floor';
import { announced, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const NEW_PASSWORD = 'another-horse-battery';

describe('account recovery', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let visits: Visits;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { client: BUILT_CLIENT });
    admin = await exchange.staff('admin');
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  const { someone, submitted } = verificationOf(
    () => exchange,
    () => admin,
  );

  const open = (path: string, device: Device, ticket?: string): Promise<{ page: Page; watch: Watch }> =>
    visits.visit(path, { device, ...(ticket === undefined ? {} : { ticket }) });
  async function looked(page: Page, name: string): Promise<void> {
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    const folder = process.env.SHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const fill = (page: Page, name: string, text: string) => page.getByLabel(name, { exact: true }).fill(text);

  test.each(['desktop', 'phone'] as const)(
    'requests recovery with documents, gets approval at the desk and opens the link, on %s',
    async (device) => {
      const person = await someone();
      const verification = await submitted(person);
      await exchange.act(admin, '/verification/approve', { verification });
      const email = `applicant-${device}@test.example`;

      const { page, watch } = await open('/forget', device);
      await page.getByRole('link', { name: words('recover.link') }).click();
      await page.getByRole('heading', { name: words('recover.title') }).waitFor();
      await fill(page, words('recover.account'), person.email);
      await fill(page, words('login.email'), email);
      await press(page, words('code.send'));
      await page.getByRole('button', { name: words('code.send') }).waitFor({ state: 'hidden' });
      await fill(page, words('code.label'), await exchange.codeSentTo(email));
      await looked(page, `recover-who-${device}`);
      await press(page, words('realname.next'));
      for (const [index, kind] of (['front', 'back', 'hand_held'] as const).entries()) {
        // A different picture for each kind: duplicates are refused.
        const jpeg = await picture(640, 420, 3 + index)
          .jpeg()
          .toBuffer();
        const input = page.getByLabel(words(`photo.kind.${kind}`), { exact: true });
        await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: jpeg });
        await page.getByText(words('photo.stored')).nth(index).waitFor();
      }
      await looked(page, `recover-photos-${device}`);
      await press(page, words('recover.submit'));
      await page.getByRole('heading', { name: words('recover.done_title') }).waitFor();
      await looked(page, `recover-done-${device}`);
      watch.expectNothing();

      const desk = await open('/admin/recoveries', device, admin.ticket);
      await desk.page.getByText('ap***@test.example').first().waitFor();
      await looked(desk.page, `desk-list-${device}`);
      const { records } = await expectSuccess(exchange.post('/admin/recovery/list', {}, admin.ticket));
      await showOn(desk.page, desk.watch, `/admin/recoveries/${records[0].recovery}`);
      await desk.page.getByText('An***').first().waitFor();
      await looked(desk.page, `desk-masked-${device}`);
      await desk.page.getByRole('button', { name: new RegExp(`^${staffTexts['staff.show']}: `) }).click();
      const showing = desk.page.getByRole('dialog');
      await showing.getByRole('combobox', { name: staffTexts['staff.reason'] }).click();
      await desk.page.getByRole('option', { name: messages.staffReason.show_verification }).click();
      await showing.getByRole('button', { name: staffTexts['staff.show'], exact: true }).click();
      await desk.page.getByText('Ana María Pérez').first().waitFor();
      await desk.page.getByText(email).first().waitFor();
      await desk.page.getByRole('img').nth(3).waitFor();
      await looked(desk.page, `desk-${device}`);
      await press(desk.page, staffTexts['staff.recovery.propose']);
      const dialog = desk.page.getByRole('dialog', { name: staffTexts['staff.recovery.propose'] });
      await dialog.getByRole('button', { name: staffTexts['staff.recovery.propose'], exact: true }).click();
      await desk.page.getByText(staffTexts['staff.recovery.state.proposed'], { exact: true }).first().waitFor();
      const [{ id }] = exchange.application.exchange.engine.state().staff.proposals.values();
      await exchange.two.confirm(id);

      let link: string | undefined;
      while (link === undefined) {
        const letters = await exchange.letters(email);
        link = letters.map(({ text }) => /\/recoverAccount#[\w-]{43}/.exec(text)?.[0]).find(Boolean);
        if (link === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await visits.end();
      const back = await open(link, device);
      await fill(back.page, words('password.new'), NEW_PASSWORD);
      await fill(back.page, words('login.repeat'), NEW_PASSWORD);
      await looked(back.page, `recover-link-${device}`);
      await press(back.page, words('recover.finish_submit'));
      await announced(back.page, words('recover.finished'));
      back.watch.expectNothing();
      expect(
        (
          await exchange.form('/api/auth/oauth/token', {
            grant_type: 'password',
            username: email,
            password: NEW_PASSWORD,
          })
        ).code,
      ).toBe('success');
    },
  );
});
