import { act, fireEvent, screen, within } from '@testing-library/react';
import { never, refusal, stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { CONTRACT_EXPORTS } from '../../../../../../shared/products/perpetual/wire';
import {
  contractOrderRecord,
  type ClosedPositionRecord,
  type ContractDay,
  type ContractOrderRecord,
} from '../../../../../../shared/products/perpetual/records';
import { positionsSlice } from '../../../../kit/entities/contract/positions';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { interestSlice } from '../../../../kit/stream/interest';
import { showMedia } from '../../../../testing/media';
import { MARKET } from '../../../../testing/market';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import { useContractFields } from './contract-columns';
import { ContractOrdersPage } from './contract-orders-page';
import { chooseIn } from '../../../../testing/choose';

const PATH = '/exchange/app/contract';
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/product/indexList': () => pageOf(MARKET, PERPETUAL),
};
const order = (of: Partial<ContractOrderRecord> = {}): ContractOrderRecord => ({
  ...{ order: '31', contract: '7', market: PERPETUAL.name, side: 'buy', position: 'long', act: 'open', kind: 'limit' },
  ...{ timeInForce: 'gtc', selfTrade: 'cancel_taker', clientId: null, phase: 'closed', status: 'closed', reason: null },
  ...{ leverage: 20, marginMode: 'isolated', multiplier: '0.001', lots: 500, quantity: '0.5', price: '60000' },
  ...{ trigger: null, triggerBy: null, takeProfit: null, stopLoss: null, margin: '1500', value: '30000' },
  ...{ filledQuantity: '0.5', averagePrice: '60000', openFee: '16.5', closeFee: '15.8125', holdingFee: '-3' },
  ...{ estimatedCloseFee: '0', openPrice: '60000', closePrice: '57500', profit: '-1250', yield: '-0.8333' },
  ...{ closeMode: 'stop_loss', orderedAt: 0, pendingAt: null, openedAt: 0, closedAt: 0, cancelledAt: null, ...of },
});
const closed = (of: Partial<ClosedPositionRecord> = {}): ClosedPositionRecord => ({
  ...{ contract: '7', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5' },
  ...{ openPrice: '60000', closePrice: '57000', profit: '-1500', openFees: '16.5', closeFees: '0', funding: '0' },
  ...{ insurance: '0', result: '-1516.5', yield: '-1', closeMode: 'liquidation', openedAt: 0, closedAt: 0 },
  ...{ liquidation: '9', ...of },
});

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(() => {
  localStorage.clear();
  showMedia(false);
});

async function show(active: string, answers: Parameters<typeof stubNetwork>[0]) {
  const asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({ positions: positionsSlice.reducer, interest: interestSlice.reducer });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <ContractOrdersPage />, `/accountSet/contract?active=${active}`);
  return { asked, store };
}

const sent = (asked: readonly Asked[], name: string) =>
  asked.filter(({ path }) => path === `${PATH}/${name}`).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
/** Records files saved by the browser. */
function kept(): { name: string; text: () => Promise<string> }[] {
  const files: { name: string; text: () => Promise<string> }[] = [];
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs[blobs.length - 1];
    files.push({ name: this.download, text: () => textOf(blob) });
  });
  return files;
}
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
}
afterEach(() => jest.restoreAllMocks());

/** Fields of a contract order in the specification: name there, field here, and another value. */
const SPECIFIED: readonly (readonly [says: string, field: keyof ContractOrderRecord, other: unknown])[] = [
  ['contract number', 'contract', '8'],
  ['order number', 'order', '32'],
  ['direction', 'position', 'short'],
  ['position', 'quantity', '0.6'],
  ['margin', 'margin', '1501'],
  ['entrusted value', 'value', '30001'],
  ['open type', 'kind', 'market'],
  ['leverage multiplier', 'leverage', 21],
  ['contract multiplier', 'multiplier', '0.002'],
  ['lots', 'lots', 501],
  ['entrust price', 'price', '60001'],
  ['take-profit price', 'takeProfit', '70000'],
  ['stop-loss price', 'stopLoss', '50000'],
  ['open fee', 'openFee', '16.6'],
  ['close fee', 'closeFee', '15.9'],
  ['holding fee', 'holdingFee', '-4'],
  ['estimated close fee', 'estimatedCloseFee', '1'],
  ['open price', 'openPrice', '60001'],
  ['close price', 'closePrice', '57501'],
  ['P&L', 'profit', '-1251'],
  ['yield', 'yield', '-0.9'],
  ['open time', 'openedAt', 9_000],
  ['close time', 'closedAt', 9_000],
  ['cancel time', 'cancelledAt', 9_000],
  ['order time', 'orderedAt', 9_000],
  ['pending time', 'pendingAt', 9_000],
  ['close mode', 'closeMode', 'take_profit'],
];

