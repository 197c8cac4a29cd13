/** The order form under typed input: it sends the displayed values in every number format. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { joinedTexts } from '../../../client/src/kit/i18n/joined-texts';
import * as spanish from '../../../client/src/kit/i18n/texts/ep';
import type { Language } from '../../../shared/wire/languages';
import type { Person } from '../../tools/people/http-exchange';
import { startChromium } from '../support/chromium';
import { soon } from '../support/soon';
import { openTradingFloor, type TradingFloor } from '../support/trading-floor';
import { field, formOf, TRADING } from '../support/trading-screen';
import { announced, nextFrame, openPage, openWindow, settled, type Device, type Watch } from '../support/visit';
import { words, wordsIn } from '../support/words';

const BTC = { asset: 'BTC' };
const es = wordsIn(joinedTexts(spanish));
const MARKET_LIST = '**/app/product/indexList';
/** Longer than the client caches the list of markets. */
const LIST_MS = 11_000;

describe('order form', () => {
  let browser: Browser;
  let floor: TradingFloor;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    floor = await openTradingFloor();
    browser = await startChromium();
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await floor?.exchange.stop();
  });

  async function guest(name: string, funds: Record<string, string> = { USDT: '100000' }): Promise<Person> {
    const person = await floor.exchange.person(name);
    await floor.exchange.verifyAndFund(floor.admin, person, funds);
    return person;
  }
  async function open(
    { ticket }: Person,
    {
      language = 'en',
      device = 'desktop',
      prepare,
    }: { language?: Language; device?: Device; prepare?: (page: Page) => Promise<void> } = {},
  ): Promise<{ page: Page; watch: Watch }> {
    context = await openWindow(browser, { url: floor.exchange.url, ticket, language, device });
    const opened = await openPage(context);
    await prepare?.(opened.page);
    await opened.page.goto(TRADING);
    await settled(opened.page, opened.watch);
    return opened;
  }
  // The page reports an action once it is durable; the list may still lag.
  const everything = () => ({ minPosition: floor.exchange.headOfJournal().position });
  const ended = async ({ ticket }: Person): Promise<Record<string, string>[]> =>
    (await floor.exchange.post('/app/spot/historyOrders', everything(), ticket)).data.records;
  const resting = async ({ ticket }: Person): Promise<Record<string, string>[]> =>
    (await floor.exchange.post('/app/spot/currentOrders', everything(), ticket)).data.records;

  it('sends the order shown in the confirmation although markets are refreshed meanwhile', async () => {
    const person = await guest('frozen-order');
    let polls = 0;
    const { page } = await open(person, {
      prepare: async (one) => {
        await one.clock.install();
        // Every answer differs from the one before: the last price changes.
        await one.route(MARKET_LIST, async (route) => {
          const response = await route.fetch();
          const answer = await response.json();
          polls += 1;
          for (const market of answer.data.records) market.price = String(50_000 + polls);
          await route.fulfill({ response, json: answer });
        });
      },
    });
    const poll = async () => {
      const answered = page.waitForResponse(MARKET_LIST);
      await page.clock.fastForward(LIST_MS);
      await answered;
      await nextFrame(page);
    };
    const asks = page.getByRole('table', { name: words('book.asks'), exact: true });
    await asks
      .locator('tbody tr')
      .last()
      .getByRole('cell')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: words('place.kind.market'), exact: true }).click();
    const form = formOf(page, 'buy');
    await field(form, 'total').fill('550');
    await poll();
    const buy = { name: words('place.buy', BTC), exact: true };
    await form.getByRole('button', buy).click();
    const dialog = page.getByRole('dialog', { name: words('place.confirm.buy', { market: 'BTC/USDT' }) });
    const shown = await dialog.textContent();
    expect(shown).toContain('550.00 USDT');
    await poll();
    expect(await dialog.textContent()).toBe(shown);
    await dialog.getByRole('button', buy).click();
    await dialog.waitFor({ state: 'hidden' });
    await poll();
    await holds(field(form, 'total'), '');
    await soon(
      () => ended(person),
      (now) => expect(now).toMatchObject([{ kind: 'market', quoteAmount: '550' }]),
    );
  });

  it('reports an order whose response was lost as accepted when it is sent again', async () => {
    const person = await guest('lost-answer');
    const { page, watch } = await open(person);
    const form = formOf(page, 'buy');
    await field(form, 'price').fill('40000');
    await field(form, 'quantity').fill('0.01');
    let sent = 0;
    await page.route('**/exchange/app/spot/place', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    const send = async () => {
      await form.getByRole('button', { name: words('place.buy', BTC), exact: true }).click();
      const dialog = page.getByRole('dialog');
      if (await dialog.isVisible()) await dialog.getByRole('button', { name: words('place.buy', BTC) }).click();
    };
    await send();
    await soon(
      () => resting(person),
      (now) => expect(now).toHaveLength(1),
    );
    await soon(
      () => form.getByRole('alert').allTextContents(),
      (said) => expect(said.join('')).not.toBe(''),
    );
    await send();
    await announced(page, words('page.done_before'));
    expect(sent).toBe(2);
    expect(await resting(person)).toHaveLength(1);
    expect(watch.take()).not.toEqual([]);
  });

  it('takes price and quantity from a row of the book by keyboard', async () => {
    const { page } = await open(await guest('by-keys'));
    const best = page
      .getByRole('table', { name: words('book.asks'), exact: true })
      .getByRole('button')
      .last();
    // The book comes over the socket, which loading the screen does not wait for.
    await best.waitFor();
    const [price, quantity] = (await best.locator('xpath=ancestor::tr').getByRole('cell').allTextContents()).map(
      (text) => text.replace(/[^\d.]/g, ''),
    );
    const form = formOf(page, 'buy');
    await best.press('Enter');
    await figuresAre(form, [Number(price), 0]);
    await best.press('Shift+Enter');
    await figuresAre(form, [Number(price), Number(quantity)]);
  });

  it('reads typed and pasted numbers in Spanish format', async () => {
    const person = await guest('en-espanol', { USDT: '100000000' });
    const { page, watch } = await open(person, { language: 'ep' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = page.getByRole('form', { name: es('place.buy', BTC), exact: true });
    const price = form.getByRole('textbox', { name: es('place.price') });
    const quantity = form.getByRole('textbox', { name: es('place.quantity') });
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+V');
    };
    // The decimal key of the number pad on a Spanish keyboard.
    const numpadPoint = () => page.keyboard.press('Shift+NumpadDecimal');

    // Digits are inserted between two others: the caret stays among them.
    await price.click();
    await paste('50.007,50');
    await price.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('12');
    await holds(price, '5120.007,50');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await holds(price, '50.007,5');

    // Tab selects the field's text, which typing replaces.
    await page.keyboard.press('Shift+Tab');
    await holds(price, '50007,5');
    await page.keyboard.type('49990');
    await numpadPoint();
    await page.keyboard.type('25');
    await page.keyboard.press('Tab');
    await holds(price, '49.990,25');

    // A click places the caret.
    const { width = 0, height = 0 } = (await price.boundingBox()) ?? {};
    await price.click({ position: { x: width - 1, y: height / 2 } });
    await page.keyboard.type('1');
    await holds(price, '49990,251');
    await page.keyboard.press('Tab');
    // Hints of a field appear on focus and on hover, and do not shift the layout.
    await price.hover();
    await form.getByText(es('number.cut.down', { number: '49.990,25' })).waitFor();

    // A plain input element would join the two numbers to a third.
    await quantity.click();
    await paste('1\n234');
    await price.click();
    await quantity.hover();
    await form.getByText(es('number.refused.no_number', { example: '1.234,5' })).waitFor();

    // Composition by an input method must not be disturbed.
    await quantity.click();
    await page.keyboard.press('Control+A');
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['０', '０，', '０，２', '０，２５'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await holds(quantity, '０，２５');
    await keyboard.send('Input.insertText', { text: '０，２５' });
    await page.keyboard.press('Tab');
    await holds(quantity, '0,25');

    // Ambiguous input: the form suggests a reading, which a click accepts.
    await quantity.fill('1.5');
    await page.keyboard.press('Tab');
    const buy = { name: es('place.buy', BTC), exact: true };
    await form.getByRole('button', buy).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await form.getByRole('button', { name: es('number.meant', { number: '1,5' }), exact: true }).click();
    await form.getByRole('button', buy).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('49.990,25 USDT').waitFor();
    await dialog.getByText('1,50000 BTC').waitFor();
    await dialog.getByRole('button', buy).click();
    await dialog.waitFor({ state: 'hidden' });
    await soon(
      () => resting(person),
      (now) => expect(now).toMatchObject([{ price: '49990.25', quantity: '1.5' }]),
    );
    watch.expectNothing();
  });

  it('makes the decimal key of a phone’s number pad enter the decimal separator', async () => {
    const { page } = await open(await guest('key-pad'), { language: 'ep', device: 'phone' });
    await page
      .getByRole('button', { name: es('trades.buy'), exact: true })
      .last()
      .tap();
    const form = page.getByRole('form', { name: es('place.buy', BTC), exact: true });
    const quantity = form.getByRole('textbox', { name: es('place.quantity') });
    expect(await quantity.getAttribute('inputmode')).toBe('decimal');
    await quantity.tap();
    await page.keyboard.type('1.5');
    await holds(quantity, '1,5');
  });

  /** Waits until the field shows the text after the input was parsed. */
  async function holds(input: Locator, text: string): Promise<void> {
    await soon(
      () => input.inputValue(),
      (now) => expect(now).toBe(text),
    );
  }

  /** Compares price and quantity as numbers, in English format. */
  async function figuresAre(form: Locator, figures: readonly number[]): Promise<void> {
    const shown = async () => {
      const texts = await Promise.all((['price', 'quantity'] as const).map((name) => field(form, name).inputValue()));
      return texts.map((text) => Number(text.replaceAll(',', '')));
    };
    await soon(shown, (now) => expect(now).toEqual(figures));
  }
});
