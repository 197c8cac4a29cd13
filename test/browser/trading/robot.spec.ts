/** The robot as its user runs it: two cycles, inspected, stopped; refused with a wrong key; as a visitor on a phone. */
import type { Browser, Page } from 'playwright-core';
import type { PublishIndex } from '../../../server/core/index-price/commands';
import { expectSuccess, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { openExchange, place } from '../support/trading-floor';
import { announced, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { robotWords as of } from '../support/words';

const SYMBOL = 'BTC-USDT';
const PRICE = 50_000;
const CYCLE_MS = 150_000;
const PUBLISHED_MS = 1_000;

describe('robot', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let trader: Person;
  let maker: Person;
  let secretKey: string;
  let visits: Visits;
  let page: Page;
  let watch: Watch;
  let timer: NodeJS.Timeout;
  /** Offset of the exchange's clock: the test decides when a cycle passes. */
  let ahead = 0;
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    exchange = await openExchange({}, { clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const index = { symbol: SYMBOL, decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
    await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
    const terms = { market: SYMBOL, state: 'open', amountMin: '100', userMax: '20000', reason: 'offered' };
    await exchange.act(admin, '/robot/setTerms', terms);
    trader = await exchange.person('robot-trader');
    maker = await exchange.person('robot-maker');
    await exchange.verifyAndFund(admin, trader, { USDT: '5000' });
    await exchange.verifyAndFund(admin, maker, { USDT: '100000', BTC: '10' });
    const publish = async (): Promise<void> => {
      const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: PRICE * 100, at: now() }));
      const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources }] };
      await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
    };
    await publish();
    timer = setInterval(() => void publish(), PUBLISHED_MS);
    const body = { clientId: exchange.clientId(), userId: trader.id, reason: 'asked' };
    await expectSuccess(exchange.post('/admin/robot/issueKey', body, admin.ticket));
    secretKey = (await expectSuccess(exchange.post('/app/robot/showKey', {}, trader.ticket))).key;
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
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  /** Matches the cycle's text with any remaining time. */
  const cycle = (number: number) =>
    new RegExp(`^${of('robot.cycle.now', { number: String(number), left: '…' }).split('…')[0]}`);
  async function start(key: string): Promise<void> {
    await page.getByLabel(of('robot.key'), { exact: true }).fill(key);
    await page
      .getByRole('form')
      .getByRole('button', { name: of('robot.start'), exact: true })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: of('robot.start'), exact: true })
      .click();
  }

  it('rejects a wrong key, trades two cycles with the right one, and returns the remainder', async () => {
    await visit('/robot', trader);
    await field(of('robot.amount')).fill('1000');
    await field(of('robot.lower')).fill('49000');
    await field(of('robot.upper')).fill('51000');
    await start('wrong');
    await page.getByRole('alert').first().waitFor();
    // A refused call logs an error in the page's console.
    watch.take();
    await start(secretKey);
    await announced(page, of('robot.started', { market: 'BTC/USDT' }));
    const card = page.getByRole('article');
    await card.getByText(of('robot.status.running')).waitFor();
    await page.getByText('4,000.0000').first().waitFor();

    // The maker sells into the robot's highest bids and later buys the asks one grid line above each.
    await place(exchange, maker, { side: 'sell', price: '49800', quantity: '0.003' });
    await card
      .getByText(/^0\.002/)
      .first()
      .waitFor();
    ahead += CYCLE_MS;
    await card.getByText(cycle(2)).waitFor();
    await place(exchange, maker, { side: 'buy', price: '51000', quantity: '0.0025' });
    ahead += CYCLE_MS;
    await card.getByText(cycle(3)).waitFor();

    await card.getByRole('link', { name: of('robot.details') }).click();
    const cycles = page.getByRole('table', { name: of('robot.cycles') });
    await cycles.getByRole('row').nth(2).waitFor();
    const orders = page.getByRole('table', { name: of('robot.orders') });
    await orders.getByText(of('robot.order.filled')).nth(1).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: of('robot.stop'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: of('robot.stop'), exact: true })
      .click();
    await page.getByRole('tab', { name: of('robot.tab.history') }).click();
    await page
      .getByRole('row')
      .filter({ hasText: of('robot.stop.requested') })
      .waitFor();
    watch.expectNothing();
  });

  it('is explained to visitors on a phone, who are asked to log in', async () => {
    await visit('/robot', null, 'phone');
    await page.getByText(of('robot.none.visitor')).waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('form')
      .getByRole('link', { name: of('robot.start'), exact: true })
      .click();
    await page.waitForURL(/\/login\?.*from=%2Frobot/);
    watch.expectNothing();
  });
});
