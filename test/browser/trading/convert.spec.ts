/** Conversions as a user makes them: over one market, over two, and of small balances; as a visitor on a phone. */
import type { Browser, Page } from 'playwright-core';
import type { PublishIndex } from '../../../server/core/index-price/commands';
import { expectSuccess, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { openExchange } from '../support/trading-floor';
import { announced, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { convertWords as of, words } from '../support/words';

const PRICE = 50_000;
const SYMBOLS = ['BTC-USDT', 'ETH-USDT'];
const PUBLISHED_MS = 1_000;

describe('conversions', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let trader: Person;
  let keeper: Person;
  let visits: Visits;
  let page: Page;
  let watch: Watch;
  let timer: NodeJS.Timeout;

  beforeAll(async () => {
    exchange = await openExchange();
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    for (const symbol of SYMBOLS) {
      const index = { symbol, decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2, reason: 'listed' };
      await exchange.act(admin, '/product/setIndexTerms', index);
    }
    const publish = async (): Promise<void> => {
      const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: PRICE * 100, at: Date.now() }));
      const command: PublishIndex = { type: 'PublishIndex', prices: SYMBOLS.map((symbol) => ({ symbol, sources })) };
      await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
    };
    await publish();
    timer = setInterval(() => void publish(), PUBLISHED_MS);
    await exchange.act(admin, '/convert/setDustTerms', { state: 'open', dailyMax: '100', reason: 'offered' });
    await exchange.fundHouse(admin, 'USDT', '50');
    await exchange.act(admin, '/convert/fund', { asset: 'USDT', act: 'fund', amount: '50', reason: 'capital' });
    const maker = await exchange.person('convert-maker');
    trader = await exchange.person('convert-trader');
    keeper = await exchange.person('convert-keeper');
    await exchange.verifyAndFund(admin, maker, { USDT: '1000000', BTC: '10', ETH: '10' });
    await exchange.verifyAndFund(admin, trader, { BTC: '2', ETH: '3' });
    await exchange.verifyAndFund(admin, keeper, { BTC: '0.00001', ETH: '0.00001' });
    for (const market of SYMBOLS) {
      for (const [side, price] of [
        ['buy', '50000'],
        ['sell', '50010'],
      ]) {
        const order = { clientId: exchange.clientId(), market, kind: 'limit', side, price, quantity: '5' };
        await expectSuccess(exchange.post('/app/spot/place', order, maker.ticket));
      }
    }
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    clearInterval(timer);
    await browser?.close();
    await exchange?.stop();
  });

  async function visit(address: string, person: Person | null, device: Device = 'desktop'): Promise<void> {
    ({ page, watch } = await visits.visit(address, { device, ...(person && { ticket: person.ticket }) }));
  }
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  async function quote(amount: string): Promise<void> {
    await page.getByRole('textbox', { name: of('convert.amount'), exact: true }).fill(amount);
    await button(of('convert.get_quote')).click();
  }
  const row = (text: string) => page.getByRole('main').getByRole('row').filter({ hasText: text });

  it('use the market of the two coins, or go through USDT, and are listed', async () => {
    await visit('/convert?from=BTC&to=USDT', trader);
    await quote('0.1');
    await page.getByText('4,985.01 USDT', { exact: true }).waitFor();
    await page.getByText('BTC → USDT', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(of('convert.submit', { from: 'BTC', to: 'USDT' })).click();
    await page.getByText('4,990 USDT', { exact: true }).first().waitFor();
    await row('4,990.0000').waitFor();
    await button(of('convert.again')).click();

    await page.getByRole('combobox', { name: of('convert.coin.from') }).click();
    await page.getByRole('option', { name: /^ETH/ }).click();
    await page.getByRole('combobox', { name: of('convert.coin.to') }).click();
    await page.getByRole('option', { name: /^BTC/ }).click();
    await quote('1');
    await page.getByText('ETH → USDT → BTC', { exact: true }).waitFor();
    await page.getByText(/^0\.022 USDT/).waitFor();
    await button(of('convert.submit', { from: 'ETH', to: 'BTC' })).click();
    await page.getByText('0.9958044 BTC', { exact: true }).first().waitFor();
    await row('0.9958').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });

  it('reject an amount below the minimum, at the amount field', async () => {
    await visit('/convert?from=BTC&to=USDT', trader);
    await quote('0.00000001');
    await page.getByRole('alert').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // A refused call logs an error in the page's console.
    watch.take();
  });

  it('turn small balances into USDT once a day, on a phone too', async () => {
    await visit('/convert?active=2', keeper, 'phone');
    await page.getByText('0.99 USDT', { exact: true }).waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await button(of('convert.dust.submit', { asset: 'USDT' })).click();
    await announced(page, of('convert.dust.done', { amount: '0.99 USDT' }));
    await page.reload();
    await page.getByText(of('convert.dust.used')).waitFor();
    await page.getByText(of('convert.kind.dust'), { exact: true }).last().waitFor();
    expect(await overflow(page)).toEqual([]);
    watch.expectNothing();
  });

  it('ask visitors to log in', async () => {
    await visit('/convert', null, 'phone');
    await page.getByRole('link', { name: of('convert.log_in') }).waitFor();
    await page.getByRole('heading', { level: 1, name: words('menu.convert'), exact: true }).waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });
});
