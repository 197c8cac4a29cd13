import { act, fireEvent, screen } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { PositionState } from '../../../../../../shared/products/perpetual/stream';
import { balancesSlice } from '../../../../kit/entities/balance/balance-slice';
import { marksSlice } from '../../../../kit/entities/contract/marks';
import { positionsSlice } from '../../../../kit/entities/contract/positions';
import { marketsEndpoint } from '../../../../kit/entities/market/market-api';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { chooseLanguage, loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../../kit/i18n/part-texts';
import { interestSlice } from '../../../../kit/stream/interest';
import { contractAnswers } from '../../../../testing/contract-terminal';
import { press, showPage, testStore } from '../../../../testing/page';
import { PERPETUAL } from '../../../../testing/perpetual';
import { settle } from '../../../../testing/settle';
import { ContractAccountPanel } from './account-panel';

const APPLY = '/exchange/app/transfer/apply';
const balance = (account: Balance['account'], available: string, locked = '0'): Balance => ({
  ...{ account, asset: 'USDT', available, frozen: '0', locked },
});
/** Long of 0.5 BTC at 60,000, leverage 20. */
const LONG: PositionState = {
  ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 1 },
};

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(() => chooseLanguage('en'));

async function show({ isLogin = true, answer = () => success({ position: 9, repeated: false, transfer: '1' }) } = {}) {
  const asked = stubNetwork({
    ...contractAnswers(PERPETUAL),
    [APPLY]: answer,
  });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, marks: marksSlice.reducer, positions: positionsSlice.reducer },
    interest: interestSlice.reducer,
  });
  await store.dispatch(marketsEndpoint.initiate());
  if (isLogin) {
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    const balances = [balance('spot', '2500.5'), balance('contract', '300', '1515.675')];
    store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances }, at: 0 }));
    const snapshot = { position: 5, positions: [LONG], stops: [], orders: [], settings: [] };
    store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  }
  const mark = {
    ...{ market: PERPETUAL.name, position: 5, mark: '61000', index: '61000', p1: null, p2: null, at: 0 },
    ...{ isStale: false, closeOnlyUntil: null, fundingRate: '0', lastFundingRate: '0', nextFundingAt: null },
    ...{ openInterest: '1', asOf: 0 },
  };
  act(() => void store.dispatch(marksSlice.snapshotReceived({ snapshot: mark, at: 0 })));
  await showPage(store, <ContractAccountPanel market={PERPETUAL} />, '/contractTransaction');
  return {
    sent: () =>
      asked
        .filter(({ path }) => path === APPLY)
        .map(({ body }) => {
          const { clientId, ...wish } = JSON.parse(body) as Record<string, string>;
          return { clientId, wish };
        }),
  };
}

const dialog = () => screen.queryByRole('dialog', { hidden: true });
const enter = async (text: string) => {
  const field = screen.getByRole('textbox', { name: /^Amount/, hidden: true });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  await settle();
};

describe('futures account panel', () => {
  it('shows equity, unrealised profit and the free amount', async () => {
    await show();
    const text = screen.getByRole('region', { name: 'Futures account' }).textContent;
    expect(text).toContain('Equity2,315.6750');
    expect(text).toContain('Unrealised profit500.0000');
    expect(text).toContain('Free300.0000');
  });

  it('is hidden from visitors', async () => {
    await show({ isLogin: false });
    expect(screen.queryByRole('region', { name: 'Futures account' })).toBeNull();
    expect(document.body.textContent).toContain('Log in to see');
  });

  it('transfers in from spot, also everything at once, and out again', async () => {
    const { sent } = await show();
    await press('Transfer in');
    await press(/^2,500\.50* USDT$/);
    await press('Transfer');
    expect(dialog()).toBeNull();
    await press('Transfer out');
    await enter('100');
    await press('Transfer');
    expect(sent().map(({ wish }) => wish)).toEqual([
      { asset: 'USDT', from: 'spot', to: 'contract', amount: '2500.5' },
      { asset: 'USDT', from: 'contract', to: 'spot', amount: '100' },
    ]);
  });

  it('rejects zero and amounts above the free balance, unrealised profit excluded', async () => {
    const { sent } = await show();
    await press('Transfer in');
    await press('Transfer');
    expect(screen.getByRole('alert', { hidden: true }).textContent).not.toBe('');
    await press('Swap accounts');
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
    await enter('300.00000001');
    await press('Transfer');
    expect(screen.getByRole('alert', { hidden: true }).textContent).not.toBe('');
    expect(sent()).toEqual([]);
  });

  it('keeps the dialog on a refusal and retries with the same client id', async () => {
    const answers = [refusal(409, 'mark.stale', 'The index is out of date.'), success({ position: 9, transfer: '1' })];
    const { sent } = await show({ answer: () => answers.shift() ?? success({}) });
    await press('Transfer out');
    await enter('300');
    await press('Transfer');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('The index is out of date.');
    await press('Transfer');
    expect(dialog()).toBeNull();
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  it('reuses the client id after the dialog closed with an unknown outcome', async () => {
    const { sent } = await show({ answer: () => refusal(503, 'outcome.unknown', 'Nobody knows.') });
    for (let tries = 0; tries < 2; tries++) {
      await press('Transfer out');
      await enter('300');
      await press('Transfer');
      await press('Close');
    }
    const [first, second] = sent();
    expect(second).toEqual(first);
  });
});
