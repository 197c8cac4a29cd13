/**
 * Second contracts as a trader uses them: bought up and won, cancelled before their start, and as a visitor and on a
 * phone.
 */
import type { Browser, Page } from 'playwright-core';
import type { PublishIndex } from '../../../server/core/index-price/commands';
import { expectSuccess, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { showOn } from '../support/step';
import { openExchange } from '../support/trading-floor';
import { announced, type Device } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { optionWords as of, words } from '../support/words';

const SYMBOL = 'BTC-USDT';
const SCREEN = `/secondContract?product=${SYMBOL}`;
const HOUR_MS = 3_600_000;
/**
 * The short duration allows for a busy machine, and the test decides when it settles; the longer one stays open for the
 * length of the test.
 */
const SHORT_MS = 45_000;
const DURATIONS = [
  { durationMs: SHORT_MS, payoutPpb: 800_000_000, feePpb: 10_000_000 },
  { durationMs: HOUR_MS, payoutPpb: 850_000_000 },
];
const TERMS = {
  ...{ symbol: SYMBOL, asset: 'USDT', amountMin: '1000', amountMax: '9999999', sideMax: '100000', totalMax: '200000' },
  ...{ userMax: '90000', levelsUserMax: '20000', durations: DURATIONS },
};
/** Skipped once the short contract is seen to run; leaves time for one more index publication before its end. */
const MOST_OF_IT_MS = SHORT_MS - 1_500;
/** Minimum interval between index publications. */
const PUBLISHED_MS = 1_000;

describe('second contracts', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let visits: Visits;
  let timer: NodeJS.Timeout;
  let price = 50_000;
  /** The index rises with each publication, whatever was bought, unless a test changes the step. */
  let step = 10;
  /** Offset of the exchange's clock: the test skips most of a contract's duration. */
  let ahead = 0;
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    exchange = await openExchange({}, { clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    const index = { symbol: SYMBOL, decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
    await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
    await exchange.act(admin, '/option/setTerms', { ...TERMS, reason: 'offered' });
    await exchange.act(admin, '/option/setState', { symbol: SYMBOL, state: 'open', reason: 'offered' });
    await exchange.fundHouse(admin, 'USDT', '200000');
    await exchange.act(admin, '/option/fund', { asset: 'USDT', act: 'fund', amount: '150000', reason: 'capital' });
    const publish = async (): Promise<void> => {
      price += step;
      const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: price * 100, at: now() }));
      const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources }] };
      await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
    };
    await publish();
    timer = setInterval(() => void publish(), PUBLISHED_MS);
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(async () => {
    step = 10;
    await visits?.end();
  });
  afterAll(async () => {
    clearInterval(timer);
    await browser?.close();
    await exchange?.stop();
  });

  async function trader(name: string): Promise<Person> {
    const person = await exchange.person(name);
    await exchange.verifyAndFund(admin, person, { USDT: '50000' });
    const move = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'option', amount: '20000' };
    await expectSuccess(exchange.post('/app/transfer/apply', move, person.ticket));
    return person;
  }
  async function open(person: Person | null, device: Device = 'desktop', address = SCREEN) {
    const opened = await visits.visit(address, { device, ...(person && { ticket: person.ticket }) });
    // Events before the first snapshot of the stream are not announced.
    if (person && address === SCREEN) await opened.watch.follows('option');
    return opened;
  }
  const amount = (page: Page) => page.getByRole('textbox', { name: new RegExp(`^${of('option.stake')} `) });
  const press = (page: Page, direction: 'up' | 'down') =>
    page
      .getByRole('form')
      .getByRole('button', { name: of(`option.buy.${direction}`), exact: true })
      .click();
  const confirm = (page: Page, direction: 'up' | 'down') =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: of(`option.buy.${direction}`), exact: true })
      .click();
  it('are bought up, run, win with a message, and are listed in the history with their payout', async () => {
    const { page, watch } = await open(await trader('option-winner'));
    await amount(page).fill('999');
    await press(page, 'up');
    await page.getByText('The minimum of one purchase is 1,000 USDT.').first().waitFor();
    await page.getByRole('button', { name: '2,000', exact: true }).click();
    // 2,000 plus 80 %, less a fee of 1 %.
    await page.getByText('3,580 USDT').waitFor();
    await press(page, 'up');
    await confirm(page, 'up');
    await announced(page, of('option.bought.up', { product: 'BTC/USDT' }));
    const row = page.getByRole('row').filter({ hasText: of('option.status.holding') });
    await row.getByText(of('option.standing.winning')).waitFor();
    ahead += MOST_OF_IT_MS;
    await announced(page, of('option.news.won', { product: 'BTC/USDT', amount: '3,580 USDT' }));
    await page.getByText(of('option.none.open')).waitFor();
    await page.getByRole('tab', { name: of('option.tab.history') }).click();
    const table = page.getByRole('table', { name: of('option.tab.history') });
    await table.getByText('+1,580.0000').waitFor();
    await page.getByRole('tab', { name: of('option.tab.results') }).click();
    await page
      .getByText(of('option.sum.rate_of', { rate: '100.00%', won: '1', lost: '0' }))
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });

  it('lose after a purchase down, without a confirmation dialog if that was turned off', async () => {
    const person = await trader('option-loser');
    const { page, watch } = await open(person);
    await amount(page).fill('1000');
    await press(page, 'down');
    await page
      .getByRole('dialog')
      .getByRole('checkbox', { name: words('place.skip') })
      .check();
    await confirm(page, 'down');
    const row = page.getByRole('row').filter({ hasText: of('option.status.holding') });
    await row.getByText(of('option.standing.losing')).waitFor();
    ahead += MOST_OF_IT_MS;
    await announced(page, of('option.news.lost', { product: 'BTC/USDT' }));
    await press(page, 'down');
    await announced(page, of('option.bought.down', { product: 'BTC/USDT' }));
    expect(await page.getByRole('dialog').count()).toBe(0);
    watch.expectNothing();
  });

  it('return the stake when the price equals the entry', async () => {
    const person = await trader('option-tied');
    const { page, watch } = await open(person);
    step = 0;
    await amount(page).fill('1000');
    await press(page, 'up');
    await confirm(page, 'up');
    const row = page.getByRole('row').filter({ hasText: of('option.status.holding') });
    await row.getByText(of('option.standing.level')).waitFor();
    ahead += MOST_OF_IT_MS;
    await announced(page, of('option.news.tie', { product: 'BTC/USDT', amount: '1,000 USDT' }));
    await page.getByText('20,000.0000').first().waitFor();
    await page.getByRole('tab', { name: of('option.tab.history') }).click();
    await page
      .getByRole('table', { name: of('option.tab.history') })
      .getByText(of('option.end.tie'))
      .waitFor();
    watch.expectNothing();
  });

  it('wait for a set time, start by themselves, and win', async () => {
    const person = await trader('option-timed');
    const { page, watch } = await open(person);
    await amount(page).fill('2000');
    await page.getByRole('button', { name: of('option.timing.timed'), exact: true }).click();
    await page.getByRole('button', { name: of('option.start.in', { minutes: '5' }) }).click();
    await press(page, 'up');
    await confirm(page, 'up');
    const waiting = page.getByRole('row').filter({ hasText: of('option.status.pending_timed') });
    await waiting.waitFor();
    // The five minutes follow the exchange's clock, and nothing is paid before.
    await page.getByText('18,000.0000').first().waitFor();
    ahead += 5 * 60_000;
    const row = page.getByRole('row').filter({ hasText: of('option.status.holding') });
    await row.getByText(of('option.standing.winning')).waitFor();
    ahead += MOST_OF_IT_MS;
    await announced(page, of('option.news.won', { product: 'BTC/USDT', amount: '3,580 USDT' }));
    await page.getByText('21,580.0000').first().waitFor();
    watch.expectNothing();
  });

  it('are paid early when the index reaches the take-profit', async () => {
    const { page, watch } = await open(await trader('option-taker'));
    step = 0;
    await amount(page).fill('2000');
    await page.getByRole('button', { name: /^1 hr/ }).click();
    await page.getByRole('checkbox', { name: of('option.levels') }).check();
    await page
      .getByRole('textbox', { name: new RegExp(`^${of('option.level.take_profit')}`) })
      .fill(String(price + 500));
    await press(page, 'up');
    await confirm(page, 'up');
    const row = page.getByRole('row').filter({ hasText: of('option.status.holding') });
    await row.waitFor();
    // The level is reached after half of one hour: half of 85 % of 2,000, and no fee.
    ahead += HOUR_MS / 2;
    step = 500;
    await announced(page, /^Take-profit: BTC\/USDT, 2,8[5-9]\d\./);
    await page.getByRole('tab', { name: of('option.tab.history') }).click();
    const table = page.getByRole('table', { name: of('option.tab.history') });
    await table.getByText(of('option.end.take_profit')).waitFor();
    await table.getByText(/^\+8[5-9]\d\.\d{4}/).waitFor();
    watch.expectNothing();
  });

  it('are cancelled before their start, and the stake is returned', async () => {
    const person = await trader('option-waiter');
    const { page, watch } = await open(person);
    await amount(page).fill('5000');
    await page.getByRole('button', { name: of('option.timing.timed'), exact: true }).click();
    await press(page, 'up');
    // No start time is selected yet.
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: of('option.start.in', { minutes: '15' }) }).click();
    await press(page, 'up');
    await confirm(page, 'up');
    await page.getByText('15,000.0000').first().waitFor();
    await page.getByRole('button', { name: of('option.cancel'), exact: true }).click();
    await page.getByText(of('option.none.open')).waitFor();
    await page.getByText('20,000.0000').first().waitFor();
    await showOn(page, watch, '/accountSet/second?active=2');
    await page
      .getByRole('table', { name: of('option.tab.history') })
      .getByText(of('option.end.cancelled'))
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });

  it("stop at the user's own daily limit", async () => {
    const { page, watch } = await open(await trader('option-limited'));
    await page.getByRole('tab', { name: of('option.tab.results') }).click();
    await page.getByRole('button', { name: of('option.limit.set') }).click();
    const dialog = page.getByRole('dialog', { name: of('option.limit.title') });
    await dialog.getByRole('textbox').fill('1500');
    await dialog.getByRole('button', { name: of('option.limit.save') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await amount(page).fill('1600');
    await press(page, 'up');
    await page.getByText('Your own daily limit is 1,500 USDT; 1,500 USDT are left today.').first().waitFor();
    watch.expectNothing();
  });

  it('are visible to visitors, who are asked to log in on purchase and then return', async () => {
    const { page, watch } = await open(null);
    await page
      .getByRole('table', { name: of('option.tape') })
      .getByRole('row')
      .nth(2)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('form')
      .getByRole('link', { name: of('option.buy.up'), exact: true })
      .click();
    await page.waitForURL(/\/login\?.*from=%2FsecondContract/);
    watch.expectNothing();
  });

  it('are bought on a phone, one view at a time', async () => {
    const { page, watch } = await open(await trader('option-phone'), 'phone');
    const bar = page.getByRole('navigation', { name: words('desk.bar') });
    await bar.getByRole('button', { name: of('option.trade') }).click();
    await amount(page).fill('1000');
    await page.getByRole('button', { name: /^1 hr/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, 'down');
    await confirm(page, 'down');
    // The view of the contract is also the one for buying.
    await page.getByText(of('option.status.holding')).waitFor();
    await page.getByText(of('option.standing.losing')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    watch.expectNothing();
  });
});
