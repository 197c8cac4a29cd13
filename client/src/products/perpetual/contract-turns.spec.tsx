import { act, fireEvent, screen, within } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../test/support/network';
import type { ContractOrderState, PositionState } from '../../../../shared/products/perpetual/stream';
import { balancesSlice } from '../../kit/entities/balance/balance-slice';
import { positionsSlice } from '../../kit/entities/contract/positions';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../kit/i18n/part-texts';
import { setPreference } from '../../kit/lib/storage/preferences';
import { showMedia } from '../../testing/media';
import { followedBy, openFreshBrowser, press, showPage } from '../../testing/page';
import { contractAnswers, contractStore, STOP } from '../../testing/contract-terminal';
import { PERPETUAL } from '../../testing/perpetual';
import { settle } from '../../testing/settle';
import { ContractPage } from './parts';

const API = '/exchange/app/contract';
const ETHER = { ...PERPETUAL, name: 'ETH-USDT-PERP', label: 'ETH/USDT perpetual', base: 'ETH', price: '3000' };

interface ChartProps {
  onDragged: (line: string, price: string) => void;
}

// The chart needs a canvas, which jsdom lacks. The button simulates a dragged line.
jest.mock('../../terminal/chart/chart-panel', () => ({
  ChartPanel: ({ onDragged }: ChartProps) => (
    <button type="button" onClick={() => onDragged('stop:4', '58000')}>
      drag
    </button>
  ),
}));

const long = (id: string, market: string): PositionState => ({
  ...{ id, market, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 1 },
});
const order = (id: string, market: string): ContractOrderState => ({
  ...{ id, clientId: null, market, side: 'buy', position: 'long', act: 'open', kind: 'limit', timeInForce: 'gtc' },
  ...{ price: '50000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null, quantity: '0.5' },
  ...{ filledQuantity: '0', filledValue: '0', against: '0', held: '1', leverage: 20, mode: 'isolated' },
  ...{ phase: 'resting', reason: null, at: 1 },
});

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(() => {
  openFreshBrowser();
  showMedia(true);
  setPreference('contract.layout', JSON.stringify({ preset: 'compact', hidden: [], moved: {}, sizes: {} }));
  setPreference('contract.hide-others', 'on');
  setPreference('contract.order-kind', 'limit');
});

/** Two contracts with a position and an open order each. Commands are refused, to show the refusal. */
async function show() {
  const asked = stubNetwork({
    ...contractAnswers(PERPETUAL, ETHER),
    [`${API}/results`]: () => success([]),
    [`${API}/place`]: () => refusal(200, 'account.frozen', 'Frozen.'),
  });
  const store = await contractStore();
  const both = [PERPETUAL.name, ETHER.name];
  const positions = both.map((market, at) => long(String(at + 1), market));
  const orders = both.map((market, at) => order(String(at + 8), market));
  const snapshot = { position: 5, positions, stops: [STOP], orders, settings: [] };
  store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  const balances = [{ account: 'contract' as const, asset: 'USDT', available: '100000', frozen: '0', locked: '0' }];
  store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 1, balances }, at: 0 }));
  await showPage(store, <ContractPage />, `/contractTransaction?market=${PERPETUAL.name}`);
  return {
    sent: () =>
      asked
        .filter(({ path, method }) => method === 'POST' && path.startsWith(API) && !/info|results|list/i.test(path))
        .map(({ path, body }) => [path.slice(API.length + 1), (JSON.parse(body) as { market?: string }).market]),
    followed: () => followedBy(store),
  };
}

