/** At 1366 pixels the list panel is narrow: important columns must not lie below the buttons of their row. */
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import type { Language } from '../../../shared/wire/languages';
import { expectSuccess } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { openContractFloor, PERPETUAL, TRADING_CONTRACTS, type ContractFloor } from '../support/contract-floor';
import { MARKET, openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { openPage, openWindow, settled } from '../support/visit';

describe('beside the row buttons at 1366 pixels', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contracts: ContractFloor;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    floor = await openTradingFloor();
    contracts = await openContractFloor(floor);
    browser = await startChromium();
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    contracts?.stop();
    await browser?.close();
    await floor?.exchange.stop();
  });

  /** Opens the user's list panel at an address, in the layout that leaves it the least width. */
  async function panelAt(address: string, language: Language): Promise<Locator> {
    const { url } = floor.exchange;
    context = await openWindow(browser, { url, language, ticket: floor.trader.ticket });
    const layout = JSON.stringify({ preset: 'compact', hidden: [], moved: {}, sizes: {} });
    await context.addInitScript((kept) => localStorage.setItem('trade.layout', kept), layout);
    const { page, watch } = await openPage(context);
    await page.goto(address);
    await settled(page, watch);
    const table = page.locator('[data-density="panel"] table');
    await table.locator('tbody button').first().waitFor();
    return table;
  }

  /** Number of columns of a row that end before its buttons begin. */
  const inSight = (table: Locator) =>
    table
      .locator('tbody tr')
      .first()
      .evaluate((row) => {
        const cells = [...row.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect());
        const buttons = cells[cells.length - 1].left;
        return cells.filter(({ width, right }) => width > 0 && right <= buttons + 1).length;
      });

  it.each(['ep', 'pt'] as const)('shows the filled part of an order: %s', async (language) => {
    const { exchange, trader } = floor;
    const wish = { market: MARKET, side: 'sell', kind: 'limit', timeInForce: 'post_only' };
    const order = { clientId: exchange.clientId(), ...wish, price: '130600', quantity: '0.01234' };
    await expectSuccess(exchange.post('/app/spot/place', order, trader.ticket));
    const table = await panelAt(`/currencyTransaction?market=${MARKET}`, language);
    // Pair, side, price, quantity, filled; the time of placement does not fit.
    expect(await inSight(table)).toBeGreaterThanOrEqual(5);
  });

  it.each(['en', 'ep'] as const)('shows a position’s result and margin: %s', async (language) => {
    const { exchange, maker, trader } = floor;
    if (language === 'en') {
      await contracts.open(maker, { act: 'open', position: 'short', quantity: '0.5', price: '50005' });
      const body = { market: PERPETUAL, kind: 'market', act: 'open', position: 'long', quantity: '0.5' };
      await expectSuccess(
        exchange.post('/app/contract/place', { clientId: exchange.clientId(), ...body }, trader.ticket),
      );
    }
    const table = await panelAt(TRADING_CONTRACTS, language);
    // Contract, size, entry, mark, result, liquidation, margin.
    expect(await inSight(table)).toBeGreaterThanOrEqual(7);
  });
});
