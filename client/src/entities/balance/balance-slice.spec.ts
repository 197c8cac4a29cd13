import type { Balance } from '../../../../shared/wire/market-data';
import {
  balanceSnapshotReceived,
  balanceUpdatesReceived,
  balancesSlice,
  selectAccounts,
  selectAvailable,
  selectBalances,
  selectBalancesPosition,
} from './balance-slice';

const AT = 1_760_000_000_000;

function balance(asset: string, available: string, account: Balance['account'] = 'spot'): Balance {
  return { account, asset, available, frozen: '0', locked: '0' };
}

const after = (...happenings: Parameters<typeof balancesSlice.reducer>[1][]) => ({
  balances: happenings.reduce(balancesSlice.reducer, balancesSlice.getInitialState()),
});

describe("the user's balances", () => {
  const snapshot = balanceSnapshotReceived({ position: 5, balances: [balance('BTC', '1'), balance('USDT', '100')] });

  it('wait for their snapshot', () => {
    const state = after(balanceUpdatesReceived([{ position: 6, at: AT, balances: [balance('BTC', '2')] }]));
    expect(selectBalancesPosition(state)).toBeNull();
    expect(selectBalances(state)).toEqual({});
  });

  it('are replaced asset by asset, in the order of their positions', () => {
    const state = after(
      snapshot,
      balanceUpdatesReceived([
        { position: 6, at: AT, balances: [balance('USDT', '40'), balance('ETH', '3')] },
        { position: 8, at: AT, balances: [balance('USDT', '30')] },
      ]),
    );
    expect(selectBalancesPosition(state)).toBe(8);
    expect(['BTC', 'USDT', 'ETH'].map((asset) => selectAvailable(state, asset))).toEqual(['1', '30', '3']);
  });

  it('of other accounts are theirs alone: orders see the spot account', () => {
    const state = after(
      snapshot,
      balanceUpdatesReceived([{ position: 6, at: AT, balances: [balance('USDT', '7', 'contract')] }]),
    );
    expect(selectAvailable(state, 'USDT')).toBe('100');
    expect(selectAccounts(state).contract).toEqual({ USDT: balance('USDT', '7', 'contract') });
  });

  it('stay the same object when an update says nothing new', () => {
    const known = after(snapshot);
    const stale = balanceUpdatesReceived([{ position: 5, at: AT, balances: [balance('BTC', '9')] }]);
    expect(balancesSlice.reducer(known.balances, stale)).toBe(known.balances);
  });

  it('are forgotten for a new snapshot, even one of an earlier position', () => {
    const state = after(snapshot, balanceSnapshotReceived({ position: 2, balances: [balance('BTC', '7')] }));
    expect(selectBalancesPosition(state)).toBe(2);
    expect(selectBalances(state)).toEqual({ BTC: balance('BTC', '7') });
  });

  it('are nothing of an asset that was never held', () => {
    expect(selectAvailable(after(snapshot), 'DOGE')).toBe('0');
  });
});
