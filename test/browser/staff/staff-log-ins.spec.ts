/**
 * Log-ins and approvals of staff in a browser with an authenticator; a browser's session is bound to its cookie in all
 * its tabs.
 */
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import staffTexts from '../../../client/src/kit/i18n/texts/staff/en.json';
import { Accounts } from '../../../server/products/identity/api/account/accounts';
import { SecondFactors } from '../../../server/platform/auth/factors/second-factors';
import { newTotpSecret } from '../../../server/platform/auth/factors/totp';
import messages from '../../../shared/wire/messages/en.json';
import { PASSWORD, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { openExchange } from '../support/trading-floor';
import { DEVICES, openPage, type Device } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

/** Codes work once: the acting admin has an authenticator of their own, so that no test waits for the next code. */
const ADMIN = { email: 'admin@demo.example', secret: newTotpSecret() };
const ACTING = { email: 'acting@demo.example', secret: newTotpSecret() };
const ADMINS = [ADMIN, ACTING];

/** Saves a screenshot if `SHOTS` is set. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe('staff in a browser', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let user: Person;
  let visits: Visits;

  beforeAll(async () => {
    const demoUsers = [
      ...ADMINS.map(
        ({ email, secret }) => ({ role: 'admin', email, password: PASSWORD, authenticator: secret }) as const,
      ),
      { role: 'user', email: 'user@test.example', password: PASSWORD },
    ] as const;
    exchange = await openExchange({}, { demoUsers });
    const accounts = exchange.application.nest.get(Accounts);
    for (const { email, secret } of ADMINS) {
      const made = await accounts.register({ email, password: PASSWORD, clientId: null, role: 'admin' });
      await exchange.application.nest.get(SecondFactors).bindKnownSecret(made.user.id, secret);
    }
    user = await exchange.person('user');
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  const visit = (path: string, device: Device = 'desktop'): Promise<{ page: Page }> => visits.visit(path, { device });
  const press = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first().click();
  const isIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login');
  const enterAsAdmin = async (page: Page, { email } = ADMIN) => {
    await page
      .getByText(/^\d{6}$/)
      .first()
      .waitFor();
    await press(page, new RegExp(email));
    await isIn(page);
  };

  test.each(Object.keys(DEVICES) as Device[])(
    'makes a visitor of the demo an admin in two clicks, on %s',
    async (device) => {
      const { page } = await visit('/login', device);
      await enterAsAdmin(page);
      await page.goto('/admin');
      await page.locator('main h1').first().waitFor();
    },
  );

  test('sends staff who have a password only to bind a factor, on every screen, and lets them in afterwards', async () => {
    const email = 'bare@test.example';
    const accounts = exchange.application.nest.get(Accounts);
    const made = await accounts.register({ email, password: PASSWORD, clientId: null, role: 'admin' });
    await exchange.two.name(made.user.id, 'admin');
    const { page } = await visit('/login');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const secret = (name: string) => page.getByLabel(name, { exact: true });
    const authenticator = page.getByRole('heading', { level: 1, name: words('security.menu.authenticator') });
    await field(words('login.email')).fill(email);
    await secret(words('login.password')).fill(PASSWORD);
    await page.getByRole('button', { name: words('login.submit'), exact: true }).click();
    await authenticator.waitFor();
    await page.getByText(words('staff_factor.lead')).waitFor();
    // A passkey would be accepted too.
    await page.getByRole('link', { name: words('staff_factor.passkey') }).click();
    await page.getByRole('heading', { level: 1, name: words('security.menu.passkeys') }).waitFor();
    await page.getByRole('link', { name: words('staff_factor.authenticator') }).waitFor();
    await page.goto('/admin');
    await authenticator.waitFor();
    expect(new URL(page.url()).pathname).toBe('/accountSet/bindGoogle');
    await shot(page, 'first-factor');

    await secret(words('proof.password')).fill(PASSWORD);
    await page.getByRole('button', { name: words('code.send'), exact: true }).click();
    await page.getByRole('button', { name: /^Again in/ }).waitFor();
    await field(words('code.label')).fill(await exchange.codeSentTo(email));
    await page.getByRole('button', { name: words('authenticator.begin_submit'), exact: true }).click();
    const key = ((await page.locator('main code').textContent()) ?? '').replace(/\s/g, '');
    await field(words('proof.second_factor')).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
    await page.getByRole('button', { name: words('authenticator.bind_submit'), exact: true }).click();
    await page.getByRole('checkbox', { name: words('recovery.saved') }).check();
    await page.getByRole('button', { name: words('recovery.done'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: words('security.menu.security') }).waitFor();
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: staffTexts['staff.section.overview'] }).waitFor();
  });

  test("binds a browser's session to an HttpOnly cookie in both tabs, and replaces it by a log-in in one of them", async () => {
    const { page } = await visit('/login');
    const context = page.context();
    const enter = async (tab: Page) => {
      await press(tab, /user@test\.example/);
      await isIn(tab);
    };
    await enter(page);
    const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-login');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    const ticket = (await page.evaluate(() => localStorage.getItem('ticket'))) ?? '';
    // A ticket stolen from the page is useless without its cookie.
    expect((await exchange.get('/app/account/getUserInfo', ticket)).code).toBe('4001');
    const { page: second } = await openPage(context);
    await second.goto('/accountSet/personal');
    await second.locator('main h1').first().waitFor();
    expect(new URL(second.url()).pathname).toBe('/accountSet/personal');
    // The first tab to ask ends the session of both, possibly before the second is reloaded.
    const told = [page, second].map((tab) => tab.getByRole('dialog', { name: words('session.expired') }).waitFor());
    await context.clearCookies({ name: '__Host-login' });
    await second.reload();
    await Promise.any(told);
  });

  test('holds an act until the factor is given, and drops it if the dialog is closed', async () => {
    const { page } = await visit('/login');
    await enterAsAdmin(page, ACTING);
    await exchange.application.exchange.engine.submit({
      actor: `user/${user.id}`,
      command: { type: 'FreezeAccount', user: user.id, reason: 'a test' },
    });
    await page.goto(`/admin/users/${user.id}`);
    const dialog = page.getByRole('dialog', { name: words('step_up.title') });
    const frozen = async () => (await exchange.get('/app/account/getUserInfo', user.ticket)).data.frozen as boolean;
    const ask = async () => {
      await page.getByRole('button', { name: staffTexts['staff.unfreeze'], exact: true }).first().click();
      const act = page.getByRole('dialog', { name: staffTexts['staff.unfreeze'] });
      await act.getByRole('textbox').fill('a test');
      await act.getByRole('button', { name: staffTexts['staff.unfreeze'], exact: true }).click();
      await dialog.waitFor();
      return act;
    };
    const act = await ask();
    await shot(page, 'step-up');
    await dialog.getByRole('button', { name: words('page.close') }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await frozen()).toBe(true);
    await act.getByRole('button', { name: staffTexts['staff.unfreeze'], exact: true }).click();
    await dialog.getByRole('textbox').fill('000000');
    await dialog.getByRole('button', { name: words('step_up.submit'), exact: true }).click();
    await dialog.getByText(messages.code['google.code.wrong']).waitFor();
    await dialog.getByRole('textbox').fill((await dialog.locator('code').textContent()) ?? '');
    await dialog.getByRole('button', { name: words('step_up.submit'), exact: true }).click();
    await act.waitFor({ state: 'detached' });
    const [{ id, command }] = exchange.application.exchange.engine.state().staff.proposals.values();
    expect([command, await frozen()]).toEqual(['UnfreezeAccount', true]);
    await exchange.two.confirm(id);
    await soon(frozen, (now) => expect(now).toBe(false));
  });
});