const dialogs = () => screen.queryAllByRole('dialog', { hidden: true });
const list = () => screen.getByRole('region', { name: 'Markets', hidden: true });
/** Also works while a dialog is open, like browser navigation. */
const go = async (market: RegExp) => {
  const row = within(within(list()).getByRole('table', { hidden: true })).getByRole('button', {
    name: market,
    hidden: true,
  });
  act(() => row.focus());
  fireEvent.click(row);
  await settle();
};
const BTC = /^BTC/;
const ETH = /^ETH/;
const longs = () => screen.getByRole('form', { name: 'Open long', hidden: true });
const field = (name: string) =>
  within(longs()).getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name} `), hidden: true });
const figure = (name: string) => field(name).value.replaceAll(',', '');
const type = (name: string, text: string) => {
  fireEvent.focus(field(name));
  fireEvent.change(field(name), { target: { value: text } });
  fireEvent.blur(field(name));
};

describe('switching the contract', () => {
  it('keeps list, layout, account and the user’s panels with their tab', async () => {
    await show();
    await pressTab('Open orders');
    const lasting = () => [
      list(),
      ...screen.getAllByRole('separator'),
      screen.getByRole('region', { name: 'My contracts' }),
      screen.getByRole('tab', { name: /^Open orders/ }),
      screen.getByRole('region', { name: 'Order book' }),
    ];
    const before = lasting();
    await go(ETH);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('ETH/USDT');
    const now = lasting();
    // The same elements, not equal copies.
    expect(before.filter((one, at) => one !== now[at])).toEqual([]);
    expect(screen.getByRole('tab', { name: /^Open orders/ }).getAttribute('aria-selected')).toBe('true');
    expect(document.title).toMatch(/ ETH\/USDT perpetual /);
  });

  it('subscribes to the new contract and unsubscribes from the old one', async () => {
    const { followed } = await show();
    // Marks of held positions stay subscribed.
    const ofMarket = () =>
      followed()
        .filter((key) => /-/.test(key) && !key.startsWith('mark'))
        .sort();
    const before = ofMarket();
    expect(before.length).toBeGreaterThan(1);
    await go(ETH);
    expect(ofMarket()).toEqual(before.map((key) => key.replace(PERPETUAL.name, ETHER.name)).sort());
    await go(BTC);
    expect(ofMarket()).toEqual(before);
  });
});

describe('state that does not carry over to another contract', () => {
  it('inputs, faults and refusals', async () => {
    await show();
    type('Price', '61000');
    type('Quantity', '0.5');
    await press('Open long');
    fireEvent.click(within(dialogs()[0]).getByRole('button', { name: 'Open long', hidden: true }));
    await settle();
    expect(within(longs()).getByRole('alert').textContent).toBe('Frozen.');
    await go(ETH);
    expect([figure('Price'), figure('Quantity')]).toEqual(['3000', '']);
    expect(within(longs()).queryByRole('alert')).toBeNull();
    await go(BTC);
    expect([figure('Price'), figure('Quantity')]).toEqual(['60000', '']);
  });

  it.each([
    ['an order that waits for its confirmation', () => press('Open long')],
    ['the question whether all its positions are to be closed', () => press(/^Close all/)],
    [
      'the question whether all its orders are to be cancelled',
      async () => {
        await pressTab('Open orders');
        await press(/^Cancel all/);
      },
    ],
    ['a line that was dragged', () => press('drag')],
    ['its leverage', () => press(/^Leverage/)],
    ['its margin mode', () => press('Isolated margin')],
    ['its position mode', () => press('Hedge')],
  ])('%s', async (_, ask) => {
    const { sent } = await show();
    type('Price', '61000');
    type('Quantity', '0.5');
    await ask();
    expect(dialogs()).toHaveLength(1);
    await go(ETH);
    expect(dialogs()).toEqual([]);
    expect(sent()).toEqual([]);
    await go(BTC);
    expect(dialogs()).toEqual([]);
  });

  it('a new dialog is about the shown contract', async () => {
    const { sent } = await show();
    await press(/^Close all BTC/);
    await go(ETH);
    await press(/^Close all ETH/);
    fireEvent.click(within(dialogs()[0]).getByRole('button', { name: /^Close all ETH/, hidden: true }));
    await settle();
    expect(sent()).toEqual([['closeAll', ETHER.name]]);
  });
});

async function pressTab(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
  await settle();
}
