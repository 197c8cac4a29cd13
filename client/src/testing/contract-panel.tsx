/** Fixture: the contract panel below the terminal with given positions, orders and stops. */
import { act, fireEvent, screen } from '@testing-library/react';
import { stubNetwork, success, type Asked } from '../../../test/support/network';
import type {
  ContractMark,
  ContractOrderState,
  ContractPositions,
  ContractUpdate,
  PositionState,
  StopState,
} from '../../../shared/products/perpetual/stream';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { marksSlice } from '../kit/entities/contract/marks';
import { positionsSlice } from '../kit/entities/contract/positions';
import { marketsEndpoint } from '../kit/entities/market/market-api';
import { marketSlice } from '../kit/entities/market/market-slice';
import { sessionApi } from '../kit/entities/session/session-api';
import { interestSlice } from '../kit/stream/interest';
import { selectToasts } from '../kit/toasts/toasts-slice';
import { feeTiers } from './fee-tiers';
import { choose as take } from './choose';
import { pageOf, showPage, testStore } from './page';
import { PERPETUAL } from './perpetual';
import { settle } from './settle';
import { ContractTabs } from '../products/perpetual/panels/positions/contract-tabs';

export const ETHER = { ...PERPETUAL, name: 'ETH-USDT-PERP', label: 'ETH/USDT perpetual', base: 'ETH' };
export const PLACE = '/exchange/app/contract/place';
export const RESULTS = '/exchange/app/contract/results';
export const CLOSE_ALL = '/exchange/app/contract/closeAll';
export const REVERSE = '/exchange/app/contract/reverse';
export const STOP = '/exchange/app/contract/placeStop';
export const AMEND_STOP = '/exchange/app/contract/amendStop';
export const stopPlaced = () => success({ position: 9, repeated: false, stop: '3' });

/** Long 0.5 BTC at 60,000, 20x. */
export const long = (overrides: Partial<PositionState> = {}): PositionState => ({
  ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 1, ...overrides },
});
export const stop = (overrides: Partial<StopState> = {}): StopState => ({
  ...{ id: '4', market: PERPETUAL.name, position: 'long', contract: '1', kind: 'take_profit', triggerBy: 'mark' },
  ...{ trigger: '65000', callback: null, callbackRate: null, extreme: null },
  ...{ price: null, quantity: null, phase: 'waiting', reason: null, ...overrides },
});

export const order = (overrides: Partial<ContractOrderState> = {}): ContractOrderState => ({
  ...{ id: '9', clientId: null, market: PERPETUAL.name, side: 'sell', position: 'long', act: 'close', kind: 'limit' },
  ...{ timeInForce: 'gtc', price: '62000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null },
  ...{
    quantity: '0.5',
    filledQuantity: '0',
    filledValue: '0',
    against: '0',
    held: '0',
    leverage: 20,
    mode: 'isolated',
  },
  ...{ phase: 'resting', reason: null, at: 1, ...overrides },
});

export const ALWAYS = {
  '/exchange/app/account/getUserInfo': () =>
    success({ userId: 7, nickName: 'me', userType: 3, verification: 'certified', frozen: false }),
  '/exchange/app/product/indexList': () => pageOf(PERPETUAL, ETHER),
  '/exchange/app/product/feeTiers': () => success(feeTiers()),
  '/exchange/app/spot/tickers': () => success([]),
  [PLACE]: () => success({ position: 9, repeated: false, order: '1' }),
  [RESULTS]: () => success([]),
};

interface Shown {
  isLogin?: boolean;
  account?: Partial<ContractPositions>;
  answers?: Parameters<typeof stubNetwork>[0];
}

export async function show({ isLogin = true, account = {}, answers = {} }: Shown = {}) {
  const requests = stubNetwork({ ...ALWAYS, ...answers });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, marks: marksSlice.reducer, positions: positionsSlice.reducer },
    ...{ market: marketSlice.reducer, interest: interestSlice.reducer },
  });
  await store.dispatch(marketsEndpoint.initiate());
  if (isLogin) {
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
    const snapshot = { position: 5, positions: [], stops: [], orders: [], settings: [], ...account };
    store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  }
  const pushMark = (mark: string, position: number, overrides: Partial<ContractMark> = {}) => {
    const snapshot = {
      ...{ market: PERPETUAL.name, position, mark, index: mark, p1: null, p2: null, at: 0, isStale: false },
      ...{ closeOnlyUntil: null, fundingRate: '0.0001', lastFundingRate: '0', nextFundingAt: null },
      ...{ openInterest: '1', asOf: 0, ...overrides },
    };
    store.dispatch(marksSlice.snapshotReceived({ snapshot, at: 0 }));
  };
  pushMark('61000', 1);
  await showPage(store, <ContractTabs market={PERPETUAL} />, `/contractTransaction?market=${PERPETUAL.name}`);
  return {
    asked: requests,
    moveTo: async (mark: string, overrides: Partial<ContractMark> = {}) => {
      act(() => pushMark(mark, 2, overrides));
      await settle();
    },
    happens: (from: number, change: Partial<ContractUpdate>) =>
      act(async () => {
        const nothing = { positions: [], stops: [], orders: [], settings: [] };
        const updates = [{ position: from + 1, at: 1, ...nothing, ...change }];
        store.dispatch(positionsSlice.pushReceived({ push: { from, to: from + 1, at: 1, updates }, at: 1 }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }),
    toasts: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
  };
}

export const sentBodies = (requests: readonly Asked[], path: string) =>
  requests
    .filter((one) => one.path === path)
    .map(({ body }) => {
      const { clientId: _, ...request } = JSON.parse(body) as Record<string, unknown>;
      return request;
    });
export const tab = async (name: string) => {
  fireEvent.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
  await settle();
};
export const enter = async (name: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name, hidden: true });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  await settle();
};
export const choose = async (label: string, option: string) => {
  take(screen.getByRole('combobox', { name: new RegExp(label), hidden: true }), option);
  await settle();
};
/** Index among the orders that can be amended. */
export const amend = async (place: number) => {
  fireEvent.click(screen.getAllByRole('button', { name: 'Amend', hidden: true })[place]);
  await settle();
};
export const panel = () => screen.getByRole('tabpanel').textContent;
