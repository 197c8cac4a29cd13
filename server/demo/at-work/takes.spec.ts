import fc from 'fast-check';
import { LiveExchange, MARKET } from '../../../test/tools/people/live-exchange';
import { randomFrom } from '../../platform/prices/noise';
import { marketStateOf, type MarketState } from './market-state';
import { activityAt, buyerBiasAt, planTake, planTakePressure, takesDue } from './takes';

const MAKER = 1;
const TAKER = 2;
const ALICE = 3;
const INDEX = 10_000;

function quoted(bid: number, ask: number): LiveExchange {
  const exchange = LiveExchange.open([MAKER, TAKER, ALICE]);
  exchange.place({ user: MAKER, side: 'buy', price: bid, quantity: 100_000 });
  exchange.place({ user: MAKER, side: 'sell', price: ask, quantity: 100_000 });
  return exchange;
}

const stateOf = (exchange: LiveExchange): MarketState => marketStateOf(exchange.state, MARKET, MAKER) as MarketState;

/** Number of buyers among 1,000 random draws. */
function buyers(exchange: LiveExchange, index: number, mood: number): number {
  const pressures = Array.from({ length: 1_000 }, (_, step) => {
    return planTakePressure({ marketState: stateOf(exchange), index, buyerBias: mood, random: randomFrom(1, step) });
  });
  return pressures.filter(({ side }) => side === 'buy').length;
}

describe('takers', () => {
  it('ignore quotes far from the index', () => {
    const pressure = { side: 'buy', times: 1 } as const;
    const input = { user: TAKER, index: INDEX, pressure, notionalMean: 10, random: randomFrom(1, 1) };
    expect(planTake({ ...input, marketState: stateOf(quoted(9_800, 10_100)) })).not.toBeNull();
    expect(planTake({ ...input, marketState: stateOf(quoted(9_800, 10_200)) })).toBeNull();
  });

  it('find nothing in an empty book', () => {
    const empty = LiveExchange.open([MAKER, TAKER]);
    const pressure = { side: 'buy', times: 1 } as const;
    const input = {
      marketState: stateOf(empty),
      user: TAKER,
      index: INDEX,
      pressure,
      notionalMean: 10,
      random: randomFrom(1, 1),
    };
    expect(planTake(input)).toBeNull();
  });

  it('follow the mood', () => {
    const exchange = quoted(9_990, 10_010);
    expect(buyers(exchange, 10_000, 0)).toBeGreaterThan(430);
    expect(buyers(exchange, 10_000, 0)).toBeLessThan(570);
    expect(buyers(exchange, 10_000, 1)).toBeGreaterThan(700);
    expect(buyers(exchange, 10_000, -1)).toBeLessThan(300);
  });

  it('take quotes that the index has passed', () => {
    expect(buyers(quoted(9_990, 10_010), 10_020, -1)).toBe(1_000);
    expect(buyers(quoted(9_990, 10_010), 9_980, 1)).toBe(0);
  });

  it('take more than usual from others who quote across the index', () => {
    const exchange = quoted(9_990, 10_010);
    exchange.place({ user: ALICE, side: 'buy', price: 10_005, quantity: 10 });
    const input = { marketState: stateOf(exchange), index: 10_000, buyerBias: 1, random: randomFrom(1, 1) };
    expect(planTakePressure(input)).toEqual({ side: 'sell', times: 4 });
  });

  it('send accepted orders that trade, with the requested average size', () => {
    const unit = 1_000_000;
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1_100, max: 18_900 }), fc.boolean(), (key, price, buys) => {
        const exchange = quoted(price, price + 1);
        const pressure = { side: buys ? 'buy' : 'sell', times: 1 } as const;
        const input = {
          marketState: stateOf(exchange),
          user: TAKER,
          index: price,
          pressure,
          notionalMean: 5,
          random: randomFrom(key, 1),
        };
        const command = planTake(input);
        const batches = command ? exchange.run(command, `user/${TAKER}`) : [];
        expect(batches.flatMap(({ events }) => events).map(({ type }) => type)).toContain('TradeExecuted');
      }),
      { numRuns: 100, seed: 20_260_101 },
    );
    const exchange = quoted(9_999, 10_001);
    const worth = Array.from({ length: 2_000 }, (_, step) => {
      const pressure = { side: 'sell', times: 1 } as const;
      const input = {
        marketState: stateOf(exchange),
        user: TAKER,
        index: INDEX,
        pressure,
        notionalMean: 5,
        random: randomFrom(3, step),
      };
      return ((planTake(input)?.quantity ?? 0) * 9_999 * stateOf(exchange).unitsPerTickLot) / unit;
    });
    const mean = worth.reduce((sum, one) => sum + one, 0) / worth.length;
    expect(mean).toBeGreaterThan(4);
    expect(mean).toBeLessThan(6);
  });

  it('come at the expected rate, in clusters', () => {
    const bustles = Array.from({ length: 20_000 }, (_, step) => activityAt(5, step * 60_000));
    const mean = bustles.reduce((sum, one) => sum + one, 0) / bustles.length;
    expect(mean).toBeGreaterThan(0.9);
    expect(mean).toBeLessThan(1.1);
    expect(Math.max(...bustles)).toBeGreaterThan(2.5);
    expect(Math.min(...bustles)).toBeLessThan(0.3);

    const due = Array.from({ length: 10_000 }, (_, step) => takesDue(1.3, randomFrom(6, step)));
    expect(due.reduce((sum, one) => sum + one, 0) / due.length).toBeCloseTo(1.3, 1);
    expect(new Set(due)).toEqual(new Set([1, 2]));
  });

  it('have moods between all sell and all buy', () => {
    const moods = Array.from({ length: 5_000 }, (_, step) => buyerBiasAt(5, step * 30_000));
    expect(Math.max(...moods)).toBeLessThanOrEqual(1);
    expect(Math.min(...moods)).toBeGreaterThanOrEqual(-1);
    expect(Math.abs(moods.reduce((sum, one) => sum + one, 0) / moods.length)).toBeLessThan(0.1);
  });
});
