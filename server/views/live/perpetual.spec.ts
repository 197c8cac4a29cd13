import { ALICE, BOB, CAROL } from '../../../test/tools/core-fixture';
import { PERP, everythingOfPerpetuals } from '../../../test/tools/perpetual-fixture';
import { userAccount } from '../../core/ledger/entry';
import { balanceOf } from '../../core/ledger/ledger';
import { LiveViews } from './live-views';

/** Perpetuals have no live views yet: what they hold counts in balances, and nothing else is told of them. */
describe.each(['folded from the journal', 'seeded by a snapshot'] as const)('live views %s, with perpetuals', (how) => {
  const { exchange } = everythingOfPerpetuals();
  const { state, batches } = exchange;
  const views = new LiveViews();
  if (how === 'folded from the journal') views.fold(batches);
  else views.seed(state);

  it('stand where the journal stands, and list no perpetual', () => {
    expect(state.orders.size).toBeGreaterThan(0);
    expect(views.position).toBe(state.position);
    expect(views.markets.find(PERP)).toBeUndefined();
    expect([...views.markets.all()]).toEqual([]);
  });

  it('tell balances with what is locked, and no orders', () => {
    for (const user of [ALICE, BOB, CAROL]) {
      const told = views.balances.snapshot(user).balances.find(({ account }) => account === 'contract');
      const bucket = (name: 'available' | 'frozen' | 'locked') =>
        views.markets.amount('USDT', balanceOf(state.ledger, userAccount(user, 'contract', 'USDT', name)));
      expect(told).toEqual({
        account: 'contract',
        asset: 'USDT',
        available: bucket('available'),
        frozen: bucket('frozen'),
        locked: bucket('locked'),
      });
      expect(views.orders.snapshot(user).orders).toEqual([]);
    }
  });
});
