/** All screens of one exchange, visited by every kind of visitor. */
import type { Browser, Page } from 'playwright-core';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';
import { startChromium } from './chromium';
import { axeFindings, lookFindings, wrongWith } from './inspect';
import { addressOf, type Stop } from './screens';
import { ENGLISH_LAST, stepTo, toldInEach } from './step';
import { openTradingFloor, type TradingFloor } from './trading-floor';
import { DEVICES, type Device, load, nextFrame, openPage, openWindow, type Visitor, type Watch } from './visit';
import { words } from './words';

export type Look = Required<Pick<Visitor, 'device' | 'language'>>;

export interface Options {
  withAxe?: boolean;
  /** Also checks colours in the other theme, in place: the rest is the same in both. */
  withBothThemes?: boolean;
}

/** Findings by language, and the errors that the page logged on the way. */
export type Told = Record<Language | 'said', string[]>;

export interface Gallery {
  floor: TradingFloor;
  /** Loads the screen and returns its findings. */
  loaded(stop: Stop, look: Look, options?: Options): Promise<string[]>;
  /** Navigates from another screen and switches through the languages: findings in each, in English with axe too. */
  told(stop: Stop, device: Device): Promise<Told>;
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
    loaded: async ({ path, isForVisitors }, look, options = {}) => {
      const shown = await windowOf(look, isForVisitors);
      await load(shown.page, shown.watch, await addressOf(floor.exchange, path));
      return findings(shown, look, options);
    },
    told: async ({ path, isForVisitors }, device) => {
      const { page, watch } = await windowOf({ device, language: 'en' }, isForVisitors);
      const go = page.url() === 'about:blank' ? load : stepTo;
      await go(page, watch, await addressOf(floor.exchange, path));
      const seen = await toldInEach(page, watch, ENGLISH_LAST);
      const told = ENGLISH_LAST.map((language, at) => [language, wrongWith(seen[at], HTML_LANG[language])]);
      const { en, ...others } = Object.fromEntries(told);
      return { ...others, en: [...en, ...(await axeFindings(page))], said: watch.take() };
    },
    close: async () => {
      await browser.close();
      await floor.exchange.stop();
    },
  };
}

async function findings({ page, watch }: Shown, look: Look, options: Options): Promise<string[]> {
  const { withAxe = false, withBothThemes = false } = options;
  return [
    ...(await lookFindings(page, HTML_LANG[look.language])),
    ...(withAxe ? await axeFindings(page) : []),
    ...(withBothThemes ? await inOtherTheme(page, look) : []),
    ...watch.take(),
  ];
}

async function inOtherTheme(page: Page, { device }: Look): Promise<string[]> {
  const { colorScheme } = DEVICES[device];
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  await switchTheme(page, other);
  const found = await axeFindings(page, ['color-contrast']);
  await switchTheme(page, colorScheme);
  return found.map((finding) => `${other}: ${finding}`);
}

/** Uses the header's switch, in English. */
async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: words(`theme.${theme}`) })
    .click();
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
  await nextFrame(page);
}

interface Shown {
  page: Page;
  watch: Watch;
}

/** One window with one page for each kind of visitor, so that files load once. */
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
