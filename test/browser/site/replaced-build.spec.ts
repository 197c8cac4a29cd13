/** A tab that stays open during an upgrade works while its files exist, then asks for a reload. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { HttpExchange } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { stepTo } from '../support/step';
import { BUILT_CLIENT } from '../support/trading-floor';
import { openPage, openWindow, settled } from '../support/visit';
import { words } from '../support/words';

describe('a tab older than the build', () => {
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

  /** Imitates a build: moves the old one aside and renames every file in the new one. */
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

  it('loads its own files; once they are gone it says so, and a reload keeps typed input', async () => {
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

    // Input is restored by that reload only.
    await page.reload();
    await settled(page, watch);
    expect(await typed.inputValue()).toBe('');
    await context.close();
  });
});
