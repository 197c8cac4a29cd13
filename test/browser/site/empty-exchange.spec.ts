/** An exchange without coins and markets: staff set it up on their screens, up to the first order of a user. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { checkBundle } from '../../../server/audit/check-bundle';
import type { HttpExchange, Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { type Key } from '../support/desk';
import { axeFindings, lookFindings } from '../support/inspect';
import { PROPOSED } from '../support/proposed';
import { soon } from '../support/soon';
import { showOn, stepTo } from '../support/step';
import { openExchange } from '../support/trading-floor';
import { announced, openPage, openWindow, settled, type Watch } from '../support/visit';
import { contractWords, staffWords as says, words } from '../support/words';

/** Saves a screenshot if `SHOTS` is set. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe('an empty exchange', () => {
  let browser: Browser;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let context: BrowserContext;
  let page: Page;
  let watch: Watch;

  beforeAll(async () => {
    exchange = await openExchange();
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    browser = await startChromium();
    context = await openWindow(browser, { url: exchange.url, ticket: admin.ticket });
    ({ page, watch } = await openPage(context));
    await page.goto('/admin/assets');
    await settled(page, watch);
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await dialog().getByLabel(label, { exact: true }).fill(text);
  };
  const choose = async (label: string, option: string) => {
    await dialog().getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const confirm = async (name: string, done: string | RegExp) => {
    await dialog().getByRole('button', { name, exact: true }).click();
    await announced(page, done);
  };

  /** The first sends the form, the second confirms the proposal, and the page is reloaded. */
  const proposed = async (name: string, act: string) => {
    await confirm(name, PROPOSED);
    await confirmedBySecond(act);
    await page.reload();
    await settled(page, watch);
  };

  it('adds coins', async () => {
    for (const [asset, scale] of [
      ['BTC', '8'],
      ['USDT', '6'],
    ]) {
      await press(says('staff.list.asset'));
      await fill({
        [says('staff.list.symbol')]: asset,
        [says('staff.list.scale')]: scale,
        [says('staff.coin.withdrawalFee')]: '1',
        [says('staff.coin.withdrawalMin')]: '10',
      });
      if (asset === 'BTC') {
        await shot(page, 'list-asset');
        expect(await axeFindings(page)).toEqual([]);
      }
      await proposed(says('staff.list.confirm'), says('staff.list.asset'));
      await page.getByRole('rowheader', { name: asset, exact: true }).waitFor();
    }
    await shot(page, 'assets');
    watch.expectNothing();
  });

  it('adds a market for them and opens it', async () => {
    await stepTo(page, watch, '/admin/markets');
    await press(says('staff.list.market'));
    await choose(says('staff.list.base'), 'BTC');
    await choose(says('staff.list.quote'), 'USDT');
    await fill({
      [says('staff.market.tick')]: '0.01',
      [says('staff.market.lot')]: '0.0001',
      [words('terms.referencePrice')]: '60000',
      [words('terms.priceHighest')]: '1000000',
      [words('terms.quantityMax')]: '100',
    });
    await shot(page, 'list-market');
    expect(await lookFindings(page, 'en')).toEqual([]);
    await proposed(says('staff.list.confirm'), says('staff.list.market'));
    await page.getByRole('button', { name: `${says('staff.market.change')}: BTC/USDT`, exact: true }).click();
    await choose(says('staff.market.next'), says('staff.market_choice.open'));
    await proposed(says('staff.market.change'), says('staff.proposal.act.SetMarketState'));
    await soon(
      () => opened('BTC-USDT'),
      (now) => expect(now).toBe('open'),
    );
    watch.expectNothing();
  });

  it("records the owners' money", async () => {
    await stepTo(page, watch, '/admin/recharges');
    await press(says('staff.house.fund'));
    await choose(says('staff.asset'), 'USDT');
    const reference = await exchange.payToHouse('USDT', '100000');
    const paid = { [says('staff.house.reference')]: reference, [says('staff.reason')]: 'capital' };
    await fill({ [says('staff.amount')]: '100000', ...paid });
    await proposed(says('staff.house.fund'), says('staff.house.fund'));
    await page
      .getByRole('cell', { name: says('staff.house.treasury'), exact: true })
      .first()
      .waitFor();
    await shot(page, 'house');
    expect(await lookFindings(page, 'en')).toEqual([]);
    watch.expectNothing();
  });

  it('adds an index and a perpetual that follows it', async () => {
    // The insurance fund is filled before the contract is listed.
    await exchange.act(admin, '/house/fundInsurance', { asset: 'USDT', amount: '100000', reason: 'reserve' });
    await stepTo(page, watch, '/admin/markets');
    await page.getByRole('button', { name: `${says('staff.change')}: BTC-USDT`, exact: true }).click();
    await fill({ [says('staff.reason')]: 'listed' });
    await proposed(says('staff.save'), says('staff.proposal.act.SetIndexTerms'));
    await press(says('staff.list.perpetual'));
    await fill({
      [says('staff.market.tick')]: '0.1',
      [says('staff.list.multiplier')]: '0.001',
      [words('terms.referencePrice')]: '60000',
      [words('terms.priceHighest')]: '1000000',
      [words('terms.quantityMax')]: '100',
      [contractWords('perp.open_interest_max')]: '10000000',
    });
    await shot(page, 'list-perpetual');
    expect(await axeFindings(page)).toEqual([]);
    await proposed(says('staff.list.confirm'), says('staff.list.perpetual'));
    const contract = { index: 'BTC-USDT', openInterestMax: '10000000' };
    await soon(
      async () => (await exchange.get('/app/product/detail?market=BTC-USDT-PERP')).data,
      (now) => expect(now).toMatchObject({ state: 'closed', contract }),
    );
    await shot(page, 'markets');
    watch.expectNothing();
  });

  it('shows its risks', async () => {
    await stepTo(page, watch, '/admin/risk');
    await page
      .getByRole('cell', { name: says('staff.risk.no_mark') })
      .first()
      .waitFor();
    await shot(page, 'risk');
    expect([...(await lookFindings(page, 'en')), ...(await axeFindings(page))]).toEqual([]);
    watch.expectNothing();
  });

  it('lets a manually verified user place an order, which staff cancel', async () => {
    const user = await exchange.person('first');
    await exchange.fund(user, 'USDT', '10000');
    await showOn(page, watch, `/admin/users/${user.id}`);
    await press(says('staff.proposal.act.VerifyMember'));
    await confirm(says('staff.proposal.act.VerifyMember'), PROPOSED);
    await confirmedBySecond(says('staff.proposal.act.VerifyMember'));
    const order = { clientId: exchange.clientId(), market: 'BTC-USDT', side: 'buy', kind: 'limit', price: '50000' };
    const placed = await exchange.post('/app/spot/place', { ...order, quantity: '0.1' }, user.ticket);
    expect(placed.code).toBe('success');
    await page.reload();
    await settled(page, watch);
    await shot(page, 'user');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Cancel: #/ }).click();
    await confirm(says('staff.orders.cancel'), says('staff.orders.cancelled'));
    await page.getByText(says('staff.orders.none')).waitFor();
    watch.expectNothing();
  });

  it('lets an auditor export evidence of everything and verify it in the browser alone', async () => {
    await exchange.application.exchange.heads.sign();
    const auditor = await exchange.staff('auditor', 'auditor');
    const desk = await visit('/audit', auditor);
    await stepTo(desk.page, desk.watch, '/audit/journal');
    const ask = async (question: Key): Promise<void> => {
      await desk.page.getByRole('combobox', { name: says('staff.journal.question') }).click();
      await desk.page.getByRole('option', { name: says(question), exact: true }).click();
      await desk.page.getByRole('button', { name: says('staff.journal.send'), exact: true }).click();
    };
    await ask('staff.journal.ask.replay');
    await desk.page.getByText(says('staff.journal.state.done')).first().waitFor();
    await ask('staff.journal.ask.bundle');
    await desk.page.getByText(says('staff.journal.fact.batches')).waitFor();
    const download = desk.page.waitForEvent('download');
    await desk.page.getByRole('button', { name: 'ZIP' }).click();
    const bytes = await buffer(await (await download).createReadStream());
    await stepTo(desk.page, desk.watch, '/audit/evidence');
    const file = { name: 'evidence.zip', mimeType: 'application/zip', buffer: bytes };
    await desk.page.getByLabel(says('staff.evidence.choose')).setInputFiles(file);
    await desk.page.getByText(says('staff.evidence.state')).waitFor();
    // The state that the exchange itself derives from the same batches.
    await desk.page.getByText(await stateIn(bytes)).waitFor();
    expect(await axeFindings(desk.page)).toEqual([]);
    desk.watch.expectNothing();
    await desk.context.close();
  });

  async function stateIn(bundle: Buffer): Promise<string> {
    const file = path.join(tmpdir(), `evidence-of-day-${process.pid}.zip`);
    writeFileSync(file, bundle);
    const { stateHash, manifest } = await checkBundle(file, () => undefined);
    rmSync(file);
    expect(stateHash).toBe(manifest.stateHash);
    return stateHash ?? 'none';
  }

  async function visit(path: string, { ticket }: Person) {
    const window = await openWindow(browser, { url: exchange.url, ticket });
    const shown = await openPage(window);
    await shown.page.goto(path);
    await settled(shown.page, shown.watch);
    return { ...shown, context: window };
  }

  /** The second member of staff opens the pending proposal and confirms it. */
  async function confirmedBySecond(act: string): Promise<void> {
    const desk = await visit('/admin/proposals', second);
    const item = desk.page.getByRole('main').getByRole('listitem').filter({ hasText: act });
    await item.getByRole('button', { name: says('staff.proposal.confirm') }).click();
    await desk.page
      .getByRole('dialog')
      .getByRole('button', { name: says('staff.proposal.confirm') })
      .click();
    await announced(desk.page, says('staff.proposal.confirm_done'));
    desk.watch.expectNothing();
    await desk.context.close();
  }

  async function opened(market: string): Promise<string> {
    const { data } = await exchange.get(`/app/product/detail?market=${market}`);
    return data.state;
  }
});
