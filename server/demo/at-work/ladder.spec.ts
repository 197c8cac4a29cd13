import fc from 'fast-check';
import type { CoreEvent } from '../../core/event';
import { LiveExchange, MARKET } from '../../../test/tools/people/live-exchange';
import { randomFrom } from '../../platform/prices/noise';
import type { QuoteMarket } from '../../products/spot/core/commands';
import { planQuotes, type LadderShape } from './ladder';
import { marketStateOf, type MarketState } from './market-state';

const MAKER = 1;
const ALICE = 2;
const SHAPE: LadderShape = { levels: 8, halfSpreadPpm: 500, stepPpm: 1_000, widening: 1.12, levelNotional: 100 };

/** A desk with a market maker over the real core. */
class Quoting {
  readonly exchange = LiveExchange.open([MAKER, ALICE]);
  private step = 0;

  sight(): MarketState {
    return marketStateOf(this.exchange.state, MARKET, MAKER) as MarketState;
  }

  plan(index: number, changesMax = Infinity, shape = SHAPE): QuoteMarket | null {
    const chance = randomFrom(7, this.step++);
    return planQuotes({
      marketState: this.sight(),
      user: MAKER,
      index,
      shape,
      sides: ['buy', 'sell'],
      changesMax,
      random: chance,
    });
  }

  /** Plans and sends quotes. None may be rejected, and the maker never takes. */
  quote(index: number, changesMax = Infinity, shape = SHAPE): CoreEvent[] {
    const command = this.plan(index, changesMax, shape);
    if (!command) return [];
    const batches = this.exchange.run(command, `user/${MAKER}`);
    expect(batches).toHaveLength(1);
    const [{ events }] = batches;
    expect(types(events)).not.toContain('TradeExecuted');
    return events;
  }

  prices(side: 'buy' | 'sell'): number[] {
    const prices = this.sight().ownOrders.filter((order) => order.side === side);
    return prices.map(({ price }) => price).sort((one, other) => (side === 'buy' ? other - one : one - other));
  }
}

const types = (events: readonly CoreEvent[]): string[] => events.map(({ type }) => type);

describe('the ladder', () => {
  it('fills an empty book on both sides of the index, and does nothing while the index is constant', () => {
    const quoting = new Quoting();
    quoting.quote(10_000);
    expect(quoting.prices('buy')).toHaveLength(8);
    expect(quoting.prices('sell')).toHaveLength(8);
    expect(quoting.prices('buy')[0]).toBeLessThan(10_000);
    expect(quoting.prices('sell')[0]).toBeGreaterThan(10_000);
    expect(new Set(quoting.prices('buy')).size).toBe(8);
    expect(quoting.plan(10_000)).toBeNull();
  });

  it('moves with the index: the nearest order goes to the far end, the last to the front', () => {
    const quoting = new Quoting();
    quoting.quote(10_000);
    const events = quoting.quote(10_015);
    expect(new Set(types(events))).toEqual(new Set(['OrderAmended']));
    expect(events.length).toBeLessThan(8);
    expect(quoting.plan(10_015)).toBeNull();
  });

  it('with few changes allowed, moves the orders that would lose first', () => {
    const quoting = new Quoting();
    quoting.quote(10_000);
    const nearest = quoting.prices('sell')[0];
    const order = quoting.sight().ownOrders.find(({ price }) => price === nearest);
    expect(quoting.plan(10_200, 1)).toMatchObject({ cancels: [], amends: [{ order: order?.id }], places: [] });
  });

  it('replaces filled orders and tops up thin ones', () => {
    const quoting = new Quoting();
    quoting.quote(10_000);
    const [best] = quoting.sight().ownOrders.filter(({ price }) => price === quoting.prices('sell')[0]);
    const take = { user: ALICE, side: 'buy', price: best.price, timeInForce: 'ioc' } as const;
    quoting.exchange.place({ ...take, quantity: best.open });
    expect(types(quoting.quote(10_000))).toEqual(['OrderPlaced']);
    const [again] = quoting.sight().ownOrders.filter(({ price }) => price === quoting.prices('sell')[0]);
    quoting.exchange.place({ ...take, price: again.price, quantity: again.open - 1 });
    expect(types(quoting.quote(10_000))).toEqual(['OrderAmended']);
  });

  it('stays behind others who quote across the index', () => {
    const quoting = new Quoting();
    quoting.exchange.place({ user: ALICE, side: 'buy', price: 10_300, quantity: 50 });
    quoting.quote(10_000);
    expect(quoting.prices('sell')[0]).toBeGreaterThan(10_300);
    expect(quoting.prices('buy')[0]).toBeLessThan(10_000);
  });

  it('replaces an order that cannot be topped up', () => {
    const quoting = new Quoting();
    const shape = { ...SHAPE, levels: 1, levelNotional: 3_000 };
    const seen = new Set<string>();
    for (let turn = 0; turn < 40; turn++) {
      seen.add(types(quoting.quote(10_000, Infinity, shape)).join());
      const [best] = quoting.sight().ownOrders.filter(({ side }) => side === 'sell');
      const take = { user: ALICE, side: 'buy', price: best.price, timeInForce: 'ioc' } as const;
      quoting.exchange.place({ ...take, quantity: best.open - 1 });
    }
    expect(seen).toEqual(new Set(['OrderPlaced,OrderPlaced', 'OrderAmended', 'OrderCancelled,OrderPlaced']));
  });

  it('does nothing in a market that is not open', () => {
    const { exchange } = new Quoting();
    exchange.run({ type: 'SetMarketState', market: MARKET, state: 'maintenance' });
    expect(marketStateOf(exchange.state, MARKET, MAKER)).toBeNull();
    expect(marketStateOf(exchange.state, 'NONE-USDT', MAKER)).toBeNull();
  });

  it.each(['USDT', MARKET.split('-')[0]])('does nothing while %s is in maintenance', (asset) => {
    const { exchange } = new Quoting();
    const open = { type: 'SetAssetState', asset, trading: 'open', deposits: 'open', withdrawals: 'open' } as const;
    exchange.run({ ...open, trading: 'maintenance', reason: 'upgrade' });
    expect(marketStateOf(exchange.state, MARKET, MAKER)).toBeNull();
    exchange.run({ ...open, reason: 'done' });
    expect(marketStateOf(exchange.state, MARKET, MAKER)).not.toBeNull();
  });

  it('is never rejected and never takes, for any index and any orders of others', () => {
    const moved = fc.record({
      index: fc.integer({ min: 1, max: 40_000 }),
      changesMax: fc.integer({ min: 1, max: 40 }),
    });
    const other = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.integer({ min: 9_000, max: 11_000 }),
      quantity: fc.integer({ min: 1, max: 500_000 }),
      timeInForce: fc.constantFrom('gtc' as const, 'ioc' as const),
    });
    const walk = fc.array(fc.oneof(moved, other), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(walk, (steps) => {
        const quoting = new Quoting();
        let index = 10_000;
        for (const step of steps) {
          if ('index' in step) index = step.index;
          else quoting.exchange.place({ user: ALICE, ...step });
          const changesMax = 'index' in step ? step.changesMax : 5;
          expect(quoting.quote(index, changesMax).length).toBeLessThanOrEqual(2 * changesMax);
        }
        quoting.quote(index);
        expect(quoting.prices('buy').length).toBeLessThanOrEqual(SHAPE.levels);
        expect(quoting.prices('sell').length).toBeLessThanOrEqual(SHAPE.levels);
      }),
      { numRuns: 60, seed: 20_260_101 },
    );
  });
});
