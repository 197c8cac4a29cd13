/**
 * Less common parts of trading: trigger orders, halted markets, accounts that may not trade, and a customised screen.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { MARKET, openTradingFloor, place, type TradingFloor } from '../support/trading-floor';
import { eventually, soon, steady } from '../support/soon';
import { field, formOf, linesOnChart, openOrders, order, TRADING } from '../support/trading-screen';
import { DEVICES, openPage, openWindow, settled, type Visitor, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const ETHER = '/currencyTransaction?market=ETH-USDT';
const MARKET_LIST = '**/app/product/indexList';
/** Longer than the client caches the list of markets. */
const LIST_MS = 11_000;

describe('less common trading', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(async () => {
    await visits?.end();
    for (const context of contexts) await context.close();
    contexts = [];
  });
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  /** For pages that need something before their first screen that cannot be undone afterwards. */
  async function open(visitor: Omit<Visitor, 'url'>): Promise<{ page: Page; watch: Watch }> {
    const context = await openWindow(browser, { url: floor.exchange.url, ...visitor });
    contexts.push(context);
    return openPage(context);
  }
  const visit: Visits['visit'] = (path, visitor) => visits.visit(path, visitor);
  async function guest(name: string, funds: Record<string, string> = { USDT: '10000' }): Promise<Person> {
    const person = await floor.exchange.person(name);
    await floor.exchange.verifyAndFund(floor.admin, person, funds);
    return person;
  }
  /** The exchange's refusal of a limit order over HTTP, in English. */
  async function refusalOf({ ticket }: Person, market = MARKET): Promise<string> {
    const body = {
      clientId: floor.exchange.clientId(),
      market,
      side: 'buy',
      kind: 'limit',
      price: '49000',
      quantity: '0.01',
    };
    const { code, message } = await floor.exchange.post('/app/spot/place', body, ticket, { lang: 'en' });
    if (code === 'success') throw new Error('the order was taken');
    return message;
  }

  describe('trigger order', () => {
    const rowOf = (page: Page, figure: string) => openOrders(page).getByRole('row').filter({ hasText: figure });

    it('is placed, listed, amended and cancelled', async () => {
      const person = await guest('waiting');
      const { page, watch } = await visit(TRADING, { ticket: person.ticket });
      await order(page, 'buy', 'stop_limit', { trigger: '50090', price: '50100', quantity: '0.01' });
      const row = rowOf(page, '50,090.00');
      await row.getByText(words('orderlist.waiting')).waitFor();
      // Its funds are held.
      await formOf(page, 'buy').getByText('9,499.00000000 USDT').waitFor();
      await row.getByRole('button', { name: words('own.amend') }).click();
      const dialog = page.getByRole('dialog', { name: words('own.amend_title', { market: 'BTC/USDT' }) });
      await field(dialog, 'price').fill('50110');
      await dialog.getByRole('button', { name: words('own.amend'), exact: true }).click();
      await row.getByText('50,110.00').waitFor();

      await order(page, 'buy', 'stop_market', { trigger: '50095', total: '100' });
      const blind = rowOf(page, '50,095.00');
      // A market order shows the amount to spend in place of the quantity and as the total.
      await blind.getByText('100.00000000 USDT').last().waitFor();
      await blind.getByRole('button', { name: words('orderlist.cancel') }).waitFor();
      // A market order has no field to amend.
      expect(await blind.getByRole('button', { name: words('own.amend') }).count()).toBe(0);
      for (const waiting of [blind, row])
        await waiting.getByRole('button', { name: words('orderlist.cancel') }).click();
      await page.getByText(words('orderlist.none_open')).waitFor();
      await formOf(page, 'buy').getByText('10,000.00000000 USDT').waitFor();
      watch.expectNothing();
    });

    it('explains an invalid trigger', async () => {
      const person = await guest('wrong-trigger');
      const { page } = await visit(TRADING, { ticket: person.ticket });
      await page.getByRole('button', { name: words('place.kind.stop_market'), exact: true }).click();
      const form = formOf(page, 'buy');
      await field(form, 'trigger').fill('49992.50');
      await field(form, 'total').fill('100');
      await form.getByRole('button', { name: words('place.buy', { asset: 'BTC' }), exact: true }).click();
      await form.getByText('trigger price', { exact: false }).nth(1).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('fires when the price passes its trigger', async () => {
      const person = await guest('set-off', { USDT: '10000', BTC: '1' });
      const { page } = await visit(TRADING, { ticket: person.ticket });
      await order(page, 'buy', 'stop_market', { trigger: '50020', total: '100' });
      await rowOf(page, '50,020.00').waitFor();
      await order(page, 'sell', 'stop_limit', { trigger: '50021', price: '50500', quantity: '0.02' });
      const resting = rowOf(page, '50,021.00');
      await resting.getByText(words('orderlist.waiting')).waitFor();
      await place(floor.exchange, floor.trader, { side: 'buy', price: '50022.5', quantity: '0.3' });
      // One is filled, the other now rests in the book.
      await rowOf(page, '50,020.00').waitFor({ state: 'hidden' });
      await resting.getByText(words('orderlist.waiting')).waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: words('own.tab.history') }).click();
      const ended = page.getByRole('tabpanel').getByRole('row').filter({ hasText: '50,020.00' });
      await ended.filter({ hasText: words('place.kind.stop_market') }).waitFor();
    });
  });

  it('refuses orders while the market is halted, shows why, and recovers by itself', async () => {
    const { exchange, admin } = floor;
    const person = await guest('halted');
    const { page } = await open({ ticket: person.ticket });
    const { page: quotes } = await open({ device: 'phone' });
    for (const one of [page, quotes]) await one.clock.install();
    await page.goto(ETHER);
    await quotes.goto('/quotation');
    const button = formOf(page, 'buy', 'ETH').getByRole('button', {
      name: words('place.buy', { asset: 'ETH' }),
      exact: true,
    });
    await button.waitFor();
    await quotes.getByText('ETH').first().waitFor();

    // Halted after the list was loaded: the refusal alone must update the screen.
    const lookAgain = await holdBack(page, MARKET_LIST);
    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'maintenance' });
    const maintained = await refusalOf(person, 'ETH-USDT');
    await order(page, 'buy', 'limit', { price: '49000', quantity: '0.01' }, 'ETH');
    lookAgain();
    await said(formOf(page, 'buy', 'ETH'), maintained).waitFor();
    await button.waitFor({ state: 'hidden' });
    await soon(
      () => page.getByText(maintained).count(),
      (now) => expect(now).toBe(2),
    );
    await page.getByText(words('markets.state.maintenance')).first().waitFor();
    await quotes.clock.fastForward(LIST_MS);
    await quotes.getByText(words('quotes.state.maintenance')).waitFor();

    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'cancel_only' });
    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'closed' });
    for (const one of [page, quotes]) await one.clock.fastForward(LIST_MS);
    await said(formOf(page, 'buy', 'ETH'), await refusalOf(person, 'ETH-USDT')).waitFor();
    await quotes.getByText(words('quotes.state.closed')).waitFor();
    await button.waitFor({ state: 'detached' });

    await exchange.act(admin, '/product/setMarketState', { market: 'ETH-USDT', state: 'open' });
    await page.clock.fastForward(LIST_MS);
    await button.waitFor();
  });

  /** Colour of the last-price line on the chart. */
  async function lineColour(page: Page): Promise<'up' | 'down' | null> {
    for (const name of ['down', 'up'] as const) if ((await linesOnChart(page, `--${name}`)).length > 0) return name;
    return null;
  }

  /** Holds matching requests of the page until released. */
  async function holdBack(page: Page, url: string): Promise<() => void> {
    let letGo: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    return letGo;
  }

  const said = (form: Locator, text: string) => form.getByRole('status').filter({ hasText: text });

  it.each(['desktop', 'phone'] as const)('shows an account that may not trade the reason, on a %s', async (device) => {
    const { exchange, admin } = floor;
    const person = await exchange.person(`hindered-${device}`);
    await exchange.fund(person, 'USDT', '1000');
    const { page } = await visit(TRADING, { device, ticket: person.ticket });
    const form = formOf(page, 'buy');
    /** A phone shows the form as a separate view. */
    const show = async () => {
      if (device !== 'phone') return;
      await page
        .getByRole('navigation', { name: words('desk.bar') })
        .getByRole('button', { name: words('desk.trade') })
        .tap();
    };
    /** Wide screens show a table with rows; a phone shows cards. */
    const shown =
      device === 'phone'
        ? page.getByRole('list', { name: words('own.tab.open') }).getByRole('listitem')
        : openOrders(page).getByRole('row');
    await show();
    const unverified = await refusalOf(person);
    await said(form, unverified).waitFor();
    await order(page, 'buy', 'limit', { price: '49000', quantity: '0.01' });
    await form.getByRole('alert').filter({ hasText: unverified }).waitFor();

    await exchange.act(admin, '/account/verify', { userId: person.id });
    await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'browser test' });
    const frozen = await refusalOf(person);
    await page.reload();
    await show();
    await said(form, frozen).waitFor();
    await order(page, 'buy', 'limit', { price: '49000', quantity: '0.01' });
    await form.getByRole('alert').filter({ hasText: frozen }).waitFor();
    expect(await shown.count()).toBe(0);

    // The page learns of the unfreezing from an accepted order.
    await exchange.act(admin, '/account/unfreeze', { userId: person.id, reason: 'browser test' });
    await order(page, 'buy', 'limit', { price: '49000', quantity: '0.01' });
    await shown.filter({ hasText: '49,000.00' }).waitFor();
    await show();
    await said(form, frozen).waitFor({ state: 'hidden' });
  });

  it('swaps the colours of up and down everywhere and remembers that', async () => {
    const { page } = await visit(TRADING, { ticket: floor.trader.ticket });
    const colours = async () => {
      const colourOf = (locator: Locator) => locator.first().evaluate((element) => getComputedStyle(element).color);
      const figure = (side: 'bids' | 'asks') =>
        page
          .getByRole('table', { name: words(`book.${side}`), exact: true })
          .locator('tbody td')
          // If the book lacks levels its rows are empty.
          .filter({ hasText: /\d/ })
          .first();
      return {
        bid: await colourOf(figure('bids')),
        ask: await colourOf(figure('asks')),
        change: await colourOf(
          page.locator('h1 ~ *, section').locator('[data-direction="up"], [data-direction="down"]'),
        ),
        chart: await lineColour(page),
      };
    };
    const live = page
      .getByRole('status')
      .filter({ hasText: words('phase.live') })
      .locator('[data-phase]');
    const before = await eventually(async () => {
      const now = await colours();
      return now.chart === null ? null : now;
    }, 'a line on the chart');
    const good = await live.evaluate((element) => getComputedStyle(element).color);
    await page.getByRole('button', { name: words('desk.title') }).click();
    await page.getByRole('radio', { name: words('desk.rising.red') }).check();
    await page.keyboard.press('Escape');
    const swapped = { ...before, bid: before.ask, ask: before.bid };
    const after = await eventually(async () => {
      const now = await colours();
      return now.bid === before.ask && now.change !== before.change && now.chart === before.chart ? now : null;
    }, 'the other colours');
    expect(after).toEqual({ ...swapped, change: after.change });
    await page.reload();
    await eventually(async () => ((await colours()).bid === before.ask ? true : null), 'the colours after a reload');
    // Success colours stay green.
    await live.waitFor();
    expect(await live.evaluate((element) => getComputedStyle(element).color)).toBe(good);
  });

  it('keeps panel sizes set by pointer and keyboard until they are reset', async () => {
    const { page } = await visit(TRADING, { ticket: floor.trader.ticket });
    const edge = page.getByRole('separator').nth(1);
    const widthOf = async () => {
      const box = await page.getByRole('region', { name: words('chart.title') }).boundingBox();
      return Math.round(box?.width ?? 0);
    };
    const becomes = (width: (now: number) => boolean, what: string) =>
      eventually(async () => {
        const now = await widthOf();
        return width(now) ? now : null;
      }, what);
    const atFirst = await steady(widthOf, 'the width of the chart');
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 1, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 79, y + 100, { steps: 4 });
    await page.mouse.up();
    const dragged = await becomes((now) => now < atFirst - 60, 'a narrower chart');
    await page.reload();
    await becomes((now) => now === dragged, 'the same chart after a reload');
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    const stepped = await becomes((now) => now > dragged, 'a wider chart');
    await page.reload();
    await becomes((now) => now === stepped, 'the same chart after another reload');
    await page.getByRole('button', { name: words('desk.title') }).click();
    await page.getByRole('button', { name: words('desk.layout') }).click();
    await page.keyboard.press('Escape');
    await becomes((now) => now === atFirst, 'the chart as it was');
    await page.reload();
    await becomes((now) => now === atFirst, 'the chart as it was after a reload');
  });

  it('draws another interval and market on the same canvas, without remains of the previous one', async () => {
    const person = await guest('same-canvas', { BTC: '1' });
    await place(floor.exchange, person, { side: 'sell', price: '50010', quantity: '0.01' });
    const { page } = await visit(TRADING, { ticket: person.ticket });
    const canvases = (market: string) =>
      page.getByRole('group', { name: words('chart.candles_of', { market }) }).locator('canvas');
    const marked = (market: string) =>
      canvases(market).evaluateAll((all) => all.map((one) => one.hasAttribute('data-marked')));
    const lineOf = (market: string, isThere: boolean) =>
      eventually(
        async () => {
          const lines = await linesOnChart(page, '--down', market);
          return lines.length > 0 === isThere ? true : null;
        },
        `${isThere ? 'the' : 'no'} line in ${market}`,
      );
    const choose = async (market: RegExp) => {
      await page.getByRole('button', { name: words('desk.open_market'), exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: market }).click();
    };
    await lineOf('BTC/USDT', true);
    await canvases('BTC/USDT').evaluateAll((all) => all.forEach((one) => one.setAttribute('data-marked', '')));
    const all = await marked('BTC/USDT');
    expect(all.length).toBeGreaterThan(0);

    await page.getByRole('button', { name: '5m', exact: true }).click();
    await page.getByRole('button', { name: '5m', exact: true, pressed: true }).waitFor();
    await soon(
      () => marked('BTC/USDT'),
      (now) => expect(now).toEqual(all),
    );
    await lineOf('BTC/USDT', true);
    await choose(/^ETH ?\/USDT$/);
    await soon(
      () => marked('ETH/USDT'),
      (now) => expect(now).toEqual(all),
    );
    await lineOf('ETH/USDT', false);
    await choose(/^BTC ?\/USDT$/);
    await lineOf('BTC/USDT', true);
    expect(await marked('BTC/USDT')).toEqual(all);
  });

  it('loads older candles when the chart is scrolled back, each page once', async () => {
    const MINUTE = 60_000;
    const { page, watch } = await open({ ticket: floor.trader.ticket });
    const asked: number[] = [];
    let isRefused = false;
    await page.route('**/exchange/app/spot/kline?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const end = Number(searchParams.get('to') ?? Math.floor(Date.now() / MINUTE) * MINUTE);
      if (searchParams.has('to')) asked.push(end);
      if (isRefused && searchParams.has('to'))
        return route.fulfill({ status: 503, json: { code: 'system.busy', message: 'Busy.' } });
      const flat = {
        open: '50000',
        high: '50010',
        low: '49990',
        close: '50005',
        baseVolume: '1',
        quoteVolume: '50000',
      };
      const data = Array.from({ length: 500 }, (_, index) => ({ start: end - (500 - index) * MINUTE, ...flat }));
      return route.fulfill({ json: { code: 'success', message: 'Success', data } });
    });
    await page.goto(TRADING);
    await settled(page, watch);
    const chart = page.getByRole('group', { name: words('chart.candles_of', { market: 'BTC/USDT' }) });
    const { x = 0, y = 0 } = (await chart.boundingBox()) ?? {};
    await page.mouse.move(x + 200, y + 150);
    const scrollUntil = (isEnough: () => boolean, what: string) =>
      eventually(async () => {
        await page.mouse.wheel(-600, 0);
        return isEnough() ? true : null;
      }, what);
    await scrollUntil(() => asked.length >= 3, 'three pages');
    // Each page ends where the previous one began.
    expect(asked.slice(1, 3)).toEqual([asked[0] - 500 * MINUTE, asked[0] - 1_000 * MINUTE]);
    isRefused = true;
    const before = asked.length;
    await scrollUntil(() => asked.length > before, 'a page that is refused');
    for (let turn = 0; turn < 30; turn += 1) await page.mouse.wheel(-600, 0);
    expect(asked.length).toBe(before + 1);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('moves an order by dragging its line with a finger', async () => {
    const person = await guest('finger', { BTC: '1' });
    // Above all previous lows and within the range of the chart.
    await place(floor.exchange, person, { side: 'sell', price: '50010', quantity: '0.01' });
    const { page } = await visit(TRADING, { device: 'phone', ticket: person.ticket });
    // The chart's lines move while candles are still loading.
    const [line] = await steady(async () => {
      const lines = await linesOnChart(page, '--down');
      return lines.length > 0 ? lines : null;
    }, 'the line of the order');
    const width = DEVICES.phone.viewport.width;
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const drag = async (across: number, along: number) => {
      const from = { x: width / 2, y: line + 2 };
      await touch('touchStart', [from]);
      for (let step = 1; step <= 4; step += 1)
        await touch('touchMove', [{ x: from.x + (across * step) / 4, y: from.y + (along * step) / 4 }]);
      await touch('touchEnd', []);
    };
    // A horizontal drag is not a price change.
    await drag(60, 10);
    await drag(0, 40);
    const dialog = page.getByRole('dialog', { name: words('own.amend_title', { market: 'BTC/USDT' }) });
    const price = Number(await field(dialog, 'price').inputValue());
    expect(price).toBeLessThan(50_010);
    await dialog.getByRole('button', { name: words('own.amend'), exact: true }).tap();
    await dialog.waitFor({ state: 'hidden' });
    const { position: minPosition } = floor.exchange.headOfJournal();
    const { data } = await floor.exchange.post('/app/spot/currentOrders', { minPosition }, person.ticket);
    expect(data.records.map(({ price: now }: { price: string }) => Number(now))).toEqual([price]);
  });
});
