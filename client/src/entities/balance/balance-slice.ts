/** What the user has, by asset, folded from the private channel. */
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { Balance, BalanceSnapshot, BalanceUpdate } from '../../../../shared/wire/market-data';
import { loggedOut, notLoggedIn, sessionExpired } from '../../shared/api/api-events';

export interface BalancesState {
  /** Journal position the balances stand at; null before the first snapshot. */
  position: number | null;
  byAsset: Readonly<Record<string, Balance>>;
}

const UNKNOWN: BalancesState = { position: null, byAsset: {} };

export const balancesSlice = createSlice({
  name: 'balances',
  initialState: UNKNOWN,
  reducers: {
    balanceSnapshotReceived: (_state, { payload: { position, balances } }: PayloadAction<BalanceSnapshot>) => ({
      position,
      byAsset: Object.fromEntries(balances.map((balance) => [balance.asset, balance])),
    }),
    balanceUpdatesReceived: (state, { payload }: PayloadAction<readonly BalanceUpdate[]>) =>
      payload.reduce(balancesAfter, state),
  },
  extraReducers: (builder) => builder.addMatcher(isAnyOf(loggedOut, notLoggedIn, sessionExpired), () => UNKNOWN),
  selectors: {
    selectBalancesPosition: ({ position }) => position,
    selectBalances: ({ byAsset }) => byAsset,
    selectAvailable: ({ byAsset }, asset: string): string => byAsset[asset]?.available ?? '0',
  },
});

export const { balanceSnapshotReceived, balanceUpdatesReceived } = balancesSlice.actions;
export const { selectBalancesPosition, selectBalances, selectAvailable } = balancesSlice.selectors;

/** The same state when the update is not newer than what is known. */
function balancesAfter(state: BalancesState, { position, balances }: BalanceUpdate): BalancesState {
  if (state.position === null || position <= state.position) return state;
  const byAsset = { ...state.byAsset };
  for (const balance of balances) byAsset[balance.asset] = balance;
  return { position, byAsset };
}