describe('contract order of the specification', () => {
  let fields: ReturnType<typeof useContractFields> = [];
  function Cells({ of }: { of: readonly ContractOrderRecord[] }) {
    fields = useContractFields();
    return of.map((record, place) => (
      <ul key={place}>
        {fields.map(({ key, render }) => (
          <li key={key}>{render(record)}</li>
        ))}
      </ul>
    ));
  }
  /** Cell texts of each record. */
  async function shown(...of: ContractOrderRecord[]): Promise<string[][]> {
    stubNetwork(ALWAYS);
    await showPage(testStore({}), <Cells of={of} />, '/');
    return screen.getAllByRole('list').map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
  }
  const written = (record: ContractOrderRecord) => fields.map(({ text }) => text(record));
  /** Titles of columns with different texts. */
  const changed = ([before, after]: string[][]) =>
    fields.filter((_, place) => before[place] !== after[place]).map(({ title }) => title);

  it.each(SPECIFIED)('%s is in the record, a column, and the exports of page and exchange', async (_, field, other) => {
    const record = order();
    const another = { ...record, [field]: other };
    expect(contractOrderRecord.parse(another)).toEqual(another);
    expect(Object.keys(CONTRACT_EXPORTS.orders.shape)).toContain(field);
    expect(changed(await shown(record, another))).toHaveLength(1);
    expect(changed([written(record), written(another)])).toHaveLength(1);
  });

  it.each(['pending', 'holding', 'closed', 'cancelled'] as const)('%s is a distinct status text', async (status) => {
    const others = contractOrderRecord.shape.status.options.filter((other) => other !== status);
    const [own] = await shown(order({ status }));
    const place = fields.findIndex(({ key }) => key === 'status');
    const words = (of: ContractOrderRecord['status']) => written(order({ status: of }))[place];
    expect(words(status)).toMatch(/\w/);
    expect(others.map(words)).not.toContain(words(status));
    expect(own[place]).toBe(words(status));
  });
});

describe('contract orders', () => {
  it('show their results', async () => {
    await show('2', { [`${PATH}/historyOrders`]: () => pageOf(order()) });
    const row = screen.getAllByRole('row')[1].textContent ?? '';
    for (const part of ['BTC/USDT perpetual', 'Open long', 'Closed', '20×', '0.500 BTC', '60,000.0', 'stop-loss'])
      expect(row).toContain(part);
  });

  it('are filtered by contract, side, action and status; spot pairs are not offered', async () => {
    const { asked } = await show('2', { [`${PATH}/historyOrders`]: () => pageOf(order()) });
    const contracts = screen.getByRole('combobox', { name: 'Contract' });
    fireEvent.click(contracts);
    await screen.findByRole('option', { name: 'BTC/USDT perpetual' });
    expect(screen.queryByRole('option', { name: 'BTC/USDT' })).toBeNull();
    fireEvent.click(contracts);
    await chooseIn('Contract', 'BTC/USDT perpetual');
    await chooseIn('Side', 'Short');
    await chooseIn('Status', 'Cancelled');
    expect(sent(asked, 'historyOrders').at(-1)).toMatchObject({
      ...{ market: PERPETUAL.name, position: 'short', status: 'cancelled', pageIndex: 1 },
    });
  });

  it('are exported with all fields and digits', async () => {
    const files = kept();
    await show('2', { [`${PATH}/historyOrders`]: () => pageOf(order()) });
    await press('Export CSV');
    const [file] = files;
    const [head, line] = (await file.text()).trim().split('\r\n');
    expect(file.name).toBe('contract-orders.csv');
    expect(head.split(',').length).toBe(line.split(',').length);
    expect(head).toContain('(GMT+8)');
    for (const cell of ['31', '7', '0.001', '500', '1500', '30000', '15.8125', '-3', '-1250', '-83.33'])
      expect(line.split(',')).toContain(cell);
  });

  it('are exported by selection', async () => {
    const files = kept();
    const { asked } = await show('2', { [`${PATH}/historyOrders`]: () => pageOf(order(), order({ order: '32' })) });
    const before = sent(asked, 'historyOrders').length;
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select 32' }));
    await press('Export selected');
    expect((await files[0].text()).trim().split('\r\n')).toHaveLength(2);
    expect(sent(asked, 'historyOrders')).toHaveLength(before);
  });

  it('show a message and a link to trading when none are open', async () => {
    await show('1', { [`${PATH}/currentOrders`]: () => pageOf() });
    expect(screen.getByRole('link', { name: 'Futures trading' }).getAttribute('href')).toBe('/contractTransaction');
  });

  it('show an error and retry', async () => {
    await show('2', { [`${PATH}/historyOrders`]: () => refusal(503, 'system.busy', 'Not there yet.') });
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [`${PATH}/historyOrders`]: () => pageOf(order()) });
    await press('Try again');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('are refetched after a streamed change', async () => {
    const { asked, store } = await show('2', { [`${PATH}/historyOrders`]: () => pageOf(order()) });
    const snapshot = { position: 12, positions: [], stops: [], orders: [], settings: [] };
    act(() => void store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 1 })));
    await settle();
    expect(sent(asked, 'historyOrders').at(-1)).toMatchObject({ minPosition: 12 });
  });
});

