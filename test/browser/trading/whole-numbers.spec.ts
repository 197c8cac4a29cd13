/**
 * No number is cut off or half covered, because part of a number reads as another one. Every language is checked at
 * 1366 and 390 pixels, with prices of eight decimals, of seven digits, and of a contract.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGE_NAMES } from '../../../client/src/kit/i18n/languages';
import { HTML_LANG, LANGUAGES } from '../../../shared/wire/languages';
import type { Person } from '../../tools/people/http-exchange';
import { expectSuccess, MARKET_TERMS } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { openContractFloor, PERPETUAL, TRADING_CONTRACTS, type ContractFloor } from '../support/contract-floor';
import { cutFigures } from '../support/cut-figures';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { openPage, openWindow, settled, type Device, type Watch } from '../support/visit';

const TINY = { market: 'SHIB-USDT', tick: '0.00000001', lot: '1', priceLowest: '0.00000001', priceHighest: '0.01' };
const HUGE = { market: 'BTC-JPY', tick: '10', lot: '0.001', priceLowest: '10', priceHighest: '200000000' };
const TRADES = '/currencyTransaction?market=';
const SCREENS = [
  ...[TINY, HUGE].map(({ market }) => TRADES + market),
  ...[TRADING_CONTRACTS, '/quotation', '/accountSet/myassets', '/accountSet/commin'],
];
/** A phone shows the order book beside the form, which this button opens. */
const TO_FORM = 'main button[data-side="buy"]';

describe('numbers are fully visible or absent', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contracts: ContractFloor;

  beforeAll(async () => {
    floor = await openTradingFloor();
    contracts = await openContractFloor(floor);
    await listExtremes();
    browser = await startChromium();
  });
  afterAll(async () => {
    contracts?.stop();
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function listExtremes(): Promise<void> {
    const { exchange, admin, maker, trader } = floor;
    await exchange.act(admin, '/product/listAsset', {
      asset: 'SHIB',
      scale: 4,
      withdrawalFee: '1',
      withdrawalMin: '2',
    });
    const yen = { asset: 'JPY', scale: 3, withdrawalFee: '500', withdrawalMin: '5000', fiat: true };
    await exchange.act(admin, '/product/listAsset', yen);
    const quantities = {
      quantityMin: '1',
      quantityMax: '100000000000',
      notionalMin: '1',
      referencePrice: '0.00000871',
    };
    await list({ ...TINY, ...quantities, base: 'SHIB', quote: 'USDT' });
    await list({
      ...HUGE,
      quantityMin: '0.001',
      notionalMin: '1000',
      referencePrice: '9750000',
      base: 'BTC',
      quote: 'JPY',
    });
    for (const person of [maker, trader]) {
      await exchange.fund(person, 'SHIB', '90000000000');
      await exchange.fund(person, 'BTC', '500');
      await exchange.fund(person, 'JPY', '9000000000');
      const body = { asset: 'JPY', from: 'legal', to: 'spot', amount: '9000000000' };
      await expectSuccess(
        exchange.post('/app/transfer/apply', { clientId: exchange.clientId(), ...body }, person.ticket),
      );
    }
    for (let step = 0; step < 12; step += 1) {
      const [tiny, huge] = [`${48_836_572 + step * 999_999_937}`, `${(1.111 + step).toFixed(3)}`];
      await order(maker, TINY.market, 'sell', (0.00000871 + step * 1e-8).toFixed(8), tiny);
      await order(maker, TINY.market, 'buy', (0.0000086 - step * 1e-8).toFixed(8), tiny);
      await order(maker, HUGE.market, 'sell', `${9_750_010 + step * 10}`, huge);
      await order(maker, HUGE.market, 'buy', `${9_740_000 - step * 10}`, huge);
    }
    await order(trader, TINY.market, 'buy', '0.00000871', '48836000');
    await order(trader, HUGE.market, 'sell', '9740000', '1');
    await order(trader, TINY.market, 'buy', '0.0000085', '1234567890');
    await order(trader, HUGE.market, 'sell', '9990000', '2.345');
    await contracts.open(maker, { act: 'open', position: 'short', quantity: '0.5', price: '50005' });
    const long = { market: PERPETUAL, kind: 'market', act: 'open', position: 'long', quantity: '0.5' };
    await expectSuccess(
      exchange.post('/app/contract/place', { clientId: exchange.clientId(), ...long }, trader.ticket),
    );
  }

  async function list(terms: { market: string } & Record<string, string>): Promise<void> {
    const { exchange, admin } = floor;
    await exchange.act(admin, '/product/listMarket', { ...MARKET_TERMS, ...terms });
    await exchange.act(admin, '/product/setMarketState', { market: terms.market, state: 'open' });
  }

  async function order(person: Person, market: string, side: string, price: string, quantity: string): Promise<void> {
    const wish = { clientId: floor.exchange.clientId(), market, side, kind: 'limit', price, quantity };
    await expectSuccess(floor.exchange.post('/app/spot/place', wish, person.ticket));
  }

  describe.each(['desktop', 'phone'] as const satisfies Device[])('on the %s', (device) => {
    let context: BrowserContext;
    let page: Page;
    let watch: Watch;
    beforeAll(async () => {
      context = await openWindow(browser, { url: floor.exchange.url, device, ticket: floor.trader.ticket });
      ({ page, watch } = await openPage(context));
    });
    afterAll(() => context?.close());

    it.each(SCREENS)('%s', async (address) => {
      await page.goto(address);
      await settled(page, watch);
      const found: Record<string, string[]> = {};
      for (const view of views(address)) {
        if (view === 'form') await page.locator(TO_FORM).first().click();
        for (const language of LANGUAGES) {
          await speak(language);
          const cut = await cutFigures(page);
          if (cut.length > 0) found[`${view} ${language}`] = cut;
        }
      }
      expect(found).toEqual({});
    });

    const views = (address: string): string[] =>
      device === 'phone' && address.includes('market=') ? ['chart', 'form'] : ['all'];

    /** Uses the switch in the header, clicked by the page itself. */
    async function speak(language: (typeof LANGUAGES)[number]): Promise<void> {
      await page.evaluate((name) => {
        document.querySelector<HTMLElement>('header [role="combobox"]')?.click();
        return new Promise<void>((chosen) => {
          const look = (): void => {
            const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
            const option = options.find(({ textContent }) => textContent === name);
            if (!option) return void requestAnimationFrame(look);
            option.click();
            chosen();
          };
          look();
        });
      }, LANGUAGE_NAMES[language]);
      await page.locator(`html[lang="${HTML_LANG[language]}"]`).waitFor({ state: 'attached' });
      await settled(page, watch);
    }
  });
});
