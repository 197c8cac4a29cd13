/** Export of own data and account erasure: requested, withdrawn, requested again, completed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ERASED_AFTER_MS, Erasures } from '../../../server/products/identity/api/personal-data/erasures';
import { expectSuccess, HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { TO, walletOf } from '../../tools/people/wallet';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { BUILT_CLIENT } from '../support/trading-floor';
import { announced, settled, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const PERSONAL = '/accountSet/personal';
/** Folder for screenshots: `LOOK_AT=/tmp/pictures`. */
const PICTURES = process.env.LOOK_AT;
const REASON = 'The bank of this address asks for papers.';

describe('own data', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let person: Person;
  let visits: Visits;
  let page: Page;
  let watch: Watch;
  let ahead = 0;
  const pass = (ms: number) => void (ahead += ms);
  const { ready, someone, apply, staff, withdrawals } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass,
  });

  beforeAll(async () => {
    const env = { LIMIT_TICKET_HOURS_MAX: '100000' };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT, clock: () => Date.now() + ahead });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  async function visit(
    at: string,
    device: Device = 'desktop',
    ticket: string | undefined = person.ticket,
  ): Promise<void> {
    ({ page, watch } = await visits.visit(at, { device, ...(ticket === undefined ? {} : { ticket }) }));
  }
  async function look(state: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${state}.png`), fullPage: true });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const confirm = (name: string) => dialog(name).getByRole('button', { name, exact: true }).click();
  const password = (name: string) => dialog(name).getByLabel(words('proof.password'), { exact: true });

  it('exports a file for the password alone, with money movements described in words', async () => {
    person = await ready();
    await expectSuccess(apply(person, '100'));
    const [{ withdrawal }] = await withdrawals(person);
    admin = { ...admin, ticket: await exchange.logIn(admin.email) };
    await expectSuccess(staff(admin, 'reject', { withdrawal, reason: REASON }));
    await withdrawals(person);
    await visit(PERSONAL);
    await look('own-data');
    const asked = words('own_data.export');
    await press(asked);
    await password(asked).fill('not-the-password-of-it');
    await confirm(asked);
    await dialog(asked).locator('[aria-invalid="true"]').waitFor();
    watch.expectNothing();
    await password(asked).fill(PASSWORD);
    await look('own-data-export');
    const downloading = page.waitForEvent('download');
    await confirm(asked);
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`my-data-${person.id}.json`);
    await dialog(asked).waitFor({ state: 'detached' });
    const place = path.join(mkdtempSync(path.join(tmpdir(), 'own-data-')), 'file.json');
    await download.saveAs(place);
    const file = JSON.parse(readFileSync(place, 'utf8'));
    rmSync(path.dirname(place), { recursive: true });
    expect(file).toMatchObject({ user: person.id });
    expect(file.tables.users.rows).toMatchObject([{ id: person.id, email: person.email }]);
    expect(file.tables.withdrawal_addresses.rows).toMatchObject([{ address: TO }]);
    expect(file.tables.withdrawals.rows).toMatchObject([{ address: TO, reason: REASON }]);
    expect(JSON.stringify(file)).not.toMatch(/argon2|password_?hash|sealed|h1:/i);
    watch.expectNothing();
  });

  it('refuses erasure while the account holds money and shows why', async () => {
    await visit(PERSONAL);
    const asked = words('own_data.erase');
    await press(asked);
    await password(asked).fill(PASSWORD);
    await confirm(asked);
    await dialog(asked).getByText(words('freeze.confirm_needed')).waitFor();
    await dialog(asked).getByRole('checkbox').check();
    await confirm(asked);
    await dialog(asked).getByRole('alert').first().waitFor();
    await look('own-data-not-empty');
    watch.expectNothing();
    expect((await expectSuccess(exchange.get('/app/personal/state', person.ticket))).erasure).toBeNull();
  });

  it('erases the account once the request was not withdrawn in time, and ends its log-in', async () => {
    person = await someone();
    await visit(PERSONAL, 'phone');
    const asked = words('own_data.erase');
    const ask = async (): Promise<void> => {
      await press(asked);
      await dialog(asked).getByRole('checkbox').check();
      await password(asked).fill(PASSWORD);
      await look('own-data-erase-phone');
      await confirm(asked);
      await announced(page, words('own_data.asked'));
    };
    await ask();
    await page.getByText(words('own_data.waiting', { time: '' }).slice(0, 25)).waitFor();
    await look('own-data-waiting-phone');
    await press(words('own_data.keep'));
    await announced(page, words('own_data.kept'));
    await ask();
    expect((await expectSuccess(exchange.get('/app/personal/state', person.ticket))).erasure).not.toBeNull();
    watch.expectNothing();

    pass(ERASED_AFTER_MS + 1000);
    expect(await exchange.application.nest.get(Erasures).sweep()).toBe(1);
    // The page notices the erasure without a reload and then shows nothing of the account.
    await page.goto(PERSONAL);
    await page.getByRole('heading', { level: 1, name: words('account.visitor_title'), exact: true }).waitFor();
    await settled(page, watch);
    expect(await page.getByText(person.email).count()).toBe(0);
    await look('own-data-erased-phone');
    watch.take();
    await page.goto('/login');
    await settled(page, watch);
    await page.getByRole('textbox', { name: words('login.email'), exact: true }).fill(person.email);
    await page.getByLabel(words('login.password'), { exact: true }).fill(PASSWORD);
    await press(words('login.submit'));
    await page.locator('[aria-invalid="true"], main [role="alert"]').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});
