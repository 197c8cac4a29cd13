import { act, fireEvent, screen, within } from '@testing-library/react';
import type { OrderState } from '../../../../shared/wire/market-data';
import { refusal, success } from '../../../../test/support/network';
import { discardSavedInput, reloadKeepingInput } from '../../kit/lib/storage/saved-input';
import { setPreference } from '../../kit/lib/storage/preferences';
import { MARKET } from '../../testing/market';
import { renderedBy } from '../../testing/rendered';
import { settle } from '../../testing/settle';
import {
  PLACE,
  confirm,
  confirmation,
  fieldOf,
  figure,
  form,
  pageOf,
  send,
  showTerminal,
  startFresh,
  type,
} from '../../testing/terminal';

interface ChartProps {
  onDragged: (order: string, price: string) => void;
}

// The chart needs a canvas, which jsdom lacks. The button simulates a dragged line.
jest.mock('../chart/chart-panel', () => ({
  ChartPanel: ({ onDragged }: ChartProps) => (
    <button type="button" onClick={() => onDragged('1', '61000')}>
      drag
    </button>
  ),
}));

const CANCEL_ALL = '/exchange/app/spot/cancelAll';
const AMEND = '/exchange/app/spot/amend';
const ETHER = { ...MARKET, name: 'ETH-USDT', label: 'ETH/USDT', base: 'ETH', price: '3000' };
const resting = (id: number, market = MARKET.name): OrderState => ({
  ...{ order: String(id), market, side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '60000', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity: '0', filledQuote: '0' },
});

startFresh();
// Layout with the market list visible.
beforeEach(() =>
  setPreference('trade.layout', JSON.stringify({ preset: 'compact', hidden: [], moved: {}, sizes: {} })),
);

const showTwo = (answers: Parameters<typeof showTerminal>[0] = {}) =>
  showTerminal({ '/exchange/app/product/indexList': () => pageOf([MARKET, ETHER]), ...answers });
const list = () => screen.getByRole('region', { name: 'Markets', hidden: true });
const rowOf = (market: RegExp) =>
  within(within(list()).getByRole('table', { hidden: true })).getByRole('button', { name: market, hidden: true });
/** Also works while a dialog is open, like browser navigation. */
const go = async (market: RegExp) => {
  act(() => rowOf(market).focus());
  fireEvent.click(rowOf(market));
  await settle();
};
const BTC = /^BTC ?\/USDT$/;
const ETH = /^ETH ?\/USDT$/;
/** Compares element identity, not content. */
const changed = (before: readonly Element[], now: readonly Element[]) => before.filter((one, at) => one !== now[at]);
const dialogs = () => screen.queryAllByRole('dialog', { hidden: true });

