/** The trading screen when its connection fails in each way: it reports that, reconnects and shows correct data. */
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { HttpExchange, type Person } from '../../tools/people/http-exchange';
import { expectPhase, expectServersBook } from '../support/book-shown';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { BUILT_CLIENT, openTradingFloor, place, MARKET } from '../support/trading-floor';
import { openPage, openWindow, settled, type Watch } from '../support/visit';
import { words } from '../support/words';

const TRADING = `/currencyTransaction?market=${MARKET}`;

describe('a failing connection', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let maker: Person;
  let trader: Person;
  let context: BrowserContext;
  let page: Page;
  let watch: Watch;
  let line: Line;
  let cents = 0;

  beforeAll(async () => {
    ({ exchange, maker, trader } = await openTradingFloor());
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  beforeEach(async () => {
    context = await openWindow(browser, { url: exchange.url, ticket: await exchange.logIn(trader.email) });
    ({ page, watch } = await openPage(context));
    line = await lineOf(page);
    await page.goto(TRADING);
    await expectPhase(page, 'live');
    await expectServersBook(page, exchange);
    // A reload would clear this mark.
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  });
  afterEach(async () => {
    const isTheSamePage = await page.evaluate(() => 'isTheSamePage' in window);
    const uncaught = watch.take().filter((problem) => problem.startsWith('uncaught'));
    await context.close();
    expect({ isTheSamePage, uncaught }).toEqual({ isTheSamePage: true, uncaught: [] });
  });

  /** Changes the top of both sides to new figures each time. Returns the last one. */
  async function changeTheBook(): Promise<string> {
    cents += 1;
    const digits = String(cents).padStart(2, '0');
    await place(exchange, maker, { side: 'buy', price: `49999.${digits}`, quantity: `0.0${digits}1` });
    await place(exchange, maker, { side: 'sell', price: `50001.${digits}`, quantity: `0.0${digits}2` });
    return `0.0${digits}2`;
  }

  it('requests the book again after missed updates', async () => {
    const books = line.books();
    line.lose = (frame) => frame.startsWith('42["depth"');
    await line.lost(await changeTheBook());
    line.lose = () => false;
    await changeTheBook();
    await soon(
      async () => line.books(),
      (now) => expect(now).toBeGreaterThan(books),
    );
    await expectServersBook(page, exchange);
    await expectPhase(page, 'live');
  });

  it('rejects a book with a wrong checksum', async () => {
    const books = line.books();
    line.change = (frame) => (frame.startsWith('42["depth"') ? frame.replace(/"0\.0\d+[12]"\]/, '"7"]') : frame);
    await changeTheBook();
    await soon(
      async () => line.books(),
      (now) => expect(now).toBeGreaterThan(books),
    );
    await expectServersBook(page, exchange);
  });

  it('rejects malformed figures, turns stale, and recovers with the next valid ones', async () => {
    line.change = (frame) => (frame.includes('"bids":[[') ? frame.replaceAll(/\["(?=\d)/g, '["0') : frame);
    await changeTheBook();
    await expectPhase(page, 'stale');
    line.change = (frame) => frame;
    await expectPhase(page, 'live');
    await expectServersBook(page, exchange);
  });

  it('reports stale data when an open connection delivers nothing', async () => {
    line.lose = (frame) => /^4[23]/.test(frame);
    await expectPhase(page, 'stale');
    await changeTheBook();
    line.lose = () => false;
    await expectPhase(page, 'live');
    await expectServersBook(page, exchange);
  });

  it('reconnects after a network failure and shows the events missed meanwhile', async () => {
    await line.cut();
    await context.setOffline(true);
    await expectPhase(page, 'stale');
    await changeTheBook();
    const { order } = await place(exchange, trader, { side: 'buy', price: '47000', quantity: '0.00321' });
    await context.setOffline(false);
    line.mend();
    await expectPhase(page, 'live');
    await expectServersBook(page, exchange);
    // The private stream has caught up too.
    await page.getByRole('cell', { name: /^0\.00321 / }).waitFor();
    await exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order }, trader.ticket);
    await page.getByRole('cell', { name: /^0\.00321 / }).waitFor({ state: 'hidden' });
  });

  it('retries files of background loading that failed', async () => {
    const parts = [/\/assets\/follow-choices-/, /\/assets\/web-vitals-/];
    for (const part of parts) await page.route(part, (route) => route.abort('connectionrefused'));
    const asked = Promise.all(
      parts.map((part) => page.waitForEvent('requestfailed', (request) => part.test(request.url()))),
    );
    await page.reload();
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
    await asked;
    await expectPhase(page, 'live');
    const came = Promise.all(parts.map((part) => page.waitForResponse(part)));
    for (const part of parts) await page.unroute(part);
    for (const answer of await came) expect(answer.status()).toBe(200);
  });

  it('continues after a restart of the exchange', async () => {
    const { port } = new URL(exchange.url);
    const { dataDir } = exchange;
    await exchange.halt();
    await expectPhase(page, 'stale');
    const env = { DEMO: 'off', DATA_DIR: dataDir, PORT: port };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT });
    await changeTheBook();
    await expectPhase(page, 'live');
    await expectServersBook(page, exchange);
    // Still logged in: the form knows the balance, and orders placed elsewhere appear.
    await place(exchange, trader, { side: 'buy', price: '47000', quantity: '0.00654' });
    await page.getByRole('cell', { name: /^0\.00654 / }).waitFor();
  });
});

