import fc from 'fast-check';
import { NaiveBook } from '../../../test/simulation/naive-book';
import {
  LOTS_MAX,
  addOrder,
  bestTicks,
  createBook,
  forEachOrder,
  orderCount,
  reduceOrder,
  removeOrder,
  type Book,
  type BookView,
} from './book';
import { TICKS_MAX } from './price-tree';
import { createPlan, planMatch, type MatchJudge, type MatchPlan, type Taker, type MatchVerdict } from './matching';
import type { OrderSide, OrderTerms } from './order';

type SelfTrade = OrderTerms['selfTrade'];

const ME = 1;
const OTHER = 2;

const buys = (lots: number, terms: Partial<Taker> = {}): Taker => ({
  side: 'buy',
  owner: ME,
  limitTicks: TICKS_MAX,
  lots,
  quoteBudget: null,
  quotePerTickLot: 1n,
  selfTrade: 'cancel_taker',
  makersMax: 500,
  ...terms,
});
const sells = (lots: number, terms: Partial<Taker> = {}): Taker =>
  buys(lots, { side: 'sell', limitTicks: 1, ...terms });
const spends = (quoteBudget: bigint, terms: Partial<Taker> = {}): Taker =>
  buys(1, { lots: null, quoteBudget, ...terms });

function resting(side: OrderSide, ...rows: [order: number, owner: number, ticks: number, lots: number][]): Book {
  const book = createBook();
  for (const [order, owner, ticks, lots] of rows) addOrder(book, side, order, owner, ticks, lots);
  return book;
}

const stepsOf = ({ steps, order, ticks, lots, owner }: MatchPlan) =>
  Array.from({ length: steps }, (_, step) => ({
    order: order[step],
    ticks: ticks[step],
    lots: lots[step],
    owner: owner[step],
  }));

/** Steps as [order, ticks, lots], then the reason for the end. */
function outcome(view: BookView, taker: Taker) {
  const plan = planMatch(view, taker, createPlan());
  return [stepsOf(plan).map(({ order, ticks, lots }) => [order, ticks, lots]), plan.stopped, plan.remainingLots];
}

describe('a taker by quantity', () => {
  const asks = resting('sell', [1, OTHER, 102, 5], [2, OTHER, 101, 5], [3, OTHER, 101, 5]);

  it('matches nothing in an empty book', () => {
    expect(outcome(createBook(), buys(5))).toEqual([[], 'empty', 5]);
  });

  it('trades at the price of the resting order, best price first, then by arrival', () => {
    const steps = [
      [2, 101, 5],
      [3, 101, 5],
      [1, 102, 2],
    ];
    expect(outcome(asks, buys(12, { limitTicks: 105 }))).toEqual([steps, 'filled', 0]);
  });

  it('stops at its limit when worse orders rest behind', () => {
    expect(outcome(asks, buys(8, { limitTicks: 100 }))).toEqual([[], 'price', 8]);
    expect(outcome(asks, buys(12, { limitTicks: 101 }))[1]).toBe('price');
  });

  it('stops as empty when nothing rests behind, even beyond its limit', () => {
    expect(outcome(resting('sell', [1, OTHER, 101, 5]), buys(8, { limitTicks: 101 }))).toEqual([
      [[1, 101, 5]],
      'empty',
      3,
    ]);
  });

  it('is filled when both quantities end together', () => {
    expect(outcome(asks, buys(15))[1]).toBe('filled');
  });

  it('sells to the highest buyer first, and not below its limit', () => {
    const bids = resting('buy', [1, OTHER, 98, 5], [2, OTHER, 99, 5]);
    expect(outcome(bids, sells(12, { limitTicks: 99 }))).toEqual([[[2, 99, 5]], 'price', 7]);
    expect(outcome(bids, sells(12))).toEqual([
      [
        [2, 99, 5],
        [1, 98, 5],
      ],
      'empty',
      2,
    ]);
  });

  it('overwrites the plan it is given and returns it', () => {
    const plan = planMatch(asks, buys(15), createPlan());
    expect(planMatch(asks, buys(3), plan)).toBe(plan);
    expect(stepsOf(plan)).toEqual([{ order: 2, ticks: 101, lots: 3, owner: OTHER }]);
    expect(plan).toMatchObject({ filledLots: 3, remainingLots: 0, stopped: 'filled' });
  });

  it('changes nothing in the book', () => {
    const before = JSON.stringify(asks);
    planMatch(asks, buys(12), createPlan());
    expect(JSON.stringify(asks)).toBe(before);
  });
});

