/** From visitor to trader, through the screens alone; staff and the counterparties act over HTTP. */
import type { Browser, Page } from 'playwright-core';
import messages from '../../../shared/wire/messages/en.json';
import { PASSWORD } from '../../tools/people/http-exchange';
import { bookShown, expectServersBook } from '../support/book-shown';
import { startChromium } from '../support/chromium';
import { eventually, pause } from '../support/soon';
import { showOn } from '../support/step';
import { MARKET, openTradingFloor, place, type TradingFloor } from '../support/trading-floor';
import { announced, nextFrame } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const TRADING = `/currencyTransaction?market=${MARKET}`;
const BTC = { asset: 'BTC' };

describe('trading in the browser', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;

  beforeAll(async () => {
    // Started one after the other, so that a failed start still ends everything that had started.
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  const visit: Visits['visit'] = (path, guest) => visits.visit(path, guest);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const formOf = (page: Page, side: 'buy' | 'sell') =>
    page.getByRole('form', { name: words(`place.${side}`, BTC), exact: true });
  const openOrders = (page: Page) => page.getByRole('table', { name: words('own.tab.open') });

  async function fillLimit(page: Page, side: 'buy' | 'sell', price: string, quantity: string): Promise<void> {
    await page
      .getByRole('group', { name: words('place.side'), exact: true })
      .getByRole('button', { name: words(`trades.${side}`) })
      .click();
    const form = formOf(page, side);
    await form.getByRole('textbox', { name: words('place.price') }).fill(price);
    await form.getByRole('textbox', { name: words('place.quantity') }).fill(quantity);
    await form.getByRole('button', { name: words(`place.${side}`, BTC), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words(`place.confirm.${side}`, { market: 'BTC/USDT' }) });
    await dialog.getByRole('button', { name: words(`place.${side}`, BTC), exact: true }).click();
  }

  /** The exchange's refusal of such an order over HTTP, in English. */
  async function refusalOf(ticket: string): Promise<string> {
    const wish = { market: MARKET, side: 'buy', kind: 'limit', price: '49000', quantity: '0.01' };
    const body = { clientId: floor.exchange.clientId(), ...wish };
    const { code, message } = await floor.exchange.post('/app/spot/place', body, ticket, { lang: 'en' });
    if (code === 'success') throw new Error('the order was taken');
    return message;
  }

  it('shows a visitor the market and asks for a log-in on purchase', async () => {
    const { page, watch } = await visit('/');
    await page
      .getByRole('banner')
      .getByRole('link', { name: words('menu.quotes') })
      .click();
    await page.waitForURL('/quotation');
    await page
      .getByRole('link', { name: words('quotes.trade_pair', { pair: 'BTC/USDT' }) })
      .first()
      .click();
    await page.waitForURL(/\/currencyTransaction\?market=BTC-USDT/);
    await page.waitForFunction(() => /^[\d,.]+ BTC\/USDT \| Open Exchange/.test(document.title));
    await expectServersBook(page, floor.exchange);
    await formOf(page, 'buy')
      .getByRole('link', { name: words('place.log_in') })
      .click();
    await page.waitForURL(/\/login/);
    await page.getByRole('textbox', { name: words('login.email') }).fill(floor.trader.email);
    await page.getByLabel(words('login.password'), { exact: true }).fill(PASSWORD);
    await button(page, words('login.submit')).click();
    // After the log-in the page returns to the order.
    await page.waitForURL(/\/currencyTransaction\?market=BTC-USDT/);
    await formOf(page, 'buy')
      .getByRole('button', { name: words('place.buy', BTC) })
      .waitFor();
    watch.expectNothing();
  });

  it('explains a failed log-in', async () => {
    const { page } = await visit('/login');
    await page.getByRole('textbox', { name: words('login.email') }).fill(floor.trader.email);
    await page.getByLabel(words('login.password'), { exact: true }).fill('not-the-password');
    await button(page, words('login.submit')).click();
    const credentials = { grant_type: 'password', username: floor.trader.email, password: 'not-the-password' };
    const { message } = await floor.exchange.form('/api/auth/oauth/token', credentials);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  });

  it('takes a new user from registration to a filled order', async () => {
    const { exchange, admin, maker } = floor;
    const { page, watch } = await visit('/register');
    const email = 'newcomer@test.example';
    await page.getByRole('textbox', { name: words('login.email') }).fill(email);
    await button(page, words('code.send')).click();
    await page.getByRole('button', { name: /^Again in/ }).waitFor();
    await page.getByRole('textbox', { name: words('code.label') }).fill(await exchange.codeSentTo(email));
    await page.getByLabel(words('login.password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(words('login.repeat'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: words('login.agree') }).check();
    await button(page, words('login.register_submit')).click();
    await announced(page, words('login.registered'));
    await page.waitForURL('/');
    const id = await eventually(async () => {
      const { data } = await exchange.post('/admin/user/search', { search: email }, admin.ticket);
      return data.records[0]?.userId ?? null;
    }, 'the new user is found');
    const newcomer = { id, email, ticket: await exchange.logIn(email) };
    await exchange.fund(newcomer, 'USDT', '10000');

    // Not verified yet: the screen shows the exchange's own message.
    await page.goto(TRADING);
    await formOf(page, 'buy').getByText('10,000.00000000 USDT').waitFor();
    await fillLimit(page, 'buy', '49995', '0.05');
    await page
      .getByRole('alert')
      .filter({ hasText: await refusalOf(newcomer.ticket) })
      .waitFor();
    await exchange.act(admin, '/account/verify', { userId: newcomer.id });

    await fillLimit(page, 'buy', '49995', '0.05');
    await openOrders(page).getByRole('row').filter({ hasText: '49,995.00' }).waitFor();
    await expectInBook(page, [49_995, 0.05]);
    await formOf(page, 'buy').getByText('7,500.25000000 USDT').waitFor();

    await openOrders(page)
      .getByRole('button', { name: words('own.amend') })
      .click();
    const dialog = page.getByRole('dialog', { name: words('own.amend_title', { market: 'BTC/USDT' }) });
    await dialog.getByRole('textbox', { name: words('place.price') }).fill('49996');
    await dialog.getByRole('textbox', { name: words('place.quantity') }).fill('0.04');
    await dialog.getByRole('button', { name: words('own.amend'), exact: true }).click();
    await openOrders(page).getByRole('row').filter({ hasText: '49,996.00' }).waitFor();
    await expectInBook(page, [49_996, 0.04]);

    await openOrders(page)
      .getByRole('button', { name: words('orderlist.cancel') })
      .click();
    await page.getByText(words('orderlist.none_open')).waitFor();
    await formOf(page, 'buy').getByText('10,000.00000000 USDT').waitFor();

    await fillLimit(page, 'buy', '49997', '0.02');
    await openOrders(page).getByRole('row').filter({ hasText: '49,997.00' }).waitFor();
    const { position } = await place(exchange, maker, { side: 'sell', price: '49997', quantity: '0.02' });
    await page.getByText(words('orderlist.none_open')).waitFor();
    await page.getByRole('tab', { name: words('own.tab.fills') }).click();
    await page.getByRole('tabpanel').getByRole('row').filter({ hasText: '49,997.00' }).first().waitFor();
    watch.take();

    // The balances agree: 0.02 less the maker's fee of 0.1 %.
    await exchange.get(`/app/assets/balances?minPosition=${position}`, newcomer.ticket);
    await showOn(page, watch, '/accountSet/myassets');
    const btc = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'BTC Bitcoin', exact: true }) });
    await btc
      .getByRole('cell')
      .filter({ hasText: /^0\.01998000$/ })
      .first()
      .waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: words('menu.records') })
      .first()
      .click();
    await page.waitForURL('/accountSet/assetRecords');
    await page.getByRole('main').getByText('0.02').first().waitFor();
    await showOn(page, watch, '/accountSet/commin?active=2');
    await page.getByRole('main').getByText('49,997').first().waitFor();
    watch.expectNothing();
  });

  it("shows a frozen user the catalogue's reason and the outcome of the open orders", async () => {
    const { exchange, admin } = floor;
    const guest = await exchange.person('frozen');
    await exchange.verifyAndFund(admin, guest, { USDT: '1000' });
    const { page } = await visit(TRADING, { ticket: guest.ticket });
    await fillLimit(page, 'buy', '40000', '0.01');
    await openOrders(page).waitFor();
    await exchange.act(admin, '/account/freeze', { userId: guest.id, reason: 'browser test' });
    await announced(page, `BTC/USDT · ${messages.status.cancelled} · ${messages.reason.account_frozen}`);
    await page.getByText(words('orderlist.none_open')).first().waitFor();
    await page.getByRole('tab', { name: words('own.tab.history') }).click();
    const history = page.getByRole('table', { name: words('own.tab.history') });
    await history.getByText(messages.reason.account_frozen).waitFor();
    await fillLimit(page, 'buy', '49000', '0.01');
    await page
      .getByRole('alert')
      .filter({ hasText: await refusalOf(guest.ticket) })
      .waitFor();
    expect(await openOrders(page).count()).toBe(0);
  });

  it('places an order by touch', async () => {
    const { exchange, admin } = floor;
    const guest = await exchange.person('thumb');
    await exchange.verifyAndFund(admin, guest, { USDT: '1000' });
    const { page, watch } = await visit(TRADING, { device: 'phone', ticket: guest.ticket });
    await button(page, words('trades.buy')).last().tap();
    const form = formOf(page, 'buy');
    await form.getByRole('textbox', { name: words('place.price') }).fill('49000');
    await form.getByRole('textbox', { name: words('place.quantity') }).fill('0.01');
    await form.getByRole('button', { name: words('place.buy', BTC), exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: words('place.confirm.buy', { market: 'BTC/USDT' }) });
    await dialog.getByRole('button', { name: words('place.buy', BTC), exact: true }).tap();
    await page
      .getByRole('list', { name: words('own.tab.open') })
      .getByRole('listitem')
      .filter({ hasText: '49,000.00' })
      .waitFor();
    watch.expectNothing();
  });

  it('is operable by keyboard: search, sides, Esc', async () => {
    const { page } = await visit(TRADING, { ticket: floor.trader.ticket });
    // Keyboard shortcuts work once the form is rendered.
    await formOf(page, 'buy').waitFor();
    await nextFrame(page);
    await page.keyboard.press('s');
    await formOf(page, 'sell').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await formOf(page, 'buy').waitFor();
  });

  async function expectInBook(page: Page, [price, quantity]: [number, number]): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const { bids } = await bookShown(page);
      if (bids.some((level) => level[0] === price && level[1] === quantity)) return;
      if (Date.now() > deadline) return expect(bids).toContainEqual([price, quantity]);
      await pause();
    }
  }
});
