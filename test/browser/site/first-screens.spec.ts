/** First screens of the user centre and of the desk load few script files: each one is a round trip on a slow line. */
import type { Browser } from 'playwright-core';
import { startChromium } from '../support/chromium';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { load, openPage, openWindow } from '../support/visit';

const FILES_MAX = 20;
const OF_USER = [
  ...['myassets', 'assetRecords', 'recharge', 'withdrawal', 'rechargeRecords', 'personal', 'security', 'realName'],
  ...['bindPhone', 'messages', 'commin', 'contract', 'second'],
].map((path) => `/accountSet/${path}`);
const OF_DESK = ['', '/users', '/contracts', '/options', '/earn', '/robots', '/convert', '/content'].map(
  (path) => `/admin${path}`,
);

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

/** A new window has an empty cache, as on a first visit. */
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

it('for the user centre', async () => {
  expect(await tooMany(OF_USER, floor.trader.ticket)).toEqual([]);
});

it('for the desk', async () => {
  expect(await tooMany(OF_DESK, floor.admin.ticket)).toEqual([]);
});
