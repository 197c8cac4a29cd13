/** Contracts as a trader uses them: opened, protected by stops, reduced, closed, and an explained liquidation. */
import type { Browser, Locator, Page } from 'playwright-core';
import { contractPositions, type ContractPositions } from '../../../shared/products/perpetual/stream';
import { expectSuccess, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { openContractFloor, PERPETUAL, TRADING_CONTRACTS, type ContractFloor } from '../support/contract-floor';
import { showOn } from '../support/step';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { eventually } from '../support/soon';
import { announced, type Device } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { contractWords as of, words } from '../support/words';

const BTC = { asset: 'BTC' };
/** Quantity of the maker's orders per side, and their distance from 50,000. */
const DEPTH = { quantity: '3', away: 5 };
const HOUR_MS = 3_600_000;
/** Step of the mouse search for a line of the chart: narrower than the line's hit area. */
const SCAN_PX = 3;

describe('contracts', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let contracts: ContractFloor;
  let visits: Visits;
  /** Offset of the exchange's clock from this machine's. */
  let ahead = 0;
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    floor = await openTradingFloor({}, { clock: now });
    contracts = await openContractFloor(floor, { now, fundingIntervalMs: HOUR_MS });
    const { quantity, away } = DEPTH;
    await contracts.open(floor.maker, { act: 'open', position: 'short', quantity, price: String(50_000 + away) });
    await contracts.open(floor.maker, { act: 'open', position: 'long', quantity, price: String(50_000 - away) });
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    contracts?.stop();
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function trader(name: string, amount = '20000'): Promise<Person> {
    const { exchange, admin } = floor;
    const person = await exchange.person(name);
    await exchange.verifyAndFund(admin, person, { USDT: '100000' });
    const move = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount };
    await expectSuccess(exchange.post('/app/transfer/apply', move, person.ticket));
    return person;
  }
  const open = (person: Person | null, address = TRADING_CONTRACTS, device: Device = 'desktop') =>
    visits.visit(address, { device, ...(person && { ticket: person.ticket }) });
  const ask = (person: Person, name: string, body: object) => {
    const { exchange } = floor;
    const request = { clientId: exchange.clientId(), market: PERPETUAL, ...body };
    return expectSuccess(exchange.post(`/app/contract/${name}`, request, person.ticket));
  };
  const positions = (page: Page): Locator => page.getByRole('table', { name: of('positions.tab.positions') });
  const held = async (person: Person): Promise<ContractPositions> => {
    const { position } = floor.exchange.headOfJournal();
    const { data } = await floor.exchange.get(`/app/contract/positions?minPosition=${position}`, person.ticket);
    return contractPositions.parse(data);
  };
  /** On narrow screens a switch selects the side. */
  const sideOf = (page: Page, name: string): Locator =>
    page.getByRole('group', { name: words('place.side'), exact: true }).getByRole('button', { name, exact: true });
  /** Fills in the quantity, sends the form and confirms. */
  const send = async (page: Page, title: string, quantity: string): Promise<void> => {
    const form = page.getByRole('form', { name: title, exact: true });
    await form.getByRole('textbox', { name: new RegExp(`^${of('ticket.size.coin')} `) }).fill(quantity);
    await form.getByRole('button', { name: title, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  };
  /** Prepares dragging a line of the chart, up to the dialog that asks for its price. */
  const chartOf = async (page: Page) => {
    const chart = page.getByRole('group', { name: words('chart.candles_of', { market: PERPETUAL }) });
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const across = x + width / 3;
    const line = await eventually(async () => {
      for (let at = y + 10; at < y + height - 10; at += SCAN_PX) {
        await page.mouse.move(across, at);
        const isOver = await chart.evaluate(
          (element) => element.querySelector('[style*="ns-resize"]') !== null || /ns-resize/.test(element.style.cursor),
        );
        if (isOver) return at;
      }
      return null;
    }, 'the line of the stop');
    return { across, line };
  };
  const amend = async (page: Page, price: string): Promise<void> => {
    await page.getByRole('button', { name: words('own.amend'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words('own.amend_title', { market: PERPETUAL }) });
    await dialog.getByRole('textbox', { name: new RegExp(`^${words('place.price')} `) }).fill(price);
    await dialog.getByRole('button', { name: words('own.amend'), exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const addMargin = async (page: Page, amount: string): Promise<void> => {
    const margin = page.getByRole('dialog', { name: of('positions.margin.title', { market: PERPETUAL }) });
    await margin.getByRole('textbox', { name: new RegExp(`^${of('positions.margin.amount')} `) }).fill(amount);
    await margin
      .getByRole('button', { name: of('positions.margin.add'), exact: true })
      .last()
      .click();
    await margin.waitFor({ state: 'hidden' });
  };
  const setStop = async (page: Page, kind: 'take_profit' | 'stop_loss', trigger: string, shown: string) => {
    const stops = page.getByRole('dialog', { name: new RegExp(of('positions.stop.title', { market: PERPETUAL })) });
    await stops.getByRole('button', { name: of(`positions.stop.${kind}`), exact: true }).click();
    await stops.getByRole('textbox', { name: new RegExp(`^${words('place.trigger')} `) }).fill(trigger);
    await stops.getByRole('button', { name: of('positions.stop.confirm'), exact: true }).click();
    await stops
      .getByRole('list', { name: of('positions.stop.waiting') })
      .getByText(shown)
      .waitFor();
    await page.keyboard.press('Escape');
    await stops.waitFor({ state: 'hidden' });
  };
  const closeHalf = async (page: Page): Promise<void> => {
    const close = page.getByRole('dialog', { name: of('positions.close.long', { market: PERPETUAL }) });
    await close.getByRole('button', { name: new RegExp('50%$') }).click();
    await close.getByRole('button', { name: of('positions.close.confirm'), exact: true }).click();
  };
  const closeEverything = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: of('positions.close_all'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: of('positions.close_all'), exact: true })
      .click();
    await page.getByText(of('positions.none')).waitFor();
  };
  const tab = (page: Page, name: Parameters<typeof of>[0]): Promise<void> =>
    page.getByRole('tab', { name: new RegExp(`^${of(name)}`) }).click();

  it('open at the market after a confirmation, get stops and more margin, and close in part and then in full', async () => {
    const person = await trader('desk-trader');
    const { page, watch } = await open(person);
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).click();
    await send(page, of('ticket.open_long', BTC), '0.2');
    const row = positions(page).getByRole('row').filter({ hasText: PERPETUAL });
    await row.getByText('0.200 BTC').waitFor();

    await row.getByRole('button', { name: of('positions.act.stops') }).click();
    await setStop(page, 'stop_loss', '49000', '49,000.0');

    await row.getByRole('button', { name: of('positions.act.margin') }).click();
    await addMargin(page, '100');
    // 500.05 plus closing costs, plus the added 100.
    await row.getByText(/^60\d\.\d\d USDT$/).waitFor();

    await row.getByRole('button', { name: of('positions.act.close') }).click();
    await closeHalf(page);
    await row.getByText('0.100 BTC').waitFor();

    await ask(person, 'place', { act: 'open', position: 'long', kind: 'limit', price: '49000', quantity: '0.1' });
    await tab(page, 'positions.tab.orders');
    await amend(page, '49500');
    await page
      .getByRole('table', { name: of('positions.tab.orders') })
      .getByText('49,500.0')
      .waitFor();
    await page.getByRole('button', { name: words('orderlist.cancel'), exact: true }).click();
    await page.getByText(of('positions.none.orders')).waitFor();

    await tab(page, 'positions.tab.positions');
    await closeEverything(page);
    // The stop ended with its position; the closed position is listed with its result.
    await tab(page, 'positions.tab.conditional');
    await page.getByText(of('positions.none.conditional')).waitFor();
    await tab(page, 'positions.tab.closed');
    await page
      .getByRole('table', { name: of('positions.tab.closed') })
      .getByText('0.200 BTC')
      .waitFor();

    await showOn(page, watch, '/accountSet/contract?active=2');
    await page
      .getByRole('table', { name: of('contracts.history') })
      .getByText(words('positions.open_long'))
      .first()
      .waitFor();
    watch.expectNothing();
  });

  it('rest, are amended and are cancelled, on a phone too', async () => {
    const person = await trader('phone-trader');
    await ask(person, 'place', { act: 'open', position: 'long', kind: 'limit', price: '49000', quantity: '0.1' });
    const { page, watch } = await open(person, TRADING_CONTRACTS, 'phone');
    await page
      .getByRole('navigation', { name: words('desk.bar') })
      .getByRole('button', { name: words('menu.group_orders') })
      .click();
    await tab(page, 'positions.tab.orders');
    await amend(page, '49500');
    await page.getByText('49,500.0').first().waitFor();
    await page.getByRole('button', { name: words('orderlist.cancel'), exact: true }).click();
    await page.getByText(of('positions.none.orders')).waitFor();
    watch.expectNothing();
  });

  it('open short: a stop is dragged on the chart, and the position is reversed', async () => {
    const person = await trader('short-trader');
    // Makes the chart cover prices on both sides.
    await contracts.open(floor.trader, { act: 'open', position: 'long', quantity: '0.01' });
    const { page, watch } = await open(person);
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).click();
    await sideOf(page, of('ticket.short')).click();
    await send(page, of('ticket.open_short', BTC), '0.1');
    const row = positions(page).getByRole('row').filter({ hasText: PERPETUAL });
    await row.getByText('0.100 BTC').waitFor();
    // Beyond the mark, and within the price range of the chart.
    await ask(person, 'placeStop', { position: 'short', kind: 'stop_loss', trigger: '50003', triggerBy: 'mark' });

    const { across, line } = await chartOf(page);
    await page.mouse.down();
    await page.mouse.move(across, line - 12, { steps: 4 });
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: of('perp.moved.title') });
    await dialog.getByText('50,003.0').waitFor();
    await dialog.getByRole('button', { name: of('perp.moved.confirm'), exact: true }).click();
    await announced(page, of('perp.moved.done'));
    const [{ trigger }] = (await held(person)).stops;
    expect(Number(trigger)).toBeGreaterThan(50_003);

    await row.getByRole('button', { name: of('positions.act.reverse') }).click();
    await page
      .getByRole('dialog', { name: of('positions.reverse.title', { market: PERPETUAL }) })
      .getByRole('button', { name: of('positions.act.reverse'), exact: true })
      .click();
    await row.getByText(of('positions.long')).waitFor();
    expect(await held(person)).toMatchObject({ positions: [{ side: 'long', quantity: '0.1' }], stops: [] });
    watch.expectNothing();
  });

  it('on a phone: funds arrive, margin is added, a stop is dragged, and the position is closed in part and then in full', async () => {
    const person = await trader('hand-trader', '1000');
    const { page, watch } = await open(person, TRADING_CONTRACTS, 'phone');
    const view = (name: Parameters<typeof words>[0]) =>
      page
        .getByRole('navigation', { name: words('desk.bar') })
        .getByRole('button', { name: words(name) })
        .tap();
    await view('menu.group_orders');
    const account = page.getByRole('region', { name: of('positions.account') }).last();
    await account.getByRole('button', { name: of('positions.account.in'), exact: true }).tap();
    const transfer = page.getByRole('dialog', { name: of('positions.transfer.title', { asset: 'USDT' }) });
    await transfer.getByRole('textbox', { name: new RegExp(`^${words('wallet.amount')} `) }).fill('2000');
    await transfer.getByRole('button', { name: words('wallet.transfer.submit'), exact: true }).tap();
    await transfer.waitFor({ state: 'hidden' });
    await account
      .getByText(/^3,000\.00/)
      .first()
      .waitFor();

    await view('chart.title');
    await page.getByRole('button', { name: words('positions.open_long'), exact: true }).tap();
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).tap();
    await send(page, of('ticket.open_long', BTC), '0.1');
    await view('menu.group_orders');
    await page.getByText('0.100 BTC').first().waitFor();
    await page.getByRole('button', { name: of('positions.act.margin') }).tap();
    await addMargin(page, '100');
    // 250.03 plus closing costs, plus the added 100.
    await page
      .getByText(/^35\d\.\d\d USDT$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: of('positions.act.stops') }).tap();
    await setStop(page, 'stop_loss', '49997', '49,997.0');

    await view('chart.title');
    const { across, line } = await chartOf(page);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: across, y }] });
    await touch('touchStart', line);
    for (const by of [6, 12, 18, 24]) await touch('touchMove', line + by);
    await touch('touchEnd');
    const dialog = page.getByRole('dialog', { name: of('perp.moved.title') });
    await dialog.getByText('49,997.0').waitFor();
    await dialog.getByRole('button', { name: of('perp.moved.confirm'), exact: true }).tap();
    await announced(page, of('perp.moved.done'));
    expect(Number((await held(person)).stops[0].trigger)).toBeLessThan(49_997);

    await view('menu.group_orders');
    await page.getByRole('button', { name: of('positions.act.close'), exact: true }).tap();
    await closeHalf(page);
    await page.getByText('0.050 BTC').first().waitFor();
    await closeEverything(page);
    expect(await held(person)).toMatchObject({ positions: [], stops: [] });
    watch.expectNothing();
  });

  it('announce events on any screen and keep them in a list with links', async () => {
    const person = await trader('distant-trader');
    const { page, watch } = await open(person, '/quotation');
    const notices = page.getByRole('button', { name: new RegExp(`^${words('own.notices.title')}`) });
    await notices.waitFor();
    // Events before the first snapshot of the stream are not announced.
    await eventually(async () => {
      await ask(person, 'place', { act: 'open', position: 'long', kind: 'market', quantity: '0.001' });
      return (await page.getByText(words('positions.open_long'), { exact: false }).count()) > 0 ? true : null;
    }, 'a fill that is told');
    await notices.click();
    const list = page.getByRole('region', { name: words('own.notices.title') });
    await list.getByText(words('positions.open_long'), { exact: false }).first().waitFor();
    await list.getByRole('link', { name: words('menu.contract_orders') }).click();
    await page
      .getByRole('table', { name: of('contracts.history') })
      .getByText(words('positions.open_long'))
      .first()
      .waitFor();
    watch.expectNothing();
  });

  it('use one-way mode on a phone: bought, then sold beyond the position', async () => {
    const person = await trader('one-way-trader');
    const { page, watch } = await open(person, TRADING_CONTRACTS, 'phone');
    await page.getByRole('button', { name: of('ticket.open_long'), exact: true }).tap();
    await page.getByRole('button', { name: of('ticket.hedge'), exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: of('ticket.position_mode', { market: PERPETUAL }) });
    await dialog.getByRole('radio', { name: new RegExp(`^${of('ticket.one_way')}`) }).check();
    await dialog.getByRole('button', { name: of('ticket.mode.confirm'), exact: true }).tap();
    await dialog.waitFor({ state: 'hidden' });
    const bar = page.getByRole('navigation', { name: words('desk.bar') });
    await bar.getByRole('button', { name: words('chart.title') }).tap();
    await page.getByRole('button', { name: of('ticket.buy'), exact: true }).tap();
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).tap();
    await send(page, of('ticket.buy'), '0.1');
    await eventually(async () => ((await held(person)).positions.length > 0 ? true : null), 'a long');
    await sideOf(page, of('ticket.sell')).tap();
    await send(page, of('ticket.sell'), '0.25');
    await eventually(async () => ((await held(person)).positions[0]?.side === 'short' ? true : null), 'a short');
    expect((await held(person)).positions).toMatchObject([{ side: 'short', quantity: '0.15' }]);
    await bar.getByRole('button', { name: words('menu.group_orders') }).tap();
    await page.getByText('0.150 BTC').first().waitFor();
    watch.expectNothing();
  });

  it.each<Device>(['desktop', 'phone'])(
    'explain a liquidation to the watching owner step by step, and publish it without a name: %s',
    async (device) => {
      await eventually(async () => {
        await contracts.moveTo(50_000);
        const { data } = await floor.exchange.get(`/app/contract/info?market=${PERPETUAL}`);
        return data.mark.mark === '50000' ? true : null;
      }, 'the mark');
      const person = await trader(`deep-${device}`, '1000');
      await ask(person, 'setLeverage', { leverage: 100 });
      await ask(person, 'place', { act: 'open', position: 'long', kind: 'market', quantity: '0.5' });
      const { page, watch } = await open(person, TRADING_CONTRACTS, device);
      if (device === 'phone')
        await page
          .getByRole('navigation', { name: words('desk.bar') })
          .getByRole('button', { name: words('menu.group_orders') })
          .tap();
      await page.getByText('0.500 BTC').first().waitFor();
      // The book stays, so the mark is the median of index, index with a basis of half a percent, and last price.
      await contracts.moveTo(48_000);
      await page.getByText(of('positions.none')).waitFor();
      const { journal, progress } = floor.exchange.application.exchange;
      await progress.waitFor(journal.head().position, 10_000);
      const { records } = await expectSuccess(floor.exchange.post('/app/contract/liquidations', {}, person.ticket));
      const [{ liquidation }] = records as { liquidation: string }[];

      await showOn(page, watch, '/liquidation');
      await page.getByLabel(of('contracts.liquidations_title')).getByText('0.500 BTC').first().waitFor();
      await page.goto(`/liquidation?id=${liquidation}`);
      await page.getByLabel(of('contracts.why_steps')).getByText(of('contracts.step.started')).first().waitFor();
      await page.getByRole('button', { name: of('contracts.again'), exact: true }).click();
      await page.getByText(of('contracts.again_hit')).waitFor();
      // The mark stays near the index, so only more margin would have prevented the liquidation.
      await page.getByRole('textbox', { name: new RegExp(`^${of('positions.margin')}`) }).fill('5000');
      await page.getByRole('button', { name: of('contracts.again'), exact: true }).click();
      await page.getByText(of('contracts.again_lives')).waitFor();
      watch.expectNothing();
    },
  );

  it('pay funding, listed for the market and for the account', async () => {
    const person = await trader('funded-trader');
    await ask(person, 'place', { act: 'open', position: 'short', kind: 'market', quantity: '0.1' });
    // Publishes the index one second before the hour, so that it is not stale at the hour.
    ahead += HOUR_MS - (now() % HOUR_MS) - 1_000;
    await contracts.moveTo(50_000);
    await eventually(async () => {
      await contracts.moveTo(50_000);
      const { data } = await floor.exchange.post('/app/contract/fundingRates', { market: PERPETUAL });
      return data.records.length > 0 ? true : null;
    }, 'funding');
    const { page, watch } = await open(person);
    await tab(page, 'positions.tab.funding');
    // 0.01 % per eight hours of 5,000, for one hour.
    await page
      .getByRole('table', { name: of('positions.tab.funding') })
      .getByText(/^\+0\.06/)
      .waitFor();
    await showOn(page, watch, `/fundingHistory?market=${PERPETUAL}`);
    await page.getByText('0.00125%').first().waitFor();
    watch.expectNothing();
  });

  it('are visible to visitors, who are asked to log in', async () => {
    const { page, watch } = await open(null);
    await page
      .getByRole('form', { name: of('ticket.open_long', BTC), exact: true })
      .getByRole('link', { name: words('place.log_in') })
      .waitFor();
    for (const address of ['/fundingHistory', '/insuranceFund', '/liquidation']) {
      await showOn(page, watch, address);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    watch.expectNothing();
  });
});
