/** What the user has, by account and asset, folded from the private channel. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AccountKind } from '../../../../shared/rules/account-kinds';
import type { Balance, BalanceSnapshot, BalanceUpdate } from '../../../../shared/wire/market-data';

export interface BalancesState {
  /** Journal position the balances stand at; null before the first snapshot. */
  position: number | null;
  byAccount: ByAccount;
}

type ByAsset = Readonly<Record<string, Balance>>;
/** An account of which nothing was ever told is empty. */
export type ByAccount = Readonly<Partial<Record<AccountKind, ByAsset>>>;

const NOTHING: ByAsset = {};
const UNKNOWN: BalancesState = { position: null, byAccount: {} };

export const balancesSlice = createSlice({
  name: 'balances',
  initialState: UNKNOWN,
  reducers: {
    balanceSnapshotReceived: (_state, { payload: { position, balances } }: PayloadAction<BalanceSnapshot>) => ({
      position,
      byAccount: balances.reduce(accountsAfter, {}),
    }),
    balanceUpdatesReceived: (state, { payload }: PayloadAction<readonly BalanceUpdate[]>) =>
      payload.reduce(balancesAfter, state),
  },
  selectors: {
    selectBalancesPosition: ({ position }) => position,
    selectAccounts: ({ byAccount }) => byAccount,
    /** Of the spot account, which orders trade with. */
    selectBalances: ({ byAccount }) => byAccount.spot ?? NOTHING,
    selectAvailable: ({ byAccount }, asset: string): string => byAccount.spot?.[asset]?.available ?? '0',
  },
});

export const { balanceSnapshotReceived, balanceUpdatesReceived } = balancesSlice.actions;
export const { selectBalancesPosition, selectAccounts, selectBalances, selectAvailable } = balancesSlice.selectors;

/** The same state when the update is not newer than what is known. */
function balancesAfter(state: BalancesState, { position, balances }: BalanceUpdate): BalancesState {
  if (state.position === null || position <= state.position) return state;
  return { position, byAccount: balances.reduce(accountsAfter, state.byAccount) };
}

function accountsAfter(accounts: ByAccount, balance: Balance): ByAccount {
  const { account, asset } = balance;
  return { ...accounts, [account]: { ...accounts[account], [asset]: balance } };
}
