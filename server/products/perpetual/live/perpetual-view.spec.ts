import { ALICE, BOB, CAROL, later } from '../../../../test/tools/fixtures/core-fixture';
import {
  BTC_PERP,
  PERP,
  changeTerms,
  busyPerpetuals,
  mark,
  open,
  perpetuals,
} from '../../../../test/tools/fixtures/perpetual-fixture';
import { getOrThrow } from '../../../core/evolve-helpers';
import { userAccount } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { LiveViews } from '../../../views/live/live-views';

/** Live views of a perpetual market, and its traders' holds. */
describe.each(['folded from the journal', 'seeded by a snapshot'] as const)('live views %s, with perpetuals', (how) => {
  const scenario = busyPerpetuals();
  const { exchange } = scenario;
  // After a long interruption publications are close-only for a while.
  for (let place = 0; place < 3; place++) exchange.take(later(15_000, mark(500_000, exchange.now + 15_000)));
  scenario.given(open(CAROL, 'long', 499_500, 3), open(CAROL, 'short', 500_700, 4));
  const { state, batches } = exchange;
  const views = new LiveViews();
  if (how === 'folded from the journal') views.fold(batches);
  else views.seed(state);

  it('are at the journal’s position and list the contract with its terms', () => {
    expect(state.orders.size).toBeGreaterThan(0);
    expect(views.position).toBe(state.position);
    const market = views.markets.find(PERP);
    expect(market).toMatchObject({ product: 'perpetual', label: PERP, state: 'open' });
    const { terms, orderTiers, change } = getOrThrow(state.perpetual.contracts, PERP);
    expect(market?.contract).toMatchObject({ terms, orderTiers, change });
    expect(market?.contract?.terms).not.toBe(terms);
    expect([...views.markets.ofProduct('spot')]).toEqual([]);
  });

  it('show the core’s book', () => {
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

  it('have the last price', () => {
    const last = views.markets.get(PERP).price(state.markets.get(PERP)?.lastPrice ?? 0);
    expect(views.ticker.read(PERP, state.at).last).toBe(last);
  });

  it('show balances with locked amounts, without orders', () => {
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

describe('changing terms of a contract', () => {
  it('take effect for orders and positions, folded or seeded halfway', () => {
    const scenario = perpetuals();
    const { exchange } = scenario;
    const views = new LiveViews();
    views.fold(exchange.batches);
    const before = exchange.batches.length;
    const seeded = new LiveViews();
    const { tierCaps, tierLeverages, tierRatesPpb } = BTC_PERP;
    const tighter = { tierCaps: tierCaps.map((cap) => cap / 2n), tierLeverages, tierRatesPpb };
    scenario.given(changeTerms({ ...tighter, fundingCapPpb: 1 }));
    seeded.seed(exchange.state);
    const announced = exchange.batches.length;
    // They apply to orders at once and to positions a day later.
    exchange.take(later(1_000, mark(500_000, exchange.now + 1_000)));
    for (const [view, from] of [
      [views, before],
      [seeded, announced],
    ] as const) {
      view.fold(exchange.batches.slice(from));
      const { terms, orderTiers, change } = getOrThrow(exchange.state.perpetual.contracts, PERP);
      expect(view.markets.get(PERP).contract).toMatchObject({ terms, orderTiers, change });
    }
  });
});
