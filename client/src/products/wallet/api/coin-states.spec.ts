import { depositHindrance, hindrancesOf, transferHindrance, withdrawalHindrance, type CoinStates } from './coin-states';

const OPEN: CoinStates = { trading: 'open', deposits: 'open', withdrawals: 'open' };
const MAINTAINED: CoinStates = { ...OPEN, trading: 'maintenance' };

describe('a coin', () => {
  it('that is as usual hinders nothing', () => {
    expect([depositHindrance(OPEN), withdrawalHindrance(OPEN), transferHindrance(OPEN)]).toEqual([null, null, null]);
    expect(hindrancesOf(OPEN)).toEqual([]);
  });

  it('in maintenance is neither moved nor withdrawn, and can still come in', () => {
    expect(depositHindrance(MAINTAINED)).toBeNull();
    expect(transferHindrance(MAINTAINED)).toBe('coin.under.maintenance');
    expect(withdrawalHindrance(MAINTAINED)).toBe('coin.under.maintenance');
    expect(hindrancesOf(MAINTAINED)).toEqual(['coin.under.maintenance']);
  });

  it('with one gate shut leaves the other open', () => {
    const shut: CoinStates = { ...OPEN, deposits: 'suspended' };
    expect([depositHindrance(shut), withdrawalHindrance(shut)]).toEqual(['asset.deposits.suspended', null]);
    expect(withdrawalHindrance({ ...OPEN, withdrawals: 'suspended' })).toBe('asset.withdrawals.suspended');
    expect(hindrancesOf({ trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' })).toEqual([
      'coin.under.maintenance',
      'asset.deposits.suspended',
    ]);
  });
});