describe('the maximum resting orders that a taker meets', () => {
  const asks = resting('sell', [1, OTHER, 100, 1], [2, OTHER, 101, 1], [3, OTHER, 102, 1]);

  it.each<[number, Partial<Taker>, string]>([
    [3, { makersMax: 2 }, 'makers_max'],
    [2, { makersMax: 2 }, 'filled'],
    [3, { makersMax: 2, limitTicks: 101 }, 'price'],
    [4, { makersMax: 3 }, 'empty'],
  ])('stops a taker of %i lots only if it would need one more (%j)', (lots, terms, stopped) => {
    expect(outcome(asks, buys(lots, terms))[1]).toBe(stopped);
  });

  it('counts those cancelled by self-trade prevention', () => {
    const mixed = resting('sell', [1, ME, 100, 1], [2, OTHER, 101, 1], [3, OTHER, 102, 1]);
    expect(outcome(mixed, buys(2, { makersMax: 2, selfTrade: 'cancel_maker' }))).toEqual([
      [
        [1, 100, 0],
        [2, 101, 1],
      ],
      'makers_max',
      1,
    ]);
  });
});

describe('self-trade prevention', () => {
  const asks = resting('sell', [1, OTHER, 100, 5], [2, ME, 101, 5], [3, OTHER, 102, 5]);

  it.each<[SelfTrade, number[][], string, number]>([
    ['cancel_taker', [[1, 100, 5]], 'self_trade', 4],
    [
      'cancel_maker',
      [
        [1, 100, 5],
        [2, 101, 0],
        [3, 102, 4],
      ],
      'filled',
      0,
    ],
    [
      'cancel_both',
      [
        [1, 100, 5],
        [2, 101, 0],
      ],
      'self_trade',
      4,
    ],
  ])('%s', (selfTrade, steps, stopped, remaining) => {
    expect(outcome(asks, buys(9, { selfTrade }))).toEqual([steps, stopped, remaining]);
  });

  it.each<SelfTrade>(['cancel_taker', 'cancel_maker', 'cancel_both'])(
    'leaves the owner’s unreached order alone (%s)',
    (selfTrade) => {
      expect(outcome(asks, buys(5, { selfTrade }))).toEqual([[[1, 100, 5]], 'filled', 0]);
      expect(outcome(asks, buys(9, { selfTrade, limitTicks: 100 }))).toEqual([[[1, 100, 5]], 'price', 4]);
      expect(outcome(asks, buys(9, { selfTrade, makersMax: 1 }))).toEqual([[[1, 100, 5]], 'makers_max', 4]);
      expect(outcome(asks, spends(550n, { selfTrade }))).toEqual([[[1, 100, 5]], 'budget', 0]);
    },
  );
});

