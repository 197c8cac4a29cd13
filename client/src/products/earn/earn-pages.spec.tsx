import { act, fireEvent, screen, within } from '@testing-library/react';
import { dayName, dayOf } from '../../../../shared/rules/days';
import type {
  EarnPromised,
  FinancialHolding,
  FinancialProduct,
  MiningHolding,
  MiningProduct,
} from '../../../../shared/products/earn/wire';
import { refusal, stubNetwork, success, type Asked } from '../../../../test/support/network';
import { balancesSlice } from '../../kit/entities/balance/balance-slice';
import { connectionSlice } from '../../kit/entities/connection/connection-slice';
import { earnSlice } from './api/earn-slice';
import { indexPriceSlice } from '../../kit/entities/index-price/index-price-slice';
import { sessionApi } from '../../kit/entities/session/session-api';
import { beginSession } from '../../kit/api/session';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { interestSlice } from '../../kit/stream/interest';
import { noteServerTime } from '../../kit/stream/server-time';
import { openFreshBrowser, pageOf, press, showPage, testStore } from '../../testing/page';
import { ASKED_MOST, requestsWhilePushed } from '../../testing/pushed';
import { settle } from '../../testing/settle';
import { EARN } from './manifest';

const SAVING: FinancialProduct = {
  ...{ product: 'usdt-7', name: 'USDT 7', asset: 'USDT', scale: 8, termDays: 7, annualRatePpb: 50_000_000 },
  ...{ quota: '100000', remaining: '25000', amountMin: '100', userMax: '10000', state: 'open' },
};
const PROJECT: MiningProduct = {
  ...{ product: 'btc-30', name: 'BTC 30', asset: 'BTC', scale: 8, incomeAsset: 'USDT', incomeScale: 8, termDays: 30 },
  ...{ dailyRatePpb: 500_000, payout: 'daily', rebate: { type: 'purchase', ratioPpb: 10_000_000 } },
  ...{ quota: '50', remaining: '50', amountMin: '0.01', amountMax: '5', state: 'open' },
};
const HELD: FinancialHolding = {
  ...{ purchase: '41', product: 'usdt-7', name: 'USDT 7', asset: 'USDT', amount: '1234.56', termDays: 7 },
  ...{ annualRatePpb: 50_000_000, renew: false, boughtAt: 0, startsAt: 1, expiresAt: 2, expected: '1.18382465' },
  ...{ generated: '0.16911780', status: 'earning', endedAt: null },
};
/** Start in the far future: the holding does not earn yet. */
const LATER = 8_000_000_000_000;
const MINED: MiningHolding = {
  ...{
    purchase: '42',
    product: 'btc-30',
    name: 'BTC 30',
    asset: 'BTC',
    amount: '1',
    incomeAsset: 'USDT',
    termDays: 30,
  },
  ...{ dailyRatePpb: 500_000, payout: 'daily', incomeADay: '30', boughtAt: 0, allocatingFrom: 1, startsAt: 2 },
  ...{ expiresAt: 3, nextPayoutAt: 4, expected: '900', generated: '60', status: 'mining' },
};
const PROMISED: EarnPromised = {
  position: 9,
  cover: [{ asset: 'USDT', held: '5000', promised: '901.18382465' }],
  products: [
    {
      ...{ kind: 'financial', product: 'usdt-7', name: 'USDT 7', asset: 'USDT', principal: '1234.56' },
      ...{ promisedAsset: 'USDT', promised: '1.18382465' },
    },
  ],
};
const USER = { userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false };
const ALWAYS = {
  '/exchange/app/account/getUserInfo': () => success(USER),
  '/exchange/app/financial/products': () =>
    success([SAVING, { ...SAVING, product: 'old', name: 'Old', remaining: '0' }]),
  '/exchange/app/mining/products': () => success([PROJECT]),
  '/exchange/app/earn/promised': () => success(PROMISED),
};

beforeAll(async () => {
  await startLanguage();
  // The site loads these texts with the screens.
  await Promise.all(EARN.texts.map(loadTexts));
});
beforeEach(openFreshBrowser);

let asked: Asked[];

interface Shown {
  answers?: Parameters<typeof stubNetwork>[0];
  isVisitor?: boolean;
  financial?: FinancialHolding[];
  mining?: MiningHolding[];
  available?: string;
}

