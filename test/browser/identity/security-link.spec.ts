/** The security link of a letter, opened while logged out, on desktop and phone, in each of its states. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LETTER_LINK_PATH } from '../../../shared/products/identity/letter-links';
import { expectSuccess, FUND_PASSWORD, HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { HOUR_MS, walletOf } from '../../tools/people/wallet';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { BUILT_CLIENT } from '../support/trading-floor';
import { openPage, openWindow, settled, type Device, type Watch } from '../support/visit';
import { words } from '../support/words';

/** Folder for screenshots: `LOOK_AT=/tmp/pictures`. */
const PICTURES = process.env.LOOK_AT;
const DEVICES: readonly Device[] = ['desktop', 'phone'];

describe('security link', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const parts = { exchange: () => exchange, admin: () => admin, pass: (ms: number) => void (ahead += ms) };
  const { ready, apply, messages, staff, withdrawals } = walletOf(parts);
  const windows = new Map<Device, { page: Page; watch: Watch }>();

  beforeAll(async () => {
    const env = { LIMIT_TICKET_HOURS_MAX: '100000' };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT, clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    browser = await startChromium();
    for (const device of DEVICES) {
      windows.set(device, await openPage(await openWindow(browser, { url: exchange.url, device })));
    }
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterEach(() => {
    for (const { watch } of windows.values()) watch.expectNothing();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  async function open(device: Device, token: string): Promise<Page> {
    const { page, watch } = windows.get(device) as { page: Page; watch: Watch };
    // A change of the fragment alone would not reload the page.
    await page.goto('about:blank');
    await page.goto(`${LETTER_LINK_PATH}#${token}`);
    await settled(page, watch);
    return page;
  }

  async function look(page: Page, device: Device, state: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${state}-${device}.png`), fullPage: true });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  }
  const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function withdrawing(): Promise<{ owner: Person; withdrawal: string; token: string }> {
    const owner = await ready();
    const { withdrawal } = await expectSuccess(apply(owner, '10'));
    await messages(owner);
    return { owner, withdrawal, token: await exchange.linkSentTo(owner.email) };
  }

  it.each(DEVICES)('cancels a withdrawal on a %s by one button, and is then used', async (device) => {
    const { owner, token } = await withdrawing();
    const page = await open(device, token);
    await headed(page, words('letter.title'));
    await page.getByText('10 USDT').waitFor();
    await look(page, device, 'withdrawal');
    expect(await withdrawals(owner)).toMatchObject([{ status: 'applied' }]);
    await press(page, words('letter.cancel'));
    await headed(page, words('letter.done_cancelled'));
    await look(page, device, 'cancelled');
    expect(await withdrawals(owner)).toMatchObject([{ status: 'cancelled' }]);
    await open(device, token);
    await headed(page, words('letter.used_title'));
    await look(page, device, 'used');
  });

  it('reports that an approved withdrawal can no longer be cancelled, and freezes the account instead', async () => {
    const { owner, withdrawal, token } = await withdrawing();
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    await messages(owner);
    const page = await open('desktop', token);
    await page.getByText(words('letter.too_late')).waitFor();
    await page.getByRole('button', { name: words('letter.cancel') }).waitFor({ state: 'detached' });
    await look(page, 'desktop', 'too-late');
    await press(page, words('letter.freeze'));
    await headed(page, words('letter.done_frozen'));
    await look(page, 'desktop', 'frozen');
    const refused = await exchange.get('/app/withdraw/addresses', owner.ticket);
    expect(refused.code).toBe('4001');
  });

  it('freezes an account when the letter concerns no withdrawal, on a phone', async () => {
    const owner = await exchange.person('quiet');
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', set, owner.ticket));
    const page = await open('phone', await exchange.linkSentTo(owner.email));
    await page.getByText(/qu\*\*\*@test\.example/).waitFor();
    await look(page, 'phone', 'account');
    await press(page, words('letter.freeze'));
    await headed(page, words('letter.done_frozen'));
  });

  it('reports an expired or truncated link', async () => {
    const { token } = await withdrawing();
    let page = await open('phone', token.slice(1));
    await headed(page, words('letter.unknown_title'));
    await look(page, 'phone', 'unknown');
    page = await open('phone', `${token.slice(1)}A`);
    await headed(page, words('letter.unknown_title'));
    ahead += 8 * 24 * HOUR_MS;
    page = await open('phone', token);
    await headed(page, words('letter.expired_title'));
    await look(page, 'phone', 'expired');
  });
});