describe('a market buy by quote amount', () => {
  const asks = resting('sell', [1, OTHER, 100, 5], [2, OTHER, 110, 5]);

  it.each<[bigint, number[][], string]>([
    [99n, [], 'budget'],
    [100n, [[1, 100, 1]], 'budget'],
    [499n, [[1, 100, 4]], 'budget'],
    [500n, [[1, 100, 5]], 'budget'],
    [609n, [[1, 100, 5]], 'budget'],
    [
      720n,
      [
        [1, 100, 5],
        [2, 110, 2],
      ],
      'budget',
    ],
    [
      1_050n,
      [
        [1, 100, 5],
        [2, 110, 5],
      ],
      'budget',
    ],
    [
      1_051n,
      [
        [1, 100, 5],
        [2, 110, 5],
      ],
      'empty',
    ],
  ])('takes the whole lots that %i buys', (budget, steps, stopped) => {
    expect(outcome(asks, spends(budget))).toEqual([steps, stopped, 0]);
  });

  it('costs quote units per tick and lot', () => {
    expect(outcome(asks, spends(2_999n, { quotePerTickLot: 10n }))).toEqual([[[1, 100, 2]], 'budget', 0]);
  });

  it('stops at the edge of the band', () => {
    expect(outcome(asks, spends(1_000n, { limitTicks: 109 }))).toEqual([[[1, 100, 5]], 'price', 0]);
  });

  it('stays exact beyond 2^53 and ends at the maximum quantity of an order', () => {
    const deep = resting('sell', [1, OTHER, TICKS_MAX, LOTS_MAX], [2, OTHER, TICKS_MAX, LOTS_MAX]);
    const all = BigInt(TICKS_MAX) * BigInt(LOTS_MAX);
    expect(outcome(deep, spends(all - 1n))).toEqual([[[1, TICKS_MAX, LOTS_MAX - 1]], 'budget', 0]);
    expect(outcome(deep, spends(2n * all))).toEqual([[[1, TICKS_MAX, LOTS_MAX]], 'filled', 0]);
  });
});

describe('a taker without quantity or budget', () => {
  it.each<[string, Partial<Taker>]>([
    ['neither lots nor budget', { lots: null }],
    ['both', { quoteBudget: 1n }],
    ['no lots', { lots: 0 }],
    ['a budget of zero', { lots: null, quoteBudget: 0n }],
  ])('violates an invariant: %s', (_name, terms) => {
    expect(() => planMatch(createBook(), buys(1, terms), createPlan())).toThrow(/^matching: /);
  });
});

describe('a judge', () => {
  const asks = resting('sell', [1, OTHER, 100, 5], [2, OTHER, 101, 5], [3, OTHER, 102, 5]);
  const saying = (verdicts: Record<number, MatchVerdict>) => {
    const asked: [number, number, number][] = [];
    const judge: MatchJudge = {
      judge(...fill) {
        asked.push(fill);
        return verdicts[fill[0]] ?? 'fills';
      },
    };
    return { judge, asked };
  };

  test('drops a resting order and the walk continues', () => {
    const { judge, asked } = saying({ 1: 'drops_maker' });
    expect(outcome(asks, buys(7, { judge }))).toEqual([
      [
        [1, 100, 0],
        [2, 101, 5],
        [3, 102, 2],
      ],
      'filled',
      0,
    ]);
    expect(asked).toEqual([
      [1, 100, 5],
      [2, 101, 5],
      [3, 102, 2],
    ]);
  });

  test('ends the taker and leaves the resting order', () => {
    const { judge } = saying({ 2: 'ends_taker' });
    expect(outcome(asks, buys(7, { judge }))).toEqual([[[1, 100, 5]], 'judged', 2]);
  });

  test('counts dropped orders among those met', () => {
    const { judge } = saying({ 1: 'drops_maker', 2: 'drops_maker' });
    expect(outcome(asks, buys(7, { judge, makersMax: 2 }))).toEqual([
      [
        [1, 100, 0],
        [2, 101, 0],
      ],
      'makers_max',
      7,
    ]);
  });

  test('is not called for the taker’s own orders or for unreached ones', () => {
    const own = resting('sell', [1, ME, 100, 5], [2, OTHER, 103, 5]);
    const { judge, asked } = saying({});
    expect(outcome(own, buys(7, { judge, selfTrade: 'cancel_maker', limitTicks: 102 }))).toEqual([
      [[1, 100, 0]],
      'price',
      7,
    ]);
    expect(asked).toEqual([]);
  });
});

