import { depositBlock, coinBlocksOf, transferBlock, withdrawalBlock, type CoinStates } from './coin-states';

const OPEN: CoinStates = { trading: 'open', deposits: 'open', withdrawals: 'open' };
const MAINTAINED: CoinStates = { ...OPEN, trading: 'maintenance' };

describe('coin', () => {
  it('in normal state has no restriction', () => {
    expect([depositBlock(OPEN), withdrawalBlock(OPEN), transferBlock(OPEN)]).toEqual([null, null, null]);
    expect(coinBlocksOf(OPEN)).toEqual([]);
  });

  it('in maintenance can be deposited, but not transferred or withdrawn', () => {
    expect(depositBlock(MAINTAINED)).toBeNull();
    expect(transferBlock(MAINTAINED)).toBe('coin.under.maintenance');
    expect(withdrawalBlock(MAINTAINED)).toBe('coin.under.maintenance');
    expect(coinBlocksOf(MAINTAINED)).toEqual(['coin.under.maintenance']);
  });

  it('with one suspension keeps the other direction open', () => {
    const shut: CoinStates = { ...OPEN, deposits: 'suspended' };
    expect([depositBlock(shut), withdrawalBlock(shut)]).toEqual(['asset.deposits.suspended', null]);
    expect(withdrawalBlock({ ...OPEN, withdrawals: 'suspended' })).toBe('asset.withdrawals.suspended');
    expect(coinBlocksOf({ trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' })).toEqual([
      'coin.under.maintenance',
      'asset.deposits.suspended',
    ]);
  });
});
