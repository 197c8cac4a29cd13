/** Second factors in a browser: passkey signatures, a step-up before an order, and several authenticators. */
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import messages from '../../../shared/wire/messages/en.json';
import { expectSuccess, FUND_PASSWORD, HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { soon } from '../support/soon';
import { BUILT_CLIENT } from '../support/trading-floor';
import { openOrders, order, TRADING } from '../support/trading-screen';
import { announced, openPage, openWindow, settled, type Device, type Watch } from '../support/visit';
import { words } from '../support/words';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;

describe('factors', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const windows: BrowserContext[] = [];

  beforeAll(async () => {
    const env = { LIMIT_TICKET_HOURS_MAX: '100000', LIMIT_TICKET_IDLE_MINUTES_MAX: '100000' };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT, clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    browser = await startChromium();
  });
  afterEach(async () => {
    for (const context of windows.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  /** Uses a host name: browsers create no passkeys for an IP address. */
  async function open(person: Person, path: string, device: Device = 'desktop'): Promise<{ page: Page; watch: Watch }> {
    const url = exchange.url.replace('127.0.0.1', 'localhost');
    const context = await openWindow(browser, { url, ticket: person.ticket, device });
    windows.push(context);
    const { page, watch } = await openPage(context);
    await page.clock.setFixedTime(now());
    await page.goto(path);
    await settled(page, watch);
    return { page, watch };
  }
  async function show({ page, watch }: { page: Page; watch: Watch }, path: string): Promise<void> {
    await page.clock.setFixedTime(now());
    await page.goto(path);
    await settled(page, watch);
  }
  /** Saves a screenshot if `SHOTS` is set. */
  async function shot(page: Page, name: string): Promise<void> {
    const folder = process.env.SHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  }
  /** A virtual authenticator that creates and uses passkeys and confirms presence at once. */
  async function withDevice(page: Page): Promise<void> {
    const line = await page.context().newCDPSession(page);
    await line.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await line.send('WebAuthn.addVirtualAuthenticator', { options });
  }
  const post = (person: Person, path: string, body: object, headers: Record<string, string> = {}) =>
    expectSuccess(exchange.post(path, body, person.ticket, headers));
  async function sentCode(person: Person, purpose: string): Promise<string> {
    ahead += 60_000;
    await post(person, '/app/security/sendCode', { purpose, channel: 'email' });
    return exchange.codeSentTo(person.email);
  }
  /** The code of the next 30-second step. */
  function next(secret: string): string {
    ahead += STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });
  }
  async function bound(person: Person): Promise<string> {
    const proof = { password: PASSWORD, channel: 'email', code: await sentCode(person, 'authenticator') };
    const { secret } = await post(person, '/app/security/authenticator/begin', proof);
    await post(person, '/app/security/authenticator/bind', { code: next(secret) });
    return secret;
  }
  const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click();
  const fill = (where: Page | Locator, name: string, text: string) =>
    where.getByLabel(name, { exact: true }).fill(text);
  /** The step-up dialog, which lies above every other dialog. */
  const question = (page: Page) => page.getByRole('dialog', { name: words('step_up.title') });

  async function readCode(dialog: Locator, person: Person): Promise<void> {
    ahead += 60_000;
    await press(dialog, words('code.send'));
    await dialog.getByRole('button', { name: words('code.send') }).waitFor({ state: 'hidden' });
    await fill(dialog, words('code.label'), await exchange.codeSentTo(person.email));
  }

  test.each(['desktop', 'phone'] as const)(
    'creates a passkey that signs a new address and a withdrawal, on %s',
    async (device) => {
      const person = await exchange.person(`keyed-${device}`);
      await exchange.verifyAndFund(admin, person, { USDT: '1000' });
      await post(person, '/app/security/fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD });
      const destination = {
        fundPassword: FUND_PASSWORD,
        channel: 'email',
        code: await sentCode(person, 'destination'),
      };
      await post(person, '/app/withdraw/addAddress', {
        chain: 'ERC20',
        address: TO,
        label: 'Cold wallet',
        ...destination,
      });

      const visit = await open(person, '/accountSet/passkeys', device);
      const { page } = visit;
      await withDevice(page);
      await press(page, words('passkeys.add'));
      const making = page.getByRole('dialog', { name: words('passkeys.add') });
      await fill(making, words('passkeys.name'), 'Thumb');
      await fill(making, words('proof.password'), PASSWORD);
      await readCode(making, person);
      await press(making, words('passkeys.continue'));
      await announced(page, words('passkeys.added'));
      await page.getByText('Thumb', { exact: true }).waitFor();
      await page.getByText(words('passkeys.never_used')).waitFor();

      // Accounts without an authenticator use the passkey; no address is added without it.
      await show(visit, '/accountSet/addressManage');
      await press(page.getByRole('main'), words('wallet.addresses.add'));
      const naming = page.getByRole('dialog', { name: words('wallet.addresses.add') });
      await fill(naming, words('wallet.address'), OTHER);
      await fill(naming, words('wallet.label'), 'Second wallet');
      await naming.getByLabel(words('wallet.owner.own'), { exact: true }).check();
      await fill(naming, words('proof.fund_password'), FUND_PASSWORD);
      await readCode(naming, person);
      await press(naming, words('wallet.addresses.add'));
      await question(page).waitFor();
      await shot(page, `address-${device}`);
      await press(question(page), words('page.close'));
      await naming.getByText(messages.code['step.up.required']).waitFor();
      expect((await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket))).records).toHaveLength(1);
      await press(naming, words('wallet.addresses.add'));
      await press(question(page), words('step_up.passkey'));
      await naming.waitFor({ state: 'hidden' });
      const named = async () => (await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket))).records;
      await soon(named, (now) => expect(now).toHaveLength(2));

      // A new passkey holds withdrawals for one day.
      ahead += 25 * HOUR_MS;
      await show(visit, '/accountSet/withdrawal?asset=USDT');
      await page.getByRole('combobox', { name: words('wallet.address') }).click();
      await page.getByRole('option', { name: /^Cold wallet/ }).click();
      await fill(page, words('wallet.amount'), '100');
      await press(page.getByRole('main'), words('wallet.withdrawal.submit'));
      const confirming = page.getByRole('dialog', { name: words('wallet.withdrawal.confirm', { asset: 'USDT' }) });
      await fill(confirming, words('proof.fund_password'), FUND_PASSWORD);
      await press(confirming, words('wallet.withdrawal.send'));
      await question(page).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await shot(page, `withdrawal-${device}`);
      const applied = async () => {
        const request = { minPosition: exchange.headOfJournal().position };
        return (await expectSuccess(exchange.post('/app/withdraw/list', request, person.ticket))).records;
      };
      expect(await applied()).toEqual([]);
      await press(question(page), words('step_up.passkey'));
      await announced(page, words('wallet.withdrawal.done'));
      await confirming.waitFor({ state: 'hidden' });
      expect(await applied()).toMatchObject([{ amount: '100', status: 'applied' }]);
      await show(visit, '/accountSet/passkeys');
      await page.getByText(new RegExp(words('passkeys.used', { time: '.*' }))).waitFor();
      await page.getByText(words('passkeys.never_used')).waitFor({ state: 'detached' });
      visit.watch.expectNothing();
    },
  );

  test.each(['desktop', 'phone'] as const)(
    'asks for the second factor on the first order and not on the next, on %s',
    async (device) => {
      const person = await exchange.person(`trader-${device}`);
      await exchange.verifyAndFund(admin, person, { USDT: '1000' });
      const secret = await bound(person);
      const header = { 'step-up': `authenticator ${next(secret)}` };
      await post(person, '/app/security/setTradingFactor', { on: true, password: PASSWORD }, header);
      const { page, watch } = await open(person, TRADING, device);
      const openNow = async () => {
        const request = { minPosition: exchange.headOfJournal().position };
        return (await expectSuccess(exchange.post('/app/spot/currentOrders', request, person.ticket))).records;
      };
      const place = async (price: string) => {
        if (device === 'desktop') return order(page, 'buy', 'limit', { price, quantity: '0.001' });
        const form = page.getByRole('form', { name: words('place.buy', { asset: 'BTC' }), exact: true });
        if (!(await form.isVisible()))
          await page
            .getByRole('button', { name: words('trades.buy'), exact: true })
            .last()
            .tap();
        await form.getByRole('textbox', { name: words('place.price') }).fill(price);
        await form.getByRole('textbox', { name: words('place.quantity') }).fill('0.001');
        const send = { name: words('place.buy', { asset: 'BTC' }), exact: true };
        await form.getByRole('button', send).tap();
        const dialog = page.getByRole('dialog', { name: words('place.confirm.buy', { market: 'BTC/USDT' }) });
        await dialog.getByRole('button', send).tap();
      };
      await place('40000');
      const dialog = question(page);
      await dialog.getByText(words('step_up.trading')).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await shot(page, `order-${device}`);
      expect(await openNow()).toEqual([]);
      await fill(dialog, words('proof.second_factor'), '000000');
      await press(dialog, words('step_up.submit'));
      await dialog.getByText(messages.code['google.code.wrong']).waitFor();
      expect(await openNow()).toEqual([]);
      await fill(dialog, words('proof.second_factor'), next(secret));
      await press(dialog, words('step_up.submit'));
      await dialog.waitFor({ state: 'detached' });
      const shown = device === 'desktop' ? openOrders(page) : page.getByRole('list', { name: words('own.tab.open') });
      await shown.getByText('40,000.00').first().waitFor();
      await place('41000');
      await shown.getByText('41,000.00').first().waitFor();
      expect(await dialog.count()).toBe(0);
      expect(await openNow()).toHaveLength(2);
      watch.expectNothing();
    },
  );

  test.each(['desktop', 'phone'] as const)(
    'adds a second authenticator and removes the first with its code, on %s',
    async (device) => {
      const person = await exchange.person(`both-${device}`);
      const secret = await bound(person);
      const visit = await open(person, '/accountSet/bindGoogle', device);
      const { page } = visit;
      await page.getByText(words('authenticator.unnamed'), { exact: true }).waitFor();
      await press(page, words('authenticator.add'));
      await fill(page, words('proof.password'), PASSWORD);
      await fill(page, words('proof.second_factor'), next(secret));
      await press(page, words('authenticator.begin_submit'));
      const typed = (await page.locator('main code').first().textContent()) ?? '';
      const second = typed.replaceAll(' ', '');
      await fill(page, words('passkeys.name'), 'Tablet');
      await fill(page, words('proof.second_factor'), next(second));
      await shot(page, `scan-${device}`);
      await press(page, words('authenticator.bind_submit'));
      await announced(page, words('authenticator.added'));
      await page.getByText('Tablet', { exact: true }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await shot(page, `authenticators-${device}`);

      const first = words('authenticator.unnamed');
      await press(page, `${words('passkeys.rename')}: ${first}`);
      const renaming = page.getByRole('dialog', { name: words('passkeys.rename') });
      await fill(renaming, words('passkeys.name'), 'Old phone');
      await press(renaming, words('security.save'));
      await press(page, `${words('security.remove')}: Old phone`);
      const removing = page.getByRole('dialog', { name: words('authenticator.unbind') });
      await shot(page, `unbind-${device}`);
      await fill(removing, words('proof.password'), PASSWORD);
      await fill(removing, words('proof.second_factor'), next(second));
      await press(removing, words('authenticator.unbind'));
      await announced(page, words('authenticator.unbound'));
      await page.getByText('Old phone', { exact: true }).waitFor({ state: 'hidden' });
      const { records } = await expectSuccess(exchange.get('/app/security/authenticator/list', person.ticket));
      expect(records).toMatchObject([{ name: 'Tablet' }]);
      visit.watch.expectNothing();
    },
  );
});
