import type { UnknownAction } from '@reduxjs/toolkit';
import type { Balance, BalanceUpdate } from '../../../../../shared/wire/market-data';
import {
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

const told = (position: number, balances: Balance[]) =>
  balancesSlice.snapshotReceived({ snapshot: { position, balances }, at: AT });
const pushed = (from: number, to: number, ...updates: BalanceUpdate[]) =>
  balancesSlice.pushReceived({ push: { from, to, at: AT, updates }, at: AT });

const after = (...happenings: UnknownAction[]) => ({
  balances: happenings.reduce(balancesSlice.reducer, balancesSlice.getInitialState()),
});

describe('user balances', () => {
  const snapshot = told(5, [balance('BTC', '1'), balance('USDT', '100')]);

  it('wait for their snapshot', () => {
    const state = after(pushed(5, 6, { position: 6, at: AT, balances: [balance('BTC', '2')] }));
    expect(selectBalancesPosition(state)).toBeNull();
    expect(selectBalances(state)).toEqual({});
  });

  it('are replaced per asset in journal order', () => {
    const state = after(
      snapshot,
      pushed(
        5,
        9,
        { position: 6, at: AT, balances: [balance('USDT', '40'), balance('ETH', '3')] },
        { position: 8, at: AT, balances: [balance('USDT', '30')] },
      ),
    );
    expect(selectBalancesPosition(state)).toBe(8);
    expect(['BTC', 'USDT', 'ETH'].map((asset) => selectAvailable(state, asset))).toEqual(['1', '30', '3']);
  });

  it('are separate per account: orders use the spot account', () => {
    const state = after(snapshot, pushed(5, 6, { position: 6, at: AT, balances: [balance('USDT', '7', 'contract')] }));
    expect(selectAvailable(state, 'USDT')).toBe('100');
    expect(selectAccounts(state).contract).toEqual({ USDT: balance('USDT', '7', 'contract') });
  });

  it('are unchanged by repeated updates and heartbeats', () => {
    const known = after(snapshot);
    for (const nothing of [pushed(3, 5, { position: 5, at: AT, balances: [balance('BTC', '9')] }), pushed(5, 9)]) {
      const state = after(snapshot, nothing);
      expect(selectAccounts(state)).toEqual(selectAccounts(known));
      expect(selectBalancesPosition(state)).toBe(5);
    }
  });

  it('resync after a sequence gap', () => {
    const { liveness, seq } = balancesSlice.select(after(snapshot, pushed(5, 9), pushed(10, 11)), 'balance');
    expect([liveness.phase, seq]).toEqual(['resyncing', 9]);
  });

  it('are replaced by a new snapshot, even at an earlier position', () => {
    const state = after(snapshot, told(2, [balance('BTC', '7')]));
    expect(selectBalancesPosition(state)).toBe(2);
    expect(selectBalances(state)).toEqual({ BTC: balance('BTC', '7') });
  });

  it('default to 0 for an asset never held', () => {
    expect(selectAvailable(after(snapshot), 'DOGE')).toBe('0');
  });
});