async function show(address: string, { answers = {}, isVisitor = false, ...known }: Shown = {}) {
  asked = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({
    ...{ interest: interestSlice.reducer, balances: balancesSlice.reducer, connection: connectionSlice.reducer },
    ...{ earn: earnSlice.reducer, indexPrice: indexPriceSlice.reducer },
  });
  if (!isVisitor) {
    beginSession(store, { ticket: 't-7', userId: 7 });
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    const { financial = [], mining = [], available = '5000' } = known;
    store.dispatch(earnSlice.snapshotReceived({ snapshot: { position: 5, financial, mining }, at: 1 }));
    const balance = { account: 'financial', asset: 'USDT', available, frozen: '0', locked: '0' } as const;
    store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances: [balance] }, at: 1 }));
  }
  const [path] = address.split('?');
  const screenOf = EARN.routes.topLevel.find((one) => one.path === path);
  if (!screenOf) throw new Error(`no screen at ${path}`);
  const Page = await screenOf.load();
  await showPage(store, <Page />, address);
  return store;
}

const sent = (path: string) =>
  asked
    .filter((one) => one.path === `/exchange/app/${path}`)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const type = (text: string) => fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: text } });
const factOf = (name: string) => screen.getAllByText(name).map((term) => term.nextElementSibling?.textContent);

describe('financial products', () => {
  it('show rate, quota and a buy link to visitors, except when sold out', async () => {
    await show('/financial', { isVisitor: true });
    const [, row, old] = screen.getAllByRole('row');
    for (const part of ['USDT 7', '5.00%', '7 days', '25,000 left of 100,000 USDT', '100 – 10,000 USDT'])
      expect(row.textContent).toContain(part);
    expect(within(row).getByRole('meter').getAttribute('aria-valuenow')).toBe('75');
    expect(within(row).getByRole('link', { name: 'Buy USDT 7' }).getAttribute('href')).toBe(
      '/financialDetail?product=usdt-7',
    );
    expect(old.textContent).toContain('Sold out');
  });

  it('show why loading failed, and a message when empty', async () => {
    await show('/financial', {
      answers: { '/exchange/app/financial/products': () => refusal(503, 'system.busy', 'Not there yet.') },
    });
    expect(screen.getByRole('alert').textContent).toContain('Not there yet.');
    stubNetwork({ ...ALWAYS, '/exchange/app/financial/products': () => success([]) });
    await press('Try again');
    expect(screen.getByText('Nothing is sold at present.')).toBeTruthy();
  });

  it('ask a visitor to log in and return', async () => {
    await show('/financialDetail?product=usdt-7', { isVisitor: true });
    expect(screen.getByRole('link', { name: 'Buy' }).getAttribute('href')).toContain('/login');
    expect(screen.getByText('You will be asked to log in first.')).toBeTruthy();
  });

  it.each([
    ['a visitor', 'open', true],
    ['what is sold no more', 'closed', false],
  ] as const)('ignore Enter without a buy button: %s', async (_, state, isVisitor) => {
    const answers = { '/exchange/app/financial/products': () => success([{ ...SAVING, state }]) };
    await show('/financialDetail?product=usdt-7', { isVisitor, answers });
    type('1000');
    fireEvent.submit(screen.getByRole('form'));
    await settle();
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
    expect(sent('financial/buy')).toEqual([]);
  });

  it('project the income while typing and are bought after a confirmation', async () => {
    await show('/financialDetail?product=usdt-7', {
      answers: { '/exchange/app/financial/buy': () => success({ position: 9, repeated: false, purchase: '41' }) },
    });
    type('1234.56');
    expect(factOf('Income at expiry')).toEqual(['1.18382465 USDT']);
    expect(factOf('Paid back at expiry')).toEqual(['1,235.74382465 USDT']);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Renew at expiry' }));
    await press('Buy');
    expect(sent('financial/buy')).toEqual([]);
    await press('Confirm purchase');
    expect(sent('financial/buy')).toMatchObject([{ product: 'usdt-7', amount: '1234.56', renew: true }]);
  });

  it.each([
    ['99.99', /minimum.*100 USDT/i],
    ['10000.01', /10,000 USDT/],
    ['5001', /balance/i],
  ])('reject amount %s before sending', async (amount, words) => {
    await show('/financialDetail?product=usdt-7');
    type(amount);
    await press('Buy');
    expect(screen.queryByRole('button', { name: 'Confirm purchase', hidden: true })).toBeNull();
    expect(screen.getByLabelText(/^Amount/).getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('[data-field="amount"]')?.textContent).toMatch(words);
  });

  it('show a refusal and retry with the same client id', async () => {
    await show('/financialDetail?product=usdt-7', {
      answers: { '/exchange/app/financial/buy': () => refusal(503, 'system.busy', 'Please try again.') },
    });
    type('1000');
    for (const _ of [1, 2]) {
      await press('Buy');
      await press('Confirm purchase');
    }
    expect(screen.getByRole('alert').textContent).toContain('Please try again.');
    const [one, two] = sent('financial/buy');
    expect(one.clientId).toBe(two.clientId);
  });

  it('show an error for an unknown product', async () => {
    await show('/financialDetail?product=none');
    expect(screen.getByText('There is no such product.')).toBeTruthy();
  });
});

