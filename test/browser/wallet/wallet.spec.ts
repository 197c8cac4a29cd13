/** Deposits, transfers and withdrawals as a user makes them, with approvals by staff. */
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { unitsOf } from '../../../shared/rules/units';
import { EXPORT_COLUMNS } from '../../../shared/products/wallet/valuation';
import { HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings, overflow } from '../support/inspect';
import { soon } from '../support/soon';
import { showOn } from '../support/step';
import { BUILT_CLIENT } from '../support/trading-floor';
import { announced, openPage, openWindow, settled, type Watch } from '../support/visit';
import { words } from '../support/words';

const FUND_PASSWORD = 'horse-battery';
const COLD_WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOUR_MS = 3_600_000;
const CONFIRMATIONS = 12;
const SCALE = 8;

type ExportColumn = (typeof EXPORT_COLUMNS)[number];

describe('wallet', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let user: Person;
  let context: BrowserContext;
  let page: Page;
  let watch: Watch;
  let ahead = 0;
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    const env = { LIMIT_TICKET_HOURS_MAX: '100000' };
    exchange = await HttpExchange.start(env, { client: BUILT_CLIENT, clock: now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    user = await exchange.person('newcomer');
    const proof = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await exchange.post('/app/security/fundPassword/set', proof, user.ticket);
    await exchange.application.exchange.chainWork.poll();
    browser = await startChromium();
    context = await openWindow(browser, { url: exchange.url, ticket: user.ticket });
    ({ page, watch } = await openPage(context));
  });
  afterEach(() => watch.expectNothing());
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  const show = (path: string): Promise<void> => showOn(page, watch, path);
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const shown = (text: string | RegExp) => page.getByText(text).first().waitFor();

  /** Mines blocks one by one; the exchange reads each before the next. */
  async function mine(blocks: number): Promise<void> {
    const { journal, progress, chainWork } = exchange.application.exchange;
    for (let block = 0; block < blocks; block += 1) {
      await progress.waitFor(journal.head().position, 10_000);
      await chainWork.mine();
    }
  }

  it('deposits over a chain: address requested, payment seen, confirmed block by block, credited', async () => {
    await show('/accountSet/recharge?asset=USDT');
    await page.getByRole('img', { name: /QR code of your USDT address/ }).waitFor();
    await field(words('wallet.amount')).fill('500');
    await button(words('wallet.faucet.send')).click();
    await announced(page, words('wallet.faucet.sent'));
    await mine(1);
    await shown(words('wallet.recharge_status.recharging'));
    await shown(`1/${CONFIRMATIONS}`);
    await mine(4);
    await shown(`5/${CONFIRMATIONS}`);
    await mine(CONFIRMATIONS - 5);
    await shown(words('wallet.recharge_status.success'));
    expect(await axeFindings(page)).toEqual([]);
  });

  it('transfers between accounts, never more than the balance', async () => {
    await show('/accountSet/transfer?from=spot&to=contract&asset=USDT');
    await field(words('wallet.amount')).fill('500.01');
    await button(words('wallet.transfer.submit')).click();
    await shown(/Insufficient balance/);
    await field(words('wallet.amount')).fill('200');
    await button(words('wallet.transfer.submit')).click();
    await shown(/^Some deposits are not final on their network yet/);
    await mine(3);
    await button(words('wallet.transfer.submit')).click();
    await announced(page, words('wallet.transfer.done'));
    await page.getByRole('cell', { name: '200.0000' }).waitFor();
    await show('/accountSet/myassets');
    await page.getByRole('tab', { name: /Futures 200\.00/ }).click();
    await page.getByRole('rowheader', { name: 'USDT' }).waitFor();
  });

  it('withdraws to addresses that the user listed a day before', async () => {
    await show('/accountSet/addressManage');
    await button(words('wallet.addresses.add')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('wallet.address'), { exact: true }).fill('no address');
    await dialog.getByLabel(words('wallet.label'), { exact: true }).fill('Cold wallet');
    await dialog.getByLabel(words('wallet.owner.own'), { exact: true }).check();
    await dialog.getByLabel(words('proof.fund_password'), { exact: true }).fill(FUND_PASSWORD);
    await dialog.getByRole('button', { name: words('code.send') }).click();
    await dialog.getByRole('button', { name: words('code.send') }).waitFor({ state: 'hidden' });
    const code = await exchange.codeSentTo(user.email);
    await dialog.getByLabel(words('code.label'), { exact: true }).fill(code);
    await dialog.getByRole('button', { name: words('wallet.addresses.add') }).click();
    await dialog.getByText(/not a valid address/).waitFor();
    await dialog.getByLabel(words('wallet.address'), { exact: true }).fill(COLD_WALLET);
    await dialog.getByRole('button', { name: words('wallet.addresses.add') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await shown(/Usable from/);
    ahead += 25 * HOUR_MS;
    await page.clock.setFixedTime(now());
    await show('/accountSet/addressManage');
    await page.getByText(words('wallet.addresses.usable'), { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('withdraws with the fund password and approval by staff, and shows each status until it is paid', async () => {
    await show('/accountSet/withdrawal?asset=USDT');
    await page.getByRole('combobox', { name: words('wallet.address') }).click();
    await page.getByRole('option', { name: /^Cold wallet/ }).click();
    await field(words('wallet.amount')).fill('299.51');
    await button(words('wallet.withdrawal.submit')).click();
    await shown(/Insufficient balance/);
    await button(words('wallet.maximum')).click();
    await soon(
      () => field(words('wallet.amount')).inputValue(),
      (now) => expect(now).toBe('299.5'),
    );
    await field(words('wallet.amount')).fill('100');
    await button(words('wallet.withdrawal.submit')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('proof.fund_password'), { exact: true }).fill('another-word');
    await dialog.getByRole('button', { name: words('wallet.withdrawal.send') }).click();
    await dialog.getByText('The fund password is wrong.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel(words('proof.fund_password'), { exact: true }).fill(FUND_PASSWORD);
    await dialog.getByRole('button', { name: words('wallet.withdrawal.send') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const entry = page.getByRole('listitem').filter({ hasText: '100.00000000 USDT' });
    await entry.getByText(words('wallet.withdrawal_status.applied')).first().waitFor();
    await entry.getByRole('button', { name: words('wallet.withdrawal.cancel') }).waitFor();

    const { records } = (await exchange.post('/admin/withdraw/list', {}, admin.ticket)).data;
    await exchange.act(admin, '/withdraw/approve', { withdrawal: records[0].withdrawal });
    await entry.getByRole('button', { name: words('wallet.withdrawal.cancel') }).waitFor({ state: 'hidden' });
    await mine(CONFIRMATIONS + 3);
    await entry.getByText(words('wallet.withdrawal_status.withdrawn')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('cancels a withdrawal that was requested by mistake', async () => {
    await show('/accountSet/withdrawal?asset=USDT');
    await page.getByRole('combobox', { name: words('wallet.address') }).click();
    await page.getByRole('option', { name: /^Cold wallet/ }).click();
    await field(words('wallet.amount')).fill('20');
    await button(words('wallet.withdrawal.submit')).click();
    const proof = page.getByRole('dialog');
    await proof.getByLabel(words('proof.fund_password'), { exact: true }).fill(FUND_PASSWORD);
    await proof.getByRole('button', { name: words('wallet.withdrawal.send') }).click();
    const entry = page.getByRole('listitem').filter({ hasText: '20.00000000 USDT' });
    await entry.getByRole('button', { name: words('wallet.withdrawal.cancel') }).click();
    const dialog = page.getByRole('dialog', { name: words('wallet.withdrawal.cancel_title') });
    await dialog.getByRole('button', { name: words('wallet.withdrawal.cancel') }).click();
    await entry.getByText(words('wallet.withdrawal_status.cancelled')).waitFor();
  });

  it('keeps records of everything, and a file whose sums agree', async () => {
    await show('/accountSet/withdrawalRecords');
    const row = page.getByRole('row').filter({ hasText: words('wallet.withdrawal_status.withdrawn') });
    await row.getByText('Ethereum (ERC-20)').waitFor();
    await show('/accountSet/rechargeRecords');
    await page.getByRole('cell', { name: '500.0000' }).first().waitFor();
    await show('/accountSet/assetRecords');
    const [download] = await Promise.all([page.waitForEvent('download'), button(words('table.export')).click()]);
    const rows = rowsOf(await text(await download.createReadStream()));
    expect(rows.filter(({ row: kind }) => kind === 'closing').map(closingOf)).toEqual([
      ['spot', 'USDT', '199.5', '0'],
      ['contract', 'USDT', '200', '0'],
    ]);
    for (const columns of [
      ['availableChange', 'availableAfter'],
      ['frozenChange', 'frozenAfter'],
      ['lockedChange', 'lockedAfter'],
    ] as const)
      for (const account of ['spot', 'contract'])
        expectFooting(
          rows.filter((one) => one.account === account),
          columns,
        );
  });

  it('works on a phone as on a desktop', async () => {
    const phone = await openWindow(browser, { url: exchange.url, ticket: user.ticket, device: 'phone' });
    const opened = await openPage(phone);
    for (const path of [
      'recharge',
      'withdrawal',
      'transfer',
      'rechargeRecords',
      'withdrawalRecords',
      'addressManage',
    ]) {
      await opened.page.goto(`/${path}`);
      await opened.page.waitForURL(`**/accountSet/${path}`);
      await settled(opened.page, opened.watch);
      expect([path, ...(await overflow(opened.page)), ...(await axeFindings(opened.page))]).toEqual([path]);
    }
    opened.watch.expectNothing();
    await phone.close();
  });
});

type Row = Record<ExportColumn, string>;

function rowsOf(text: string): Row[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])) as Row;
  });
}

function closingOf({ account, asset, availableAfter, frozenAfter }: Row): string[] {
  return [account, asset, availableAfter, frozenAfter];
}

function expectFooting(rows: readonly Row[], [change, after]: readonly [ExportColumn, ExportColumn]): void {
  const opening = exact(rows.find(({ row }) => row === 'opening')?.[after] ?? '0');
  const closing = exact(rows.find(({ row }) => row === 'closing')?.[after] ?? '0');
  const sum = rows.filter(({ row }) => row === 'record').reduce((total, row) => total + exact(row[change]), 0n);
  expect(opening + sum).toBe(closing);
}

function exact(decimal: string): bigint {
  const units = unitsOf(decimal.replace(/^-/, ''), SCALE);
  if (typeof units !== 'bigint') throw new Error(`${decimal} is no amount`);
  return decimal.startsWith('-') ? -units : units;
}