const sides = fc.constantFrom<OrderSide>('buy', 'sell');
const modes = fc.constantFrom<SelfTrade>('cancel_taker', 'cancel_maker', 'cancel_both');
// Narrow prices cause matches, wide ones exercise the tree; the walk must handle both.
const prices = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 95, max: 105 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: TICKS_MAX }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 31, 32, 1_023, 1_024, TICKS_MAX - 1, TICKS_MAX) },
);
const takers = fc.record({
  kind: fc.constant('take' as const),
  side: sides,
  owner: fc.integer({ min: 1, max: 4 }),
  ticks: prices,
  lots: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.constant(LOTS_MAX) },
  ),
  budget: fc.option(fc.bigInt({ min: 1n, max: 60_000n }), { freq: 3 }),
  quotePerTickLot: fc.constantFrom(1n, 7n, 1_000n),
  selfTrade: modes,
  makersMax: fc.constantFrom(1, 2, 5, 500),
});
const cancels = fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() });
const acts = fc.oneof({ weight: 3, arbitrary: takers }, { weight: 1, arbitrary: cancels });

function rowsOf(view: BookView, side: OrderSide) {
  const rows: unknown[] = [];
  forEachOrder(view, side, (order, owner, ticks, lots) => rows.push({ side, order, owner, ticks, lots }));
  return rows;
}

describe('the real book', () => {
  it('equals the naive book step by step', () => {
    const plan = createPlan();
    fc.assert(
      fc.property(fc.array(acts, { minLength: 1, maxLength: 120, size: 'max' }), (history) => {
        const book = createBook();
        const naive = new NaiveBook();
        let placed = 0;
        // Compared once at the end: an expectation per step would take most of the run time.
        const real: unknown[] = [];
        const expected: unknown[] = [];
        for (const act of history) {
          if (act.kind === 'cancel') {
            const open = [...naive.buy, ...naive.sell];
            if (open.length === 0) continue;
            const { order } = open[act.pick % open.length];
            removeOrder(book, order);
            naive.remove(order);
          } else {
            const { ticks, lots, budget, ...terms } = act;
            const measure = budget === null ? { lots, quoteBudget: null } : { lots: null, quoteBudget: budget };
            const taker: Taker = { ...terms, ...measure, limitTicks: ticks };
            const { steps, ...ending } = naive.plan(taker);
            planMatch(book, taker, plan);
            const { filledLots, remainingLots, stopped } = plan;
            real.push({ steps: stepsOf(plan), filledLots, remainingLots, stopped });
            expected.push({ steps, ...ending });
            for (const step of steps) {
              if (step.lots === 0) {
                removeOrder(book, step.order);
                naive.remove(step.order);
              } else {
                reduceOrder(book, step.order, step.lots);
                naive.reduce(step.order, step.lots);
              }
            }
            // A taker stopped by the count or by its own order could rest crossed. The engine cancels it, and so does
            // this model.
            if (plan.remainingLots > 0 && (plan.stopped === 'price' || plan.stopped === 'empty')) {
              placed += 1;
              // Scattered, so that ids collide in the table.
              const id = (Math.imul(placed, placed ^ 0x5bd1e995) >>> 0) * 2 ** 20 + placed;
              addOrder(book, act.side, id, act.owner, ticks, plan.remainingLots);
              naive.add(act.side, id, act.owner, ticks, plan.remainingLots);
            }
          }
          real.push([bestTicks(book, 'buy'), bestTicks(book, 'sell'), orderCount(book)]);
          expected.push([naive.bestTicks('buy'), naive.bestTicks('sell'), naive.buy.length + naive.sell.length]);
        }
        real.push(rowsOf(book, 'buy'), rowsOf(book, 'sell'));
        expected.push(naive.buy, naive.sell);
        expect(real).toEqual(expected);
      }),
      { numRuns: 3_000, seed: 20_150_501 },
    );
  });
});
