/** The desk of an auditor: its own address, no personal data, questions to the journal, and evidence. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { checkBundle } from '../../../server/audit/check-bundle';
import { startChromium } from '../support/chromium';
import { press, type Key } from '../support/desk';
import { axeFindings } from '../support/inspect';
import { showOn } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { visitsTo, type Visits } from '../support/visits';
import { staffWords as says } from '../support/words';

describe('desk of auditors', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;

  beforeAll(async () => {
    // Started one after the other, so that a failed start still ends everything that had started.
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  const visit: Visits['visit'] = (path, guest) => visits.visit(path, guest);

  it('gives an auditor read access at their own address, without names', async () => {
    const auditor = await floor.exchange.staff('auditor', 'desk-auditor');
    const { page, watch } = await visit(`/audit/users?user=${floor.trader.id}`, { ticket: auditor.ticket });
    await page.getByRole('heading', { name: says('staff.user.title', { id: String(floor.trader.id) }) }).waitFor();
    expect(await page.getByText(floor.trader.email).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    watch.expectNothing();
  });

  /** The state that a replay by the server's own code produces. */
  async function stateIn(bundle: Buffer): Promise<string> {
    const file = path.join(tmpdir(), `evidence-${process.pid}.zip`);
    writeFileSync(file, bundle);
    const { stateHash, manifest } = await checkBundle(file, () => undefined);
    rmSync(file);
    expect(stateHash).toBe(manifest.stateHash);
    return stateHash ?? 'none';
  }

  it('lets an auditor query the journal, export evidence and verify it in the browser alone', async () => {
    await floor.exchange.application.exchange.heads.sign();
    const auditor = await floor.exchange.staff('auditor', 'journal-auditor');
    const { page, watch } = await visit('/audit/journal', { ticket: auditor.ticket });
    const ask = async (question: Key): Promise<void> => {
      await page.getByRole('combobox', { name: says('staff.journal.question') }).click();
      await page.getByRole('option', { name: says(question), exact: true }).click();
    };
    const send = () => press(page, says('staff.journal.send'));
    const heading = (key: Key) => page.getByRole('heading', { name: says(key), level: 2 });
    await send();
    await heading('staff.journal.ask.trial').waitFor();
    const sums = page.getByRole('table', { name: says('staff.journal.ask.trial') }).locator('tbody tr td:last-child');
    await sums.first().waitFor();
    expect(new Set(await sums.allTextContents())).toEqual(new Set(['0']));
    await ask('staff.journal.ask.statement');
    await page.getByLabel(says('staff.journal.field.account')).fill(`${floor.trader.id}/spot`);
    await send();
    await heading('staff.journal.ask.statement').waitFor();
    await page.getByRole('cell', { name: 'closing', exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await ask('staff.journal.ask.market');
    await page.getByRole('combobox', { name: says('staff.journal.field.market') }).click();
    await page.getByRole('option', { name: 'BTC/USDT', exact: true }).click();
    await send();
    await heading('staff.journal.ask.market').waitFor();
    await page.getByText(says('staff.moment.trades')).waitFor();
    // Releasing the slider queries its position.
    const bar = page.getByRole('slider', { name: says('staff.journal.by.position') }).last();
    await bar.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(says('staff.journal.state.done')).nth(3).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const linked = await visit(page.url().slice(floor.exchange.url.length), { ticket: floor.admin.ticket });
    await linked.page.getByRole('heading', { name: says('staff.journal.ask.market'), level: 2 }).waitFor();
    await linked.page.getByText(says('staff.moment.trades')).waitFor();
    expect(new URL(linked.page.url()).pathname).toBe('/admin/journal');
    linked.watch.expectNothing();
    await ask('staff.journal.ask.bundle');
    await send();
    await page.getByText(says('staff.journal.fact.batches')).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'ZIP' }).click();
    const bytes = await buffer(await (await download).createReadStream());
    const choose = (name: string) =>
      page
        .getByLabel(says('staff.evidence.choose'))
        .setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
    await showOn(page, watch, '/audit/evidence');
    await choose('evidence.zip');
    await page.getByText(says('staff.evidence.state')).waitFor();
    await page.getByText(await stateIn(bytes)).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    bytes[Math.floor(bytes.length / 2)] ^= 1;
    await choose('forged.zip');
    await page.getByText(says('staff.evidence.refused', { name: 'forged.zip' })).waitFor();
    await page.getByText(says('staff.evidence.fault.file')).waitFor();
    watch.expectNothing();
  });
});
