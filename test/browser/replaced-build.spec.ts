/** A tab that stood open while a new version was installed: it goes on as long as its files are there, and then says so. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { HttpExchange } from '../tools/people/http-exchange';
import { startChromium } from './support/chromium';
import { soon } from './support/soon';
import { stepTo } from './support/step';
import { BUILT_CLIENT } from './support/trading-floor';
import { openPage, openWindow, settled } from './support/visit';
import { words } from './support/words';

describe('a tab that is older than the build', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  const client = path.join(mkdtempSync(path.join(tmpdir(), 'replaced-build-')), 'client');

  beforeAll(async () => {
    cpSync(BUILT_CLIENT, client, { recursive: true });
    exchange = await HttpExchange.start({}, { client });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
    rmSync(path.dirname(client), { recursive: true, force: true });
  });

  /** As a build does: the one before is put aside, and in the next one every file has another name. */
  function install(): void {
    renameSync(client, `${client}-before`);
    cpSync(BUILT_CLIENT, client, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
    const names = readdirSync(path.join(client, 'assets'));
    const anyName = new RegExp(`(?<=[/"'])(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`, 'g');
    for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|json)$/.test(file)) continue;
      const text = readFileSync(path.join(client, file), 'utf8');
      writeFileSync(path.join(client, file), text.replace(anyName, 'next-$1'));
    }
    for (const name of names)
      renameSync(path.join(client, 'assets', name), path.join(client, 'assets', `next-${name}`));
  }

  it('loads its own files, and when they are gone says so and keeps what was typed over the reload', async () => {
    const context = await openWindow(browser, { url: exchange.url });
    const { page, watch } = await openPage(context);
    await page.goto('/feedback');
    await settled(page, watch);
    const entry = await page.locator('script[type="module"]').first().getAttribute('src');

    install();
    expect((await page.request.get(entry ?? '')).status()).toBe(200);
    await stepTo(page, watch, '/news');
    await stepTo(page, watch, '/feedback');
    watch.expectNothing();
    expect(await page.getByRole('button', { name: words('page.reload') }).count()).toBe(0);

    await page.getByRole('textbox', { name: words('feedback.text') }).fill('What is typed stays.');
    await page.route(/\/assets\/command-palette/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: words('palette.title') }).click();
    await page
      .getByRole('status')
      .filter({ hasText: words('version.new') })
      .waitFor();
    expect(watch.take()).not.toEqual([]);

    await page.unroute(/\/assets\/command-palette/);
    await page.getByRole('button', { name: words('page.reload') }).click();
    await page.locator('script[src^="/assets/next-index"]').waitFor({ state: 'attached' });
    await settled(page, watch);
    const typed = page.getByRole('textbox', { name: words('feedback.text') });
    await soon(
      () => typed.inputValue(),
      (now) => expect(now).toBe('What is typed stays.'),
    );
    watch.expectNothing();

    // Kept for that reload alone.
    await page.reload();
    await settled(page, watch);
    expect(await typed.inputValue()).toBe('');
    await context.close();
  });
});