describe('switching the market', () => {
  it('keeps the market list’s element, search text and focus', async () => {
    await showTwo();
    const before = list();
    fireEvent.change(within(list()).getByRole('searchbox'), { target: { value: 'usdt' } });
    const row = rowOf(ETH);
    await go(ETH);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('ETH/USDT');
    expect(list()).toBe(before);
    expect(within(list()).getByRole<HTMLInputElement>('searchbox').value).toBe('usdt');
    expect(rowOf(ETH)).toBe(row);
    expect(document.activeElement).toBe(row);
    expect([row.getAttribute('aria-current'), rowOf(BTC).getAttribute('aria-current')]).toEqual(['true', null]);
  });

  it('keeps layout, toolbar and orders with their tab, without rendering orders again', async () => {
    const { order } = await showTwo();
    await order(resting(1), resting(2, 'ETH-USDT'));
    const lasting = () => [
      ...screen.getAllByRole('separator'),
      screen.getByRole('navigation', { name: 'Open markets' }),
      screen.getByRole('button', { name: 'Trading settings' }),
      screen.getByRole('region', { name: 'My orders' }),
      ...within(screen.getByRole('table', { name: 'Open orders' })).getAllByRole('row'),
      screen.getByRole('region', { name: 'Order book' }),
    ];
    const before = lasting();
    const rendered = await renderedBy(() => go(ETH));
    expect(changed(before, lasting())).toEqual([]);
    expect(rendered.filter((name) => /^(LineOf|Cells)$/.test(name))).toEqual([]);
    const own = screen.getByRole('region', { name: 'My orders' });
    fireEvent.click(screen.getByRole('tab', { name: 'Balances' }));
    await go(BTC);
    expect(screen.getByRole('tab', { name: 'Balances' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('region', { name: 'My orders' })).toBe(own);
  });

  it('renders only the two affected rows of the list', async () => {
    await showTwo({
      '/exchange/app/product/indexList': () =>
        pageOf([MARKET, ETHER, { ...ETHER, name: 'SOL-USDT', label: 'SOL/USDT' }]),
    });
    const rendered = await renderedBy(() => go(ETH));
    expect(rendered.filter((name) => name === 'Row')).toHaveLength(2);
  });

  it('subscribes to the new market and unsubscribes from the old one', async () => {
    const { followed } = await showTwo();
    const ofMarkets = () =>
      followed()
        .filter((key) => /-/.test(key))
        .sort();
    const before = ofMarkets();
    expect(before.length).toBeGreaterThan(2);
    await go(ETH);
    expect(ofMarkets()).toEqual(before.map((key) => key.replace('BTC-USDT', 'ETH-USDT')));
    await go(BTC);
    expect(ofMarkets()).toEqual(before);
  });

  it('updates the title and the target of the keys B and S', async () => {
    await showTwo();
    await go(ETH);
    expect(document.title).toMatch(/^3,000\.00 ETH\/USDT /);
    act(() => (document.activeElement as HTMLElement).blur());
    act(() => void fireEvent.keyDown(window, { key: 's' }));
    expect(document.activeElement).toBe(fieldOf('Price', 'Sell', 'ETH'));
  });
});

describe('state that does not carry over to another market', () => {
  it('typed price and quantity', async () => {
    await showTwo();
    type('Price', '61000');
    type('Quantity', '0.5');
    type('Price', '70000', 'Sell');
    await go(ETH);
    expect([figure('Price', 'Buy', 'ETH'), figure('Quantity', 'Buy', 'ETH')]).toEqual(['3000', '']);
    expect(figure('Price', 'Sell', 'ETH')).toBe('3000');
    await go(BTC);
    expect([figure('Price'), figure('Quantity')]).toEqual(['65000', '']);
  });

  it('form input kept over a reload', async () => {
    await showTwo();
    type('Price', '61000');
    await go(ETH);
    reloadKeepingInput(() => undefined);
    const { forms } = JSON.parse(sessionStorage.getItem('typed') ?? '{}') as { forms: Record<string, unknown> };
    expect(Object.keys(forms)).toEqual(['ticket ETH-USDT']);
    sessionStorage.clear();
    discardSavedInput();
  });

  it('order confirmation', async () => {
    const { placed } = await showTwo();
    type('Quantity', '0.5');
    send();
    expect(confirmation().textContent).toContain('BTC');
    await go(ETH);
    expect(dialogs()).toEqual([]);
    expect(placed()).toEqual([]);
  });

  /** An order of one market in flight, another market shown, and a quantity typed there. */
  const onItsWay = async (typed: string) => {
    let answer: (response: Response) => void = () => undefined;
    const { placed } = await showTwo({ [PLACE]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    type('Price', '60000');
    type('Quantity', '0.5');
    send();
    await confirm();
    await go(ETH);
    const field = fieldOf('Quantity', 'Buy', 'ETH');
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
    const answered = async (response: Response) => {
      await act(async () => answer(response));
      await settle();
    };
    return { placed, answered };
  };

  it('order in flight and its refusal', async () => {
    const { placed, answered } = await onItsWay('2');
    await answered(refusal(200, 'account.frozen', 'Frozen.'));
    expect(within(form('Buy', 'ETH')).queryByRole('alert')).toBeNull();
    expect(figure('Quantity', 'Buy', 'ETH')).toBe('2');
    expect(placed()).toMatchObject([{ market: 'BTC-USDT', quantity: '0.5' }]);
  });

  it('acceptance, which clears no other market’s form', async () => {
    const { answered } = await onItsWay('0.5');
    await answered(success({ position: 9, repeated: false, order: '1' }));
    expect(figure('Quantity', 'Buy', 'ETH')).toBe('0.5');
  });

  it('faults and refusals', async () => {
    await showTwo({ [PLACE]: () => refusal(200, 'account.frozen', 'Frozen.') });
    send();
    expect(fieldOf('Quantity').getAttribute('aria-invalid')).toBe('true');
    type('Quantity', '0.5');
    send();
    await confirm();
    expect(within(form('Buy')).getByRole('alert').textContent).toBe('Frozen.');
    await go(ETH);
    expect(within(form('Buy', 'ETH')).queryByRole('alert')).toBeNull();
    expect(fieldOf('Quantity', 'Buy', 'ETH').getAttribute('aria-invalid')).toBe('false');
  });

  it('confirmation to cancel all orders', async () => {
    setPreference('trade.hide-others', 'on');
    const { order, asked } = await showTwo({ [CANCEL_ALL]: () => success({ position: 9, repeated: false }) });
    await order(resting(1), resting(2, 'ETH-USDT'));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel all BTC/USDT' }));
    expect(dialogs()).toHaveLength(1);
    await go(ETH);
    expect(dialogs()).toEqual([]);
    expect(asked.filter(({ path }) => path === CANCEL_ALL)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel all ETH/USDT' }));
    fireEvent.click(within(dialogs()[0]).getByRole('button', { name: 'Cancel all ETH/USDT', hidden: true }));
    await settle();
    const sent = asked.filter(({ path }) => path === CANCEL_ALL).map(({ body }) => JSON.parse(body) as object);
    expect(sent).toMatchObject([{ market: 'ETH-USDT' }]);
  });

  it('dragged or amended order', async () => {
    const { order, asked } = await showTwo({ [AMEND]: () => success({ position: 9, repeated: false }) });
    await order(resting(1));
    fireEvent.click(screen.getByRole('button', { name: 'drag' }));
    await settle();
    expect(dialogs()).toHaveLength(1);
    await go(ETH);
    expect(dialogs()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Amend' }));
    expect(dialogs()).toHaveLength(1);
    await go(BTC);
    expect(dialogs()).toEqual([]);
    expect(asked.filter(({ path }) => path === AMEND)).toEqual([]);
  });

  it('focused book row', async () => {
    await showTwo();
    const best = within(screen.getByRole('table', { name: 'Asks' })).getByRole('button', { name: '65,010.25' });
    fireEvent.click(best, { shiftKey: true });
    expect(figure('Price')).toBe('65010.25');
    await go(ETH);
    expect(best.isConnected).toBe(false);
    expect(figure('Price', 'Buy', 'ETH')).toBe('3000');
  });
});

describe('on a phone', () => {
  it('another market keeps the trade view, and opens the chart from the orders view', async () => {
    const { resize } = await showTwo();
    await resize(false);
    const view = (name: string) => screen.getByRole('button', { name });
    const choose = async (market: RegExp) => {
      fireEvent.click(view('Markets'));
      await settle();
      fireEvent.click(within(dialogs()[0]).getByRole('button', { name: market, hidden: true }));
      await settle();
      expect(dialogs()).toEqual([]);
    };
    fireEvent.click(view('Trade'));
    type('Price', '61000');
    await choose(ETH);
    expect(view('Trade').getAttribute('aria-current')).toBe('page');
    expect(figure('Price', 'Buy', 'ETH')).toBe('3000');
    fireEvent.click(view('Orders'));
    await choose(BTC);
    expect(view('Chart').getAttribute('aria-current')).toBe('page');
  });
});
