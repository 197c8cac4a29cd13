/** Behaviour when a proxy blocks WebSockets or a content blocker stops a file. */
import type { Browser } from 'playwright-core';
import type { HttpExchange, Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { openTradingFloor, place, MARKET } from '../support/trading-floor';
import { openPage, openWindow } from '../support/visit';
import { words } from '../support/words';

describe('an exchange with a blocked part', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let trader: Person;

  beforeAll(async () => {
    ({ exchange, trader } = await openTradingFloor());
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  it('lists, cancels and accepts orders without a socket', async () => {
    const context = await openWindow(browser, { url: exchange.url, ticket: await exchange.logIn(trader.email) });
    const { page } = await openPage(context);
    await page.routeWebSocket(/\/exchange\/socket/, (socket) => socket.close());
    await page.route(/\/exchange\/socket/, (route) => route.abort());
    const { order } = await place(exchange, trader, { side: 'buy', price: '47000', quantity: '0.00321' });
    await page.goto(`/currencyTransaction?market=${MARKET}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: /^0\.00321 / }) });
    await row.waitFor();
    await page.getByText(words('offline.polled.title')).waitFor();
    expect(await page.getByText(words('offline.title')).count()).toBe(0);
    // Orders can be sent, with a warning that data is polled.
    await page.getByText(words('place.polled')).first().waitFor();
    expect(await page.locator('button[type=submit][data-side=buy]').isEnabled()).toBe(true);
    await row.getByRole('button', { name: words('orderlist.cancel') }).click();
    await row.waitFor({ state: 'hidden' });
    const { data } = await exchange.get(`/app/spot/order?order=${order}`, trader.ticket);
    expect(data).toMatchObject({ phase: 'closed', reason: 'requested' });
    // An order placed elsewhere appears with the next poll.
    await place(exchange, trader, { side: 'buy', price: '47000', quantity: '0.00654' });
    await page.getByRole('cell', { name: /^0\.00654 / }).waitFor();
    await page.unroute(/\/exchange\/socket/);
    await context.close();
  });

  it('shows its first page when a content blocker stops files by their name', async () => {
    const context = await openWindow(browser, { url: exchange.url });
    const { page } = await openPage(context);
    await page.route(/banner|carousel/i, (route) => route.abort());
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: words('home.hero.markets') }).waitFor();
    expect(await page.getByText(words('page.not_loaded')).count()).toBe(0);
    await context.close();
  });

  it('loads a failed screen by itself once the connection is back', async () => {
    const context = await openWindow(browser, { url: exchange.url });
    const { page } = await openPage(context);
    await page.goto('/');
    await page.getByRole('link', { name: words('home.hero.markets') }).waitFor();
    await page.route(/\/assets\/quotes-page-/, (route) => route.abort('internetdisconnected'));
    await page.getByRole('link', { name: words('home.hero.markets') }).click();
    await page.getByText(words('page.not_loaded')).waitFor();
    await page.unroute(/\/assets\/quotes-page-/);
    await page.evaluate(() => void window.dispatchEvent(new Event('online')));
    await soon(
      () => page.getByText(words('page.not_loaded')).count(),
      (count) => expect(count).toBe(0),
    );
    await page.getByRole('main').getByText('BTC').first().waitFor();
    await context.close();
  });
});