describe('holdings', () => {
  it('show the loss before an early exit; cancelling before the start loses nothing', async () => {
    await show('/financialRecords', {
      financial: [HELD, { ...HELD, purchase: '43', status: 'buying', startsAt: LATER, generated: '0' }],
      answers: {
        '/exchange/app/financial/leave': () => success({ position: 9, repeated: false }),
        '/exchange/app/financial/cancel': () => success({ position: 10, repeated: false }),
      },
    });
    fireEvent.click(screen.getByTitle('Leave early'));
    await settle();
    expect(screen.getByText(/You lose all income of this purchase: 1.18382465 USDT/)).toBeTruthy();
    fireEvent.submit(document.querySelector('dialog form') as Element);
    await settle();
    expect(sent('financial/leave')).toMatchObject([{ purchase: '41' }]);
    fireEvent.click(screen.getByTitle('Cancel'));
    await settle();
    expect(screen.getByText(/nothing is lost/)).toBeTruthy();
    fireEvent.submit(document.querySelector('dialog form') as Element);
    await settle();
    expect(sent('financial/cancel')).toMatchObject([{ purchase: '43' }]);
  });

  it('switch renewal with one press', async () => {
    await show('/financialRecords', {
      financial: [{ ...HELD, renew: true }],
      answers: { '/exchange/app/financial/renew': () => success({ position: 9, repeated: false }) },
    });
    fireEvent.click(screen.getByTitle('Do not renew'));
    await settle();
    expect(sent('financial/renew')).toMatchObject([{ purchase: '41', renew: false }]);
  });

  it('follow the stream: status changes in place, settled holdings disappear', async () => {
    const store = await show('/financialRecords', { financial: [{ ...HELD, status: 'buying', startsAt: LATER }] });
    expect(screen.getByText('Buying')).toBeTruthy();
    const push = (from: number, status: FinancialHolding['status']) => ({
      ...{ from, to: from + 1, at: 1 },
      updates: [{ position: from + 1, at: 1, financial: [{ ...HELD, status }], mining: [] }],
    });
    store.dispatch(earnSlice.pushReceived({ push: push(5, 'earning'), at: 2 }));
    await settle();
    expect(screen.getByText('Earning')).toBeTruthy();
    store.dispatch(earnSlice.pushReceived({ push: push(6, 'settled'), at: 3 }));
    await settle();
    expect(screen.getByText(/You hold nothing now/)).toBeTruthy();
  });

  it('earn from their start time, even without a push', async () => {
    await show('/financialRecords', { financial: [{ ...HELD, status: 'buying' }] });
    expect(screen.getByText('Earning')).toBeTruthy();
    expect(screen.getByTitle('Leave early')).toBeTruthy();
  });

  it('ask a visitor to log in', async () => {
    await show('/myDefi', { isVisitor: true });
    expect(screen.getByText('Log in to see what you hold.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('/login');
  });

  it('in mining show income, received amount and the next payout', async () => {
    await show('/myDefi', { mining: [MINED] });
    const row = screen.getAllByRole('row')[1].textContent ?? '';
    for (const part of ['BTC 30', 'Mining', '0.05%', '30.0000 USDT', '900.0000 USDT', '60.0000 USDT', 'Daily'])
      expect(row).toContain(part);
  });
});

describe('mining holding', () => {
  it.each([
    [-1, -1, 'Participated'],
    [0, -1, 'Allocation in progress'],
    [0, 0, 'Mining'],
  ])('has the status of the current time, even without a push (%d, %d)', async (allocating, mining, said) => {
    const at = LATER / 2;
    noteServerTime(at);
    const times = {
      allocatingFrom: at - allocating * 60_000,
      startsAt: at - mining * 120_000,
      status: 'participated',
    } as const;
    await show('/myDefi', { mining: [{ ...MINED, ...times }] });
    expect(screen.getAllByRole('row')[1].textContent).toContain(said);
  });
});

describe('earn records', () => {
  it('are sorted by the server, follow the stream and can be exported', async () => {
    const store = await show('/financialRecords?active=2', {
      answers: { '/exchange/app/financial/records': () => pageOf({ ...HELD, status: 'settled', endedAt: 5 }) },
    });
    expect(screen.getAllByRole('row')[1].textContent).toContain('Settled');
    await press('Amount');
    expect(sent('financial/records').at(-1)).toMatchObject({ sort: 'amount.desc', pageIndex: 1 });
    const snapshot = { position: 12, financial: [], mining: [] };
    act(() => void store.dispatch(earnSlice.snapshotReceived({ snapshot, at: 1 })));
    await settle();
    expect(sent('financial/records').at(-1)).toMatchObject({ minPosition: 12 });
  });

  it('show where to buy when empty', async () => {
    await show('/myDefi?active=2', { answers: { '/exchange/app/mining/records': () => pageOf() } });
    expect(screen.getByText('You have bought nothing yet.')).toBeTruthy();
  });
});

describe('earn calendar', () => {
  const NOON = Date.UTC(2026, 10, 23, 4);
  it('shows income per day and monthly sums', async () => {
    noteServerTime(NOON);
    const day = dayName(dayOf(NOON) + 1);
    const entry = { asset: 'USDT', principal: '1234.56', income: '1.18382465' };
    await show('/financialRecords?active=3', {
      answers: { '/exchange/app/financial/calendar': () => success([{ day, ...entry }]) },
    });
    expect(screen.getByText('+1.18382465 USDT')).toBeTruthy();
    expect(factOf('Principal').at(-1)).toBe('1,234.5600 USDT');
    await press('Next month');
    expect(sent('financial/calendar')).toHaveLength(2);
  });

  it('is refetched at most once a second', async () => {
    const answers = { '/exchange/app/financial/calendar': () => success([]) };
    const store = await show('/financialRecords?active=3', { answers });
    const more = await requestsWhilePushed(
      (count) => {
        const snapshot = { position: 5 + count, financial: [], mining: [] };
        store.dispatch(earnSlice.snapshotReceived({ snapshot, at: 1 }));
      },
      () => sent('financial/calendar').length,
    );
    expect(more).toBeGreaterThan(0);
    expect(more).toBeLessThanOrEqual(ASKED_MOST);
  });
});

describe('mining', () => {
  it('shows projects to visitors, with daily and 30-day rates', async () => {
    await show('/defiFinancial', { isVisitor: true });
    const row = screen.getAllByRole('row')[1].textContent ?? '';
    for (const part of ['BTC 30', '0.05%', '1.50%', '0.01 – 5 BTC', 'USDT', 'Daily']) expect(row).toContain(part);
  });

  it('projects income in another coin by index price, fixed at the purchase', async () => {
    const store = await show('/defiDetail?product=btc-30');
    type('1');
    expect(factOf('Income a day')).toEqual(['–']);
    const index = { market: 'BTC-USDT', price: '60000', at: 1, position: 6, sources: [] };
    act(() => void store.dispatch(indexPriceSlice.snapshotReceived({ snapshot: index as never, at: 1 })));
    await settle();
    expect(factOf('Income a day')).toEqual(['30.0000 USDT']);
    expect(factOf('Income in all')).toEqual(['900.0000 USDT']);
    expect(factOf('Rebate to the inviter')).toEqual(['1.00% of the amount, once']);
  });

  it('explains its rules with a consistent example', async () => {
    await show('/defiRules', { isVisitor: true });
    expect(screen.getByText('Example: 1,000 USDT at 0.05% a day for 30 days gives 15 USDT in all.')).toBeTruthy();
  });
});

it('shows liabilities and cover to everyone', async () => {
  await show('/earnPromised', { isVisitor: true });
  // The products' parts are loaded when first shown, however long that takes.
  const rows = (await screen.findAllByRole('row', {}, { timeout: 60_000 })).map((row) => row.textContent);
  expect(rows[1]).toMatch(/USDTFinancial.*, .*4,098\.81617535 USDT/);
  expect(rows.at(-1)).toContain('1.18382465 USDT');
});