describe('the application without a network', () => {
  let exchange: HttpExchange;
  let browser: Browser;
  beforeAll(async () => {
    ({ exchange } = await openTradingFloor());
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  it('opens its shell, removes the cache of an older worker, and recovers', async () => {
    const context = await openWindow(browser, { url: exchange.url, withWorker: true });
    const { page, watch } = await openPage(context);
    await page.goto('/quotation');
    await settled(page, watch);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).unregister();
      await caches.open('kept by an earlier worker');
    });
    await page.reload();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await settled(page, watch);
    watch.expectNothing();
    expect(await page.evaluate(() => caches.keys())).toEqual([expect.stringMatching(/^shell-[0-9a-f]{16}$/)]);
    await context.setOffline(true);
    await page.reload();
    await page
      .getByRole('banner')
      .getByRole('link', { name: words('menu.login') })
      .waitFor();
    await context.setOffline(false);
    await page.reload();
    await page.getByRole('main').getByText('BTC').first().waitFor();
  });
});

/** The socket between page and server, under control of the test. */
interface Line {
  /** Drops the server's frames for which this returns true. */
  lose: (frame: string) => boolean;
  change: (frame: string) => string;
  /** Resolves once a frame with this text is dropped; earlier frames may still be in flight. */
  lost(text: string): Promise<void>;
  /** Books delivered to the page in full, including those requested before anything was lost. */
  books(): number;
  cut(): Promise<void>;
  mend(): void;
}

async function lineOf(page: Page): Promise<Line> {
  const open = new Set<WebSocketRoute>();
  const gone: string[] = [];
  let onLost: () => void = () => undefined;
  let books = 0;
  let isCut = false;
  const line: Line = {
    lose: () => false,
    change: (frame) => frame,
    lost: async (text) => {
      while (!gone.some((frame) => frame.includes(text))) await new Promise<void>((resolve) => (onLost = resolve));
    },
    books: () => books,
    cut: async () => {
      isCut = true;
      for (const socket of open) await socket.close();
    },
    mend: () => (isCut = false),
  };
  await page.routeWebSocket(/\/exchange\/socket/, async (socket) => {
    if (isCut) return socket.close();
    open.add(socket);
    const server = socket.connectToServer();
    /** Ids of book requests; the response carries the same id. */
    const questions = new Set<string>();
    socket.onMessage((message) => {
      const question = /^42(\d+)\["subscribe",\{"channel":"depth"/.exec(String(message));
      if (question?.[1]) questions.add(question[1]);
      server.send(message);
    });
    server.onMessage((message) => {
      const frame = String(message);
      if (questions.has(/^43(\d+)\[/.exec(frame)?.[1] ?? '')) books += 1;
      if (!line.lose(frame)) return socket.send(line.change(frame));
      gone.push(frame);
      onLost();
    });
  });
  return line;
}
