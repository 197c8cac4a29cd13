/** Fixture: wallet pages of a user with 100 USDT, one coin chain and one saved address. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { success, type Asked } from '../../../test/support/network';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { marksSlice } from '../kit/entities/contract/marks';
import { positionsSlice } from '../kit/entities/contract/positions';
import { sessionApi } from '../kit/entities/session/session-api';
import { interestSlice } from '../kit/stream/interest';
import { feeTiers } from './fee-tiers';
import { choose } from './choose';
import { settle } from './settle';
import { pageOf, showPage, testStore } from './page';
import { PERPETUAL } from './perpetual';

export const APPLY = '/exchange/app/withdraw/apply';
export const TRANSFER = '/exchange/app/transfer/apply';
export const QUOTE = '/exchange/app/withdraw/quote';
export const RECHARGES = '/exchange/app/rechargerecord/list';
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const OWN = {
  addressId: '1',
  chain: 'ERC20',
  chainName: 'Ethereum (ERC-20)',
  address: ADDRESS,
  label: 'cold',
  listed: true,
  addedAt: 1,
  usableAt: 2,
  beneficiary: null,
  provenAt: null,
};

export const none = () => success({ records: [], total: 0, pageIndex: 1, pageSize: 20 });
export const quote = {
  asset: 'USDT',
  chain: 'ERC20',
  account: 'spot',
  available: '100',
  notFinal: '0',
  beneficiaryAbove: '1000',
  fee: '1',
  minimum: '10',
  decimals: 6,
  maximum: '99',
  limit: '1000',
  limitLeft: '1000',
  price: '1',
  heldUntil: null,
  needsSecondFactor: false,
  hasFundPassword: true,
};
export const chain = {
  asset: 'USDT',
  chain: 'ERC20',
  chainName: 'Ethereum (ERC-20)',
  minimum: '1',
  confirmations: 12,
  decimals: 6,
  simulated: true,
  faucetMaximum: '10000',
};
export const OPEN = { trading: 'open', deposits: 'open', withdrawals: 'open', pending: [] as unknown[] };
export const usdt = {
  ...{ asset: 'USDT', scale: 8, isFiat: false },
  chains: [{ chain: 'ERC20', rechargeMin: '1', confirmations: 12 }],
};
/** Asset list with only USDT, in the given states. */
export const coinIn = (states: Partial<typeof OPEN>) => ({
  '/exchange/app/product/assetList': () => success({ records: [{ ...usdt, ...OPEN, ...states }] }),
});
export const ALWAYS = {
  '/exchange/app/account/getUserInfo': () => success({ userId: 7, nickName: 'me', userType: 3 }),
  '/exchange/app/product/assetList': () =>
    success({
      records: [
        { ...usdt, ...OPEN },
        { asset: 'USD', scale: 2, isFiat: true, chains: [], ...OPEN },
      ],
    }),
  '/exchange/app/assets/balances': () =>
    success({
      position: 1,
      balances: [{ account: 'spot', asset: 'USDT', available: '100', frozen: '0', locked: '0' }],
    }),
  '/exchange/app/recharge/chains': () => success({ records: [chain], bank: ['USD'] }),
  '/exchange/app/recharge/address': () => success({ ...chain, address: ADDRESS, uri: ADDRESS }),
  '/exchange/app/recharge/reports': none,
  '/exchange/app/withdraw/addresses': () => success({ records: [OWN] }),
  '/exchange/app/withdraw/list': none,
  '/exchange/app/transfer/list': none,
  '/exchange/app/product/indexList': () => pageOf(PERPETUAL),
  '/exchange/app/product/feeTiers': () => success(feeTiers()),
  [RECHARGES]: none,
  [QUOTE]: () => success(quote),
};

export async function show(Page: ComponentType, at = '/') {
  const store = testStore({
    ...{ balances: balancesSlice.reducer, interest: interestSlice.reducer },
    ...{ marks: marksSlice.reducer, positions: positionsSlice.reducer },
  });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <Page />, at);
  return store;
}

/** Shows the page; the returned function fires its ten-second poll timers. */
export async function showForLong(Page: ComponentType) {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await show(Page);
  const pollCallbacks = timers.mock.calls.filter(([, ms]) => ms === 10_000).map(([work]) => work);
  timers.mockRestore();
  return async () => {
    act(() => pollCallbacks.forEach((work) => work()));
    await settle();
  };
}

export const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
/** Chooses the saved address; the field allows no typing. */
export const chooseAddress = (label: string) => {
  choose(screen.getByRole('combobox', { name: label }), /cold/);
};
export const press = async (name: string, container: HTMLElement = document.body) => {
  fireEvent.click(within(container).getByRole('button', { name }));
  await settle();
};
export const amount = () => screen.getByLabelText<HTMLInputElement>('Amount').value;
export const bodiesOf = (requests: readonly Asked[], path: string) =>
  requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
