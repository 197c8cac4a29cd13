/** Checks every screen of the desk in every language at one width. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { allowedSections, pathOf, sectionsOf } from '../../../client/src/admin/parts/sections';
import { PRODUCTS } from '../../../client/src/products/all';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import { HTML_LANG } from '../../../shared/wire/languages';
import { startChromium } from './chromium';
import { openContractFloor, PERPETUAL } from './contract-floor';
import { axeFindings, wrongWith } from './inspect';
import { ENGLISH_LAST, stepTo, toldInEach } from './step';
import { openTradingFloor, type TradingFloor } from './trading-floor';
import { load, openPage, openWindow, type Watch } from './visit';

const ADDED = PRODUCTS.flatMap(({ adminSections: staffSections }) => staffSections);
const DESKS = (['admin', 'auditor'] as const).map((role) => {
  const own = { role, rights: role === 'admin' ? [...STAFF_RIGHTS] : [] };
  const added = allowedSections(own, ADDED).map(({ name }) => `${pathOf(own, 'overview')}/${name}`);
  const details =
    role === 'admin'
      ? ['/admin/users/:trader', '/admin/markets/BTC-USDT', `/admin/markets/${PERPETUAL}`]
      : ['/audit/users?user=:trader'];
  return { role, paths: [...sectionsOf(own).map((name) => pathOf(own, name)), ...added, ...details] };
});

type Size = { width: number; height: number };

/**
 * Screens are reached by link; the header's switch changes the language. English is checked with axe, except for
 * screens that are checked elsewhere at this width.
 */
export function walkDesk(size: Size, seenByAxe: readonly string[] = []): void {
  let browser: Browser;
  let floor: TradingFloor;
  let stopContracts: () => void = () => undefined;
  beforeAll(async () => {
    floor = await openTradingFloor();
    stopContracts = (await openContractFloor(floor)).stop;
    browser = await startChromium();
  });
  afterAll(async () => {
    stopContracts();
    await browser?.close();
    await floor?.exchange.stop();
  });

  describe.each(DESKS)('desk of an $role', ({ role, paths }) => {
    let context: BrowserContext;
    let page: Page;
    let watch: Watch;
    beforeAll(async () => {
      const { ticket } = role === 'admin' ? floor.admin : await floor.exchange.staff('auditor');
      context = await openWindow(browser, { url: floor.exchange.url, ticket });
      ({ page, watch } = await openPage(context));
      await page.setViewportSize(size);
    });
    afterAll(() => context?.close());

    it.each(paths)('%s is fully translated and fits the window in every language', async (path) => {
      const go = page.url() === 'about:blank' ? load : stepTo;
      await go(page, watch, path.replace(':trader', String(floor.trader.id)));
      const seen = await toldInEach(page, watch, ENGLISH_LAST);
      const wrong = ENGLISH_LAST.flatMap((language, at) =>
        wrongWith(seen[at], HTML_LANG[language]).map((finding) => `${language}: ${finding}`),
      );
      const axed = seenByAxe.includes(path) ? [] : await axeFindings(page);
      expect([path, ...wrong, ...axed, ...watch.take()]).toEqual([path]);
    });
  });
}
