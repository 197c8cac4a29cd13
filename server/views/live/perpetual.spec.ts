import { ALICE, BOB, CAROL } from '../../../test/tools/core-fixture';
import { PERP, everythingOfPerpetuals } from '../../../test/tools/perpetual-fixture';
import { userAccount } from '../../core/ledger/entry';
import { balanceOf } from '../../core/ledger/ledger';
import { LiveViews } from './live-views';

/** What is told of a perpetual's market, and what its traders hold. */
describe.each(['folded from the journal', 'seeded by a snapshot'] as const)('live views %s, with perpetuals', (how) => {
  const { exchange } = everythingOfPerpetuals();
  const { state, batches } = exchange;
  const views = new LiveViews();
  if (how === 'folded from the journal') views.fold(batches);
  else views.seed(state);

  it('stand where the journal stands, and list the contract with its terms', () => {
    expect(state.orders.size).toBeGreaterThan(0);
    expect(views.position).toBe(state.position);
    const market = views.markets.find(PERP);
    expect(market).toMatchObject({ product: 'perpetual', label: PERP, state: 'open' });
    expect(market?.contract).toEqual(state.perpetual.contracts.get(PERP)?.terms);
    expect([...views.markets.ofProduct('spot')]).toEqual([]);
  });

  it('show the book that the core has', () => {
    const market = views.markets.get(PERP);
    const told = { buy: new Map<number, number>(), sell: new Map<number, number>() };
    for (const { phase, side, price, quantity, filledQuantity } of state.orders.values()) {
      if (phase !== 'resting') continue;
      told[side].set(price, (told[side].get(price) ?? 0) + quantity - filledQuantity);
    }
    const levels = (side: 'buy' | 'sell') =>
      [...told[side]]
        .sort(([one], [other]) => (side === 'buy' ? other - one : one - other))
        .map(([ticks, lots]) => [market.price(ticks), market.quantity(lots)]);
    expect(views.depth.snapshot(PERP)).toMatchObject({ bids: levels('buy'), asks: levels('sell') });
    expect(told.buy.size + told.sell.size).toBeGreaterThan(0);
  });

  it('tell the last price', () => {
    const last = views.markets.get(PERP).price(state.markets.get(PERP)?.lastPrice ?? 0);
    expect(views.ticker.read(PERP, state.at).last).toBe(last);
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
