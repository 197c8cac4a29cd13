/** All screens of one exchange, to be walked through by visitors of every kind. */
import type { Browser, Page } from 'playwright-core';
import { HTML_LANG } from '../../../shared/wire/languages';
import { startChromium } from './chromium';
import { axeFindings, missingTexts, overflow } from './inspect';
import { addressOf, type Stop } from './screens';
import { stepsOn, type Step } from './step';
import { openTradingFloor, type TradingFloor } from './trading-floor';
import { openPage, openWindow, settled, type Visitor, type Watch } from './visit';

export type Look = Required<Pick<Visitor, 'device' | 'language'>>;

export interface Options {
  withAxe?: boolean;
  /** Comes from another screen instead of loading the page. */
  byLink?: boolean;
}

export interface Gallery {
  floor: TradingFloor;
  /** Loads the screen and gives all that is wrong with it. */
  findings(stop: Stop, look: Look, options?: Options): Promise<string[]>;
  close(): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const floor = await openTradingFloor();
  const browser = await startChromium().catch(async (error: Error) => {
    await floor.exchange.stop();
    throw error;
  });
  const windowOf = windowsOf(browser, floor);

  return {
    floor,
    findings: async ({ path, isForVisitors }, look, { withAxe = false, byLink = false } = {}) => {
      const shown = await windowOf(look, isForVisitors);
      const { page, watch } = shown;
      const address = await addressOf(floor.exchange, path);
      if (byLink) {
        shown.step ??= await stepsOn(page, watch);
        await shown.step(address);
      } else {
        // What the screen before left behind is none of this one's.
        await page.goto('about:blank');
        watch.take();
        await page.goto(address, { waitUntil: 'commit' });
        await settled(page, watch);
      }
      const headings = await page.locator('h1').count();
      const language = await page.locator('html').getAttribute('lang');
      return [
        ...watch.take(),
        ...(headings === 1 ? [] : [`${headings} first headings`]),
        ...(language === HTML_LANG[look.language] ? [] : [`lang="${language}"`]),
        ...(await missingTexts(page)).map((text) => `text missing: ${text}`),
        ...(await overflow(page)),
        ...(withAxe ? await axeFindings(page) : []),
      ];
    },
    close: async () => {
      await browser.close();
      await floor.exchange.stop();
    },
  };
}

interface Shown {
  page: Page;
  watch: Watch;
  step?: Step;
}

/** One window with one page for each kind of visitor: what it has loaded once it does not load again. */
function windowsOf(browser: Browser, { exchange, trader }: TradingFloor) {
  const windows = new Map<string, Promise<Shown>>();
  return (look: Look, isVisitor: boolean): Promise<Shown> => {
    const visitor = { url: exchange.url, ...look, ...(isVisitor ? {} : { ticket: trader.ticket }) };
    const key = JSON.stringify(visitor);
    const open = windows.get(key) ?? openWindow(browser, visitor).then(openPage);
    windows.set(key, open);
    return open;
  };
}
