/** Proves that the screen checks detect faults, so that an empty list of findings is meaningful. */
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium';
import { cutFigures } from './cut-figures';
import { axeFindings, lookFindings } from './inspect';
import { openPage } from './visit';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});
afterAll(() => browser?.close());

it.each<[string, string, string[]]>([
  ['nothing', '<h1>Orders</h1><p>1,000.00 login.html</p>', []],
  ['no heading', '<p>Orders</p>', ['0 first headings']],
  ['two headings', '<h1>Orders</h1><h1>Trades</h1>', ['2 first headings']],
  ['the name of a text', '<h1>staff.chains</h1>', ['text missing: staff.chains']],
  ['one that is seen by a reader alone', '<h1 aria-label="staff.chains">A</h1>', ['text missing: staff.chains']],
  ['a gap that nothing was put into', '<h1>A</h1><p>{{count}}</p>', ['text missing: {{count}}']],
  [
    'something too wide',
    '<h1>A</h1><div class="wide" style="width: 500px">B</div>',
    ['118 px too wide: div.wide "B" in .body'],
  ],
])('finds %s', async (_, shown, expected) => {
  await page.setContent(`<html lang="en"><title>A</title><body class="body">${shown}</body></html>`);
  expect(await lookFindings(page, 'en', { msMax: 0 })).toEqual(expected);
});

it('finds another language', async () => {
  await page.setContent('<html lang="ja"><h1>A</h1></html>');
  expect(await lookFindings(page, 'en', { msMax: 0 })).toEqual(['lang="ja"']);
});

it('finds too little contrast, although the page paints nothing', async () => {
  const context = await browser.newContext();
  const { page: unpainted } = await openPage(context);
  const shown = '<h1>A</h1><p style="color: #777; background: #888">Orders</p>';
  await unpainted.goto(`data:text/html,${encodeURIComponent(`<html lang="en"><title>A</title><main>${shown}</main>`)}`);
  expect(await unpainted.evaluate(() => getComputedStyle(document.documentElement).opacity)).toBe('0');
  for (const rules of [[], ['color-contrast']]) {
    expect(await axeFindings(unpainted, rules)).toEqual([expect.stringContaining('color-contrast at p')]);
  }
  await context.close();
});

const numberIn = (room: string, more = '') =>
  `<div style="position: relative; width: 60px; white-space: nowrap; ${room}"><span>64,012.50 USDT</span>${more}</div>`;
const over = (style: string) => `<b style="position: absolute; inset: 0 0 0 ${style}; background: red"></b>`;

it.each<[string, string, string[]]>([
  ['a number that is whole', numberIn('width: auto'), []],
  ['one that its room cuts', numberIn('overflow: hidden'), ['cut by']],
  ['one that ends in dots', numberIn('overflow: hidden; text-overflow: ellipsis'), ['cut by']],
  ['one that is half covered', numberIn('width: 120px', over('50%')), ['covered by']],
  ['one that is covered whole', numberIn('width: 120px', over('0')), []],
  ['one that is not shown', numberIn('overflow: hidden; opacity: 0'), []],
  ['words', '<p style="width: 20px; overflow: hidden; white-space: nowrap">Order 12 is open</p>', []],
])('finds partly hidden numbers: %s', async (_, shown, expected) => {
  await page.setContent(`<html lang="en"><main><h1>A</h1>${shown}</main>`);
  const found = await cutFigures(page);
  expect(found.map((one) => expected.find((part) => one.includes(part)) ?? one)).toEqual(expected);
});
