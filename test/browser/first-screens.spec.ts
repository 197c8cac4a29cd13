/** A first screen of the user centre, or of the desk, comes in few files of script: each is a request, and a turn of a slow line. */
import type { Browser } from 'playwright-core';
import { startChromium } from './support/chromium';
import { openTradingFloor, type TradingFloor } from './support/trading-floor';
import { load, openPage, openWindow } from './support/visit';

const FILES_MAX = 20;
const OF_USER = [
  ...['myassets', 'assetRecords', 'recharge', 'withdrawal', 'rechargeRecords', 'personal', 'security', 'realName'],
  ...['bindPhone', 'messages', 'commin', 'contract', 'second'],
].map((path) => `/accountSet/${path}`);
const OF_DESK = ['', '/users', '/contracts', '/options', '/earn', '/robots', '/content'].map((path) => `/admin${path}`);

let browser: Browser;
let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await floor?.exchange.stop();
});

/** For who comes for the first time: a window of its own has nothing kept. */
async function filesOf(address: string, ticket: string): Promise<number> {
  const context = await openWindow(browser, { url: floor.exchange.url, ticket });
  const { page, watch } = await openPage(context);
  await load(page, watch, address);
  await context.close();
  return watch.parts();
}

async function tooMany(addresses: readonly string[], ticket: string): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    const files = await filesOf(address, ticket);
    expect(files).toBeGreaterThan(5);
    if (files > FILES_MAX) found.push(`${address}: ${files}`);
  }
  return found;
}

it('of the user centre', async () => {
  expect(await tooMany(OF_USER, floor.trader.ticket)).toEqual([]);
});

it('of the desk', async () => {
  expect(await tooMany(OF_DESK, floor.admin.ticket)).toEqual([]);
});