describe('contract records', () => {
  it('closed positions link to the explanation of a liquidation', async () => {
    const user = closed({ contract: '8', closeMode: 'user', liquidation: null });
    await show('5', { [`${PATH}/closedPositions`]: () => pageOf(closed(), user) });
    const ways = screen.getAllByRole('link', { name: 'Why?' }).map((link) => link.getAttribute('href'));
    expect(ways).toEqual(['/liquidation?id=9']);
  });

  it('trades, funding and closed positions are exported with the list’s filters', async () => {
    const files = kept();
    const { asked } = await show('5', {
      [`${PATH}/closedPositions`]: () => pageOf(closed()),
      [`${PATH}/export`]: () => new Response('contract\r\n7\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await chooseIn('Contract', 'BTC/USDT perpetual');
    await press('Export CSV');
    const [request] = asked.filter(({ path }) => path.startsWith(`${PATH}/export`));
    expect(Object.fromEntries(new URL(request.path, 'http://here').searchParams)).toMatchObject({
      ...{ list: 'closedPositions', market: PERPETUAL.name },
    });
    expect([files[0].name, await files[0].text()]).toEqual(['contract-closedPositions.csv', 'contract\r\n7\r\n']);
  });

  it('save no file if there are no rows', async () => {
    const files = kept();
    const { store } = await show('5', {
      [`${PATH}/closedPositions`]: () => pageOf(closed()),
      [`${PATH}/export`]: () => refusal(404, 'data.none', 'No data yet.'),
    });
    await press('Export CSV');
    expect(store.getState().toasts.shown).toMatchObject([{ kind: 'info', text: 'No data yet.' }]);
    expect(files).toEqual([]);
  });

  it.each([
    ['4', 'fills', 'You have not traded yet.'],
    ['6', 'fundingPayments', 'No funding has been paid or received yet.'],
    ['7', 'stops', 'No take-profit or stop-loss has ended yet.'],
  ])('tab %s shows a message when empty and an error when loading failed', async (active, name, words) => {
    await show(active, { [`${PATH}/${name}`]: () => refusal(503, 'system.busy', 'Busy, sorry.') });
    expect(screen.getByRole('alert').textContent).toContain('Busy, sorry.');
    stubNetwork({ ...ALWAYS, [`${PATH}/${name}`]: () => pageOf() });
    await press('Try again');
    expect(document.body.textContent).toContain(words);
  });

  it('stops show their trigger and why they ended', async () => {
    const stop = {
      ...{ id: '4', market: PERPETUAL.name, position: 'long', contract: '7', kind: 'take_profit', triggerBy: 'mark' },
      ...{ trigger: '65000', price: null, quantity: null, phase: 'closed', reason: 'position_closed' },
    };
    await show('7', { [`${PATH}/stops`]: () => pageOf(stop) });
    const row = screen.getAllByRole('row')[1].textContent ?? '';
    for (const part of ['Take-profit', '65,000.0', 'mark price', 'whole position', 'Nothing left to close'])
      expect(row).toContain(part);
  });
});

describe('calendar', () => {
  const NOW = Date.parse('2026-11-23T06:00:00Z');
  const day = (of: Partial<ContractDay>): ContractDay => ({
    ...{ day: '2026-11-03', asset: 'USDT', result: '120.5', fees: '3.25', funding: '-1', closed: 2, ...of },
  });
  beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));

  const total = () => document.querySelector('dl')?.textContent;

  it('shows daily results and the monthly total', async () => {
    await show('3', {
      [`${PATH}/days`]: () => success([day({}), day({ day: '2026-11-20', result: '-20.25', funding: '0.5' })]),
    });
    expect(screen.getByRole('heading', { name: '2026-11' })).toBeTruthy();
    const days = within(screen.getByRole('region', { name: 'Result by day' })).getAllByRole('listitem');
    expect(days).toHaveLength(30);
    expect(days[2].textContent).toBe('3+120.50');
    expect(days[19].textContent).toBe('20-20.25');
    // 1 November 2026 is a Sunday.
    expect(days[0].style.gridColumnStart).toBe('7');
    expect(total()).toContain('100.25');
    expect(total()).toContain('6.5');
  });

  it('requests the previous month in GMT+8 days and hides the current one', async () => {
    let isHeld = false;
    const { asked } = await show('3', { [`${PATH}/days`]: () => (isHeld ? never() : success([day({})])) });
    isHeld = true;
    await press('Month before');
    expect(sent(asked, 'days').at(-1)).toMatchObject({
      ...{ from: Date.parse('2026-09-30T16:00:00Z'), to: Date.parse('2026-10-31T16:00:00Z') },
    });
    expect(screen.getByRole('heading', { name: '2026-10' })).toBeTruthy();
    expect(total()).toBeUndefined();
  });

  it('shows empty and error states', async () => {
    await show('3', { [`${PATH}/days`]: () => refusal(503, 'system.busy', 'Not there yet.') });
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, [`${PATH}/days`]: () => success([]) });
    await press('Try again');
    expect(screen.getByText(/^Nothing was closed in this month/)).toBeTruthy();
  });
});
