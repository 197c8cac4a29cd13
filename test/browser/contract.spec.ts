/** Contracts in the hands of a trader: opened, guarded, made smaller, closed, and a liquidation that is explained. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { done, type Person } from '../tools/http-exchange';
import { startChromium } from './support/chromium';
import { openContractFloor, PERPETUAL, TRADING_CONTRACTS, type ContractFloor } from './support/contract-floor';
import { openTradingFloor, type TradingFloor } from './support/trading-floor';
import { openPage, openWindow, settled, type Device, type Watch } from './support/visit';
import { contractWords as of, words } from './support/words';

const BTC = { asset: 'BTC' };
/** What the maker stands for on each side, and how far from 50,000. */
const DEPTH = { quantity: '3', away: 5 };

describe('contracts', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contracts: ContractFloor;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    floor = await openTradingFloor();
    contracts = await openContractFloor(floor);
    const { quantity, away } = DEPTH;
    await contracts.open(floor.maker, { act: 'open', position: 'short', quantity, price: String(50_000 + away) });
    await contracts.open(floor.maker, { act: 'open', position: 'long', quantity, price: String(50_000 - away) });
    browser = await startChromium();
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    contracts?.stop();
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function trader(name: string, amount = '20000'): Promise<Person> {
    const { exchange, admin } = floor;
    const person = await exchange.person(name);
    await exchange.equip(admin, person, { USDT: '100000' });
    const move = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount };
    await done(exchange.post('/app/transfer/apply', move, person.ticket));
    return person;
  }
  async function open(person: Person | null, address = TRADING_CONTRACTS, device: Device = 'desktop') {
    context = await openWindow(browser, { url: floor.exchange.url, device, ...(person && { ticket: person.ticket }) });
    const opened: { page: Page; watch: Watch } = await openPage(context);
    await opened.page.goto(address);
    await settled(opened.page, opened.watch);
    return opened;
  }
  const ask = (person: Person, name: string, body: object) => {
    const { exchange } = floor;
    const request = { clientId: exchange.clientId(), market: PERPETUAL, ...body };
    return done(exchange.post(`/app/contract/${name}`, request, person.ticket));
  };
  const positions = (page: Page): Locator => page.getByRole('table', { name: of('positions.tab.positions') });
  const tab = (page: Page, name: Parameters<typeof of>[0]): Promise<void> =>
    page.getByRole('tab', { name: new RegExp(`^${of(name)}`) }).click();

  it('are opened at the market after a confirmation, guarded, covered by more, closed in part and then whole', async () => {
    const person = await trader('desk-trader');
    const { page, watch } = await open(person);
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).click();
    const form = page.getByRole('form', { name: of('ticket.open_long', BTC), exact: true });
    await form.getByRole('textbox', { name: new RegExp(`^${of('ticket.size.coin')} `) }).fill('0.2');
    const send = { name: of('ticket.open_long', BTC), exact: true };
    await form.getByRole('button', send).click();
    await page.getByRole('dialog').getByRole('button', send).click();
    const row = positions(page).getByRole('row').filter({ hasText: PERPETUAL });
    await row.getByText('0.200 BTC').waitFor();

    await row.getByRole('button', { name: of('positions.act.stops') }).click();
    const stops = page.getByRole('dialog', { name: new RegExp(of('positions.stop.title', { market: PERPETUAL })) });
    await stops.getByRole('button', { name: of('positions.stop.stop_loss'), exact: true }).click();
    await stops.getByRole('textbox', { name: new RegExp(`^${words('place.trigger')} `) }).fill('49000');
    await stops.getByRole('button', { name: of('positions.stop.confirm'), exact: true }).click();
    await stops
      .getByRole('list', { name: of('positions.stop.waiting') })
      .getByText('49,000.0')
      .waitFor();
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: of('positions.act.margin') }).click();
    const margin = page.getByRole('dialog', { name: of('positions.margin.title', { market: PERPETUAL }) });
    await margin.getByRole('textbox', { name: new RegExp(`^${of('positions.margin.amount')} `) }).fill('100');
    await margin
      .getByRole('button', { name: of('positions.margin.add'), exact: true })
      .last()
      .click();
    await margin.waitFor({ state: 'hidden' });
    // 500.05 and what closing costs, and the 100.
    await row.getByText(/^60\d\.\d\d USDT$/).waitFor();

    await row.getByRole('button', { name: of('positions.act.close') }).click();
    const close = page.getByRole('dialog', { name: of('positions.close.long', { market: PERPETUAL }) });
    await close.getByRole('button', { name: new RegExp('50%$') }).click();
    await close.getByRole('button', { name: of('positions.close.confirm'), exact: true }).click();
    await row.getByText('0.100 BTC').waitFor();

    await page.getByRole('button', { name: of('positions.close_all'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: of('positions.close_all'), exact: true })
      .click();
    await page.getByText(of('positions.none')).waitFor();
    // The stop went with its position, and what was closed is told with its result.
    await tab(page, 'positions.tab.conditional');
    await page.getByText(of('positions.none.conditional')).waitFor();
    await tab(page, 'positions.tab.closed');
    await page
      .getByRole('table', { name: of('positions.tab.closed') })
      .getByText('0.200 BTC')
      .waitFor();

    await page.goto('/accountSet/contract?active=2');
    await page
      .getByRole('table', { name: of('contracts.history') })
      .getByText(of('positions.open_long'))
      .waitFor();
    watch.expectNothing();
  });

  it('rest, are amended and cancelled, on a phone as well', async () => {
    const person = await trader('phone-trader');
    await ask(person, 'place', { act: 'open', position: 'long', kind: 'limit', price: '49000', quantity: '0.1' });
    const { page, watch } = await open(person, TRADING_CONTRACTS, 'phone');
    await page
      .getByRole('navigation', { name: words('desk.bar') })
      .getByRole('button', { name: words('menu.group_orders') })
      .click();
    await tab(page, 'positions.tab.orders');
    await page.getByRole('button', { name: words('own.amend'), exact: true }).click();
    const amend = page.getByRole('dialog', { name: words('own.amend_title', { market: PERPETUAL }) });
    await amend.getByRole('textbox', { name: new RegExp(`^${words('place.price')} `) }).fill('49500');
    await amend.getByRole('button', { name: words('own.amend'), exact: true }).click();
    await page.getByText('49,500.0').first().waitFor();
    await page.getByRole('button', { name: words('orderlist.cancel'), exact: true }).click();
    await page.getByText(of('positions.none.orders')).waitFor();
    watch.expectNothing();
  });

  it('that are liquidated are explained to their owner, step by step, and told to everybody without a name', async () => {
    const person = await trader('deep-trader', '1000');
    await ask(person, 'setLeverage', { leverage: 100 });
    await ask(person, 'place', { act: 'open', position: 'long', kind: 'market', quantity: '0.5' });
    // The book does not follow, so the mark is the middle one of index, index with a basis of half a percent, and last.
    await contracts.moveTo(48_000);
    const { page, watch } = await open(person);
    await page.getByText(of('positions.none')).waitFor();
    const { journal, progress } = floor.exchange.application.exchange;
    await progress.waitFor(journal.head().position, 10_000);
    const { records } = await done(floor.exchange.post('/app/contract/liquidations', {}, person.ticket));
    const [{ liquidation }] = records as { liquidation: string }[];

    await page.goto('/liquidation');
    await page
      .getByRole('table', { name: of('contracts.liquidations_title') })
      .getByText('0.500 BTC')
      .waitFor();
    await page.goto(`/liquidation?id=${liquidation}`);
    await page
      .getByRole('table', { name: of('contracts.why_steps') })
      .getByText(of('contracts.step.started'))
      .waitFor();
    await page.getByRole('button', { name: of('contracts.again'), exact: true }).click();
    await page.getByText(of('contracts.again_hit')).waitFor();
    for (const name of ['P1', 'P2']) await page.getByRole('textbox', { name: new RegExp(`^${name} `) }).fill('50000');
    await page.getByRole('button', { name: of('contracts.again'), exact: true }).click();
    await page.getByText(of('contracts.again_lives')).waitFor();
    watch.expectNothing();
  });

  it('are seen by visitors, who are asked to log in', async () => {
    const { page, watch } = await open(null);
    await page
      .getByRole('form', { name: of('ticket.open_long', BTC), exact: true })
      .getByRole('link', { name: words('place.log_in') })
      .waitFor();
    for (const address of ['/fundingHistory', '/insuranceFund', '/liquidation']) {
      await page.goto(address);
      await settled(page, watch);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    watch.expectNothing();
  });
});
