/** Preferences and notifications follow the account to other devices and screens, and stay invisible to other users. */
import type { Browser, Page } from 'playwright-core';
import type { TextName } from '../../../client/src/kit/i18n/joined-texts';
import { PASSWORD, type Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { openTradingFloor, place, type TradingFloor } from '../support/trading-floor';
import { announced, settled, type Device, type Watch } from '../support/visit';
import { visitsTo, type Visits } from '../support/visits';
import { words } from '../support/words';

const SAVE = '/app/account/saveChoices';
const PAIR = 'BTC/USDT';

interface Entered {
  page: Page;
  watch: Watch;
}

describe('saved with the account', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let visits: Visits;

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
    visits = visitsTo(browser, floor.exchange.url);
  });
  afterEach(() => visits?.end());
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const saving = (page: Page) => page.waitForResponse((response) => response.url().includes(SAVE));

  /** Logs a user in on one device and opens a screen. */
  async function enter({ email }: Person, to: string, device: Device = 'desktop'): Promise<Entered> {
    const opened = await visits.visit(`/login?statusType=0&from=${encodeURIComponent(to)}`, { device });
    const { page, watch } = opened;
    await page.getByRole('textbox', { name: words('login.email'), exact: true }).fill(email);
    await page.getByLabel(words('login.password'), { exact: true }).fill(PASSWORD);
    await button(page, words('login.submit')).click();
    await page.waitForURL(`**${to}`);
    await settled(page, watch);
    return opened;
  }

  it('syncs favourites from one device to another', async () => {
    const ann = await floor.exchange.person('ann');
    const first = await enter(ann, '/quotation');
    const saved = saving(first.page);
    await button(first.page, words('quotes.star', { pair: PAIR })).click();
    expect((await saved).status()).toBe(200);
    const second = await enter(ann, '/quotation', 'phone');
    await second.page.getByRole('button', { name: words('quotes.star', { pair: PAIR }), pressed: true }).waitFor();
    first.watch.expectNothing();
    second.watch.expectNothing();
  });

  it('syncs dragged panels: swapped with another panel, or joined to it as a tab', async () => {
    const dan = await floor.exchange.person('dan');
    const to = '/currencyTransaction?market=BTC-USDT';
    const first = await enter(dan, to);
    const grip = ({ page }: Entered, name: TextName) => button(page, words('desk.move', { panel: words(name) }));
    const leftOf = async (entered: Entered, name: TextName) => (await grip(entered, name).boundingBox())?.x ?? NaN;
    /**
     * Drags a panel by its grip to `below` pixels under the top of another; the drop hint shows the target before
     * release.
     */
    const drag = async (name: TextName, onto: TextName, below: number, said: string) => {
      const there = await grip(first, onto).boundingBox();
      await grip(first, name).hover();
      await first.page.mouse.down();
      await first.page.mouse.move((there?.x ?? 0) + 50, (there?.y ?? 0) + below, { steps: 4 });
      await first.page.getByText(said, { exact: true }).waitFor();
      const saved = saving(first.page);
      await first.page.mouse.up();
      await saved;
    };
    const apart = async () => (await leftOf(first, 'book.title')) - (await leftOf(first, 'chart.title'));
    await soon(apart, (now) => expect(now).toBeGreaterThan(0));
    await drag('book.title', 'chart.title', 200, words('desk.drop.swap', { panel: words('chart.title') }));
    await soon(apart, (now) => expect(now).toBeLessThan(0));
    await drag('own.title', 'book.title', 20, words('desk.drop.join', { panel: words('book.title') }));
    await first.page.getByRole('tab', { name: words('own.title'), selected: true }).waitFor();

    const second = await enter(dan, to);
    // The selected tab is local to the device and is not synced.
    const tab = second.page.getByRole('tab', { name: words('own.title'), exact: true });
    const beside = async () => ((await tab.boundingBox())?.x ?? NaN) - (await leftOf(second, 'chart.title'));
    await soon(beside, (now) => expect(now).toBeLessThan(0));
    await tab.click();
    await grip(second, 'own.title').waitFor();

    // A drag that Escape cancelled moves nothing.
    const chart = await leftOf(first, 'chart.title');
    await grip(first, 'chart.title').hover();
    await first.page.mouse.down();
    await grip(first, 'place.title').hover();
    await first.page.keyboard.press('Escape');
    await first.page.mouse.up();
    expect(await leftOf(first, 'chart.title')).toBe(chart);
    first.watch.expectNothing();
    second.watch.expectNothing();
  });

  it('syncs progress in the first-order guide, and its dismissal', async () => {
    const cem = await floor.exchange.person('cem');
    const first = await enter(cem, '/');
    await first.page.getByRole('heading', { level: 1, name: words('home.steps.title') }).waitFor();
    const saved = saving(first.page);
    await button(first.page, words('home.steps.hide')).click();
    await first.page.getByRole('heading', { level: 1, name: words('home.hero.title') }).waitFor();
    await saved;
    const second = await enter(cem, '/', 'phone');
    await second.page.getByRole('heading', { level: 1, name: words('home.hero.title') }).waitFor();
    first.watch.expectNothing();
    second.watch.expectNothing();
  });

  it('announces order updates on any screen and keeps them in a list', async () => {
    const { exchange, trader } = floor;
    const { page, watch } = await enter(trader, '/accountSet/myassets');
    await button(page, words('own.notices.title')).waitFor();
    // Updates before the first snapshot of the stream are not announced.
    await watch.follows('order');
    await place(exchange, trader, { side: 'buy', price: '40000', quantity: '0.01' });
    const news = words('own.news.placed', { side: words('trades.buy'), market: PAIR });
    await announced(page, news);
    await button(page, words('own.notices.unread_one', { count: '1' })).click();
    await page
      .getByRole('region', { name: words('own.notices.title') })
      .getByText(news)
      .waitFor();
    await page.reload();
    await settled(page, watch);
    await button(page, words('own.notices.title')).click();
    await page
      .getByRole('region', { name: words('own.notices.title') })
      .getByText(news)
      .waitFor();
    watch.expectNothing();
  });
});
