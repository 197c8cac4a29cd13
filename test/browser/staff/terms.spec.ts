/** Changes of terms by staff and their display to users: a future fee, suspended withdrawals. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import messages from '../../../shared/wire/messages/en.json';
import type { Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { axeFindings } from '../support/inspect';
import { soon } from '../support/soon';
import { choose, showOn } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { PROPOSED } from '../support/proposed';
import { announced, openPage, openWindow, type Watch } from '../support/visit';
import { staffWords as says, words } from '../support/words';

const TWO_DAYS_MS = 2 * 86_400_000;

interface Opened {
  page: Page;
  watch: Watch;
}

describe('terms changed by staff', () => {
  let browser: Browser;
  let floor: TradingFloor;
  const windows: BrowserContext[] = [];
  let staff: Opened;
  let trader: Opened;

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
    staff = await open(floor.admin);
    trader = await open(floor.trader);
  });
  afterAll(async () => {
    for (const context of windows) await context.close();
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function open({ ticket }: Person): Promise<Opened> {
    const context = await openWindow(browser, { url: floor.exchange.url, ticket });
    windows.push(context);
    return openPage(context);
  }

  const show = ({ page, watch }: Opened, path: string) => showOn(page, watch, path);
  const press = ({ page }: Opened, name: string) => page.getByRole('button', { name, exact: true }).click();
  const explain = ({ page }: Opened, reason: string) =>
    page
      .getByRole('dialog')
      .getByRole('textbox', { name: says('staff.reason') })
      .fill(reason);

  it('are announced where they apply, old and new, and take effect at their time', async () => {
    // The field has minutes as its finest unit.
    const from = new Date(Math.floor((Date.now() + TWO_DAYS_MS) / 60_000) * 60_000);
    const told = await staff.page.evaluate((at) => {
      const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
      return { field: local.slice(0, 16), shown: `${local.slice(0, 10)} ${local.slice(11, 19)}` };
    }, from.getTime());
    await show(staff, '/admin/markets/BTC-USDT');
    const maker = staff.page.getByRole('group', { name: words('terms.makerFees') });
    await maker.getByRole('textbox').first().fill('0.15');
    await staff.page.getByLabel(says('staff.from.time')).fill(told.field);
    await press(staff, says('staff.terms.preview'));
    await staff.page.getByRole('dialog').getByText('0.10% → 0.15%').waitFor();
    expect(await axeFindings(staff.page)).toEqual([]);
    await explain(staff, 'Winter');
    await press(staff, says('staff.save'));
    await announced(staff.page, PROPOSED);
    const { two, application } = floor.exchange;
    await two.confirm(application.exchange.engine.state().staff.next - 1);
    await show(staff, '/admin/markets/BTC-USDT');
    await staff.page.getByRole('heading', { name: words('rates.from', { time: told.shown }) }).waitFor();
    staff.watch.expectNothing();

    await show(trader, '/rateStandard');
    const table = trader.page.getByRole('table', { name: words('rates.from', { time: told.shown }) });
    await table.getByRole('cell', { name: '0.15%' }).waitFor();
    await show(trader, '/currencyTransaction?market=BTC-USDT');
    await trader.page.getByRole('button', { name: words('rates.announced') }).click();
    await trader.page.getByRole('dialog').getByText('0.15%').waitFor();
    expect(await axeFindings(trader.page)).toEqual([]);
    trader.watch.expectNothing();
  });

  it('suspend withdrawals of one coin and say so', async () => {
    await show(staff, '/admin/assets');
    await press(staff, `${says('staff.market.change')}: USDT`);
    const dialog = staff.page.getByRole('dialog');
    await choose(dialog.getByLabel(says('staff.coin.withdrawals')), says('staff.coin_state.suspended'));
    await explain(staff, 'The node is behind');
    await dialog.getByRole('button', { name: says('staff.market.change') }).click();
    // The suspension ends by itself, and the notice states when.
    await announced(staff.page, new RegExp(`^${says('staff.coin.state_done')} `));
    await staff.page.getByRole('cell', { name: says('staff.coin_state.suspended') }).waitFor();
    expect(await axeFindings(staff.page)).toEqual([]);
    staff.watch.expectNothing();

    await show(trader, '/accountSet/withdrawal?asset=USDT');
    await trader.page.getByText(messages.code['asset.withdrawals.suspended']).waitFor();
    const send = trader.page.getByRole('button', { name: words('wallet.withdrawal.submit'), exact: true });
    await soon(
      () => send.isDisabled(),
      (now) => expect(now).toBe(true),
    );
    await show(trader, '/accountSet/myassets');
    await trader.page.getByText(words('assets.state.withdrawals')).first().waitFor();
    trader.watch.expectNothing();
  });
});
