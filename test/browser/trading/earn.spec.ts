/**
 * Financial products and mining as a saver uses them: bought and cancelled, left early, run to term, mined to the first
 * income; as a visitor and on a phone.
 */
import type { Browser, Page } from 'playwright-core';
import { dayOf, dayStart } from '../../../shared/rules/days';
import { expectSuccess, type HttpExchange, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { showOn } from '../support/step';
import { openExchange } from '../support/trading-floor';
import { announced, settled, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { earnWords as of } from '../support/words';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TERMS = {
  ...{ product: 'USDT-7', name: 'USDT 7D', asset: 'USDT', termDays: 7, annualRatePpb: 50_000_000 },
  ...{ quota: '50000', amountMin: '10', userMax: '20000', reason: 'offered' },
};
const DETAIL = '/financialDetail?product=USDT-7';
const MINE = {
  ...{ product: 'USDT-3', name: 'USDT 3D', asset: 'USDT', incomeAsset: 'USDT', termDays: 3, dailyRatePpb: 1_000_000 },
  ...{ payout: 'daily', rebate: null, quota: '5000', amountMin: '100', amountMax: '2000', reason: 'offered' },
};

describe('financial products', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let saver: Person;
  let visits: Visits;
  let page: Page;
  let watch: Watch;
  /** Offset of the exchange's clock, starting at noon: the test decides when a day passes. */
  let ahead = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR_MS - Date.now();
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    exchange = await openExchange({}, { clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.act(admin, '/earn/setFinancialTerms', TERMS);
    const state = { kind: 'financial', product: 'USDT-7', state: 'open', reason: 'offered' };
    await exchange.act(admin, '/earn/setState', state);
    await exchange.act(admin, '/earn/setMiningTerms', MINE);
    await exchange.act(admin, '/earn/setState', { ...state, kind: 'mining', product: MINE.product });
    await exchange.fundHouse(admin, 'USDT', '1000');
    await exchange.act(admin, '/earn/fund', { asset: 'USDT', act: 'fund', amount: '1000', reason: 'capital' });
    saver = await exchange.person('saver');
    await exchange.verifyAndFund(admin, saver, { USDT: '10000' });
    const move = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '5000' };
    await expectSuccess(exchange.post('/app/transfer/apply', move, saver.ticket));
    browser = await startChromium();
    visits = visitsTo(browser, exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  async function visit(address: string, person: Person | null, device: Device = 'desktop'): Promise<void> {
    ({ page, watch } = await visits.visit(address, { device, ...(person && { ticket: person.ticket }) }));
  }
  async function buy(amount: string, name = TERMS.name): Promise<void> {
    await page.getByRole('textbox', { name: new RegExp(`^${of('earn.amount')}`) }).fill(amount);
    await page.getByRole('button', { name: of('earn.buy'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: of('earn.confirm'), exact: true }).click();
    await announced(page, of('earn.bought', { product: name }));
  }
  const row = (text: string) => page.getByRole('main').getByRole('row').filter({ hasText: text });
  async function giveUp(what: string, how: 'cancel' | 'leave'): Promise<void> {
    await row(what)
      .getByTitle(of(`financial.${how}`), { exact: true })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: of(`financial.${how}`), exact: true })
      .click();
    await announced(page, of(`financial.${how}.done`));
    await row(what).waitFor({ state: 'detached' });
  }
  /** Users log in again, as tickets expire before that; due payments happen before the next command. */
  async function passTo(time: number): Promise<void> {
    ahead = time - Date.now();
    for (const person of [admin, saver]) person.ticket = await exchange.logIn(person.email);
    await exchange.fundHouse(admin, 'USDT', '1');
  }

  it('show their income before purchase, are cancelled, left early, and run to term', async () => {
    await visit('/financial', saver);
    await page.getByRole('link', { name: `${of('earn.buy')} ${TERMS.name}` }).click();
    await page.waitForURL(DETAIL);
    await settled(page, watch);
    await page.getByRole('textbox', { name: new RegExp(`^${of('earn.amount')}`) }).fill('1234.56');
    await page.getByText('1.18382465 USDT').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await buy('1234.56');
    await buy('2000');
    await showOn(page, watch, '/financialRecords');
    await row('1,234.5600').getByText(of('financial.status.buying')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await giveUp('2,000.0000', 'cancel');
    await showOn(page, watch, DETAIL);
    await buy('500');
    watch.expectNothing();
    await visits.end();

    await passTo(dayStart(dayOf(now()) + 1) + HOUR_MS);
    await visit('/financialRecords', saver);
    await row('500.0000').getByText(of('financial.status.earning')).waitFor();
    await giveUp('500.0000', 'leave');
    watch.expectNothing();
    await visits.end();

    await passTo(now() + 7 * DAY_MS);
    await visit('/financialRecords?active=2', saver);
    await row('1,234.5600').getByText(of('financial.status.settled')).waitFor();
    await row('1,234.5600').getByText('1.1838').first().waitFor();
    await row('2,000.0000').getByText(of('financial.status.cancelled')).waitFor();
    await row('500.0000').getByText(of('financial.status.settled')).waitFor();
    await page.getByRole('link', { name: of('earn.tab.calendar') }).click();
    await page.getByText('+1.18382465 USDT').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });

  it('are mined to the first income and to the end', async () => {
    await visit('/defiFinancial', saver, 'phone');
    await page.getByRole('link', { name: `${of('earn.buy')} ${MINE.name}` }).click();
    await settled(page, watch);
    await page.getByRole('textbox', { name: new RegExp(`^${of('earn.amount')}`) }).fill('1234.56789');
    await page.getByText('3.70370367 USDT').first().waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await buy('1234.56789', MINE.name);
    watch.expectNothing();
    await visits.end();

    await passTo(dayStart(dayOf(now()) + 1) + HOUR_MS);
    await visit('/myDefi', saver);
    await row(MINE.name).getByText(of('mining.status.mining')).waitFor();
    await row(MINE.name).getByText('1.23456789 USDT').nth(1).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
    await visits.end();

    await passTo(now() + 3 * DAY_MS);
    await visit('/myDefi?active=2', saver);
    await row(MINE.name).getByText(of('mining.status.ended')).waitFor();
    await page.getByRole('link', { name: of('earn.tab.calendar') }).click();
    await page.getByText('+1.23456789 USDT').first().waitFor();
    watch.expectNothing();
  });

  it('are visible to everyone, with their backing, on a phone too', async () => {
    await visit('/financial', null, 'phone');
    await page.getByText(TERMS.name).first().waitFor();
    expect(await overflow(page)).toEqual([]);
    await showOn(page, watch, '/earnPromised');
    await page.getByText(of('earn.promised.lead')).waitFor();
    await page.getByRole('main').getByText(TERMS.name, { exact: true }).waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await showOn(page, watch, DETAIL);
    await page
      .getByRole('main')
      .getByRole('link', { name: of('earn.buy'), exact: true })
      .waitFor();
    watch.expectNothing();
  });
});
