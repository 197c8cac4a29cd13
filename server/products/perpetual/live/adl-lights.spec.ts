/** Compares the deleveraging indicator with the exact ranking, which uses fractions. */
import fc from 'fast-check';
import { byAdlRank } from '../../../../shared/products/perpetual/rules/adl';
import { profitAt, valueAt, type PositionSide } from '../../../../shared/products/perpetual/rules/position';
import { AdlLights } from './adl-lights';
import type { CrossAccountValue } from './cross-accounts';
import type { LivePosition } from './positions';

const MARKET = 'BTC-USDT-PERP';
const PER_TICK_LOT = 10_000n;

type Told = Pick<LivePosition, 'id' | 'side' | 'lots' | 'cost' | 'margin'>;

/** Positions of one market with an adjustable mark. */
function lightsOf(told: readonly Told[], mark: number, accounts: ReadonlyMap<number, CrossAccountValue> = new Map()) {
  const all = told.map((one) => ({ ...one, market: MARKET }) as LivePosition);
  const marks = { mark, at: 1_000 };
  let ranked = 0;
  const lights = new AdlLights(
    {
      inMarket: (_, side) => {
        ranked++;
        return all.filter((one) => one.side === side);
      },
    },
    { markOf: () => marks.mark, markedAt: () => marks.at },
    { get: () => ({ units: { quotePerTickLot: PER_TICK_LOT, basePerLot: 1n } }) as never },
    { accountValueOf: ({ id }) => accounts.get(id) ?? null },
  );
  return { lightOf: (at: number) => lights.lightOf(all[at]), marks, all, ranked: () => ranked };
}

const at = (price: number, lots = 10): bigint => BigInt(price) * BigInt(lots) * PER_TICK_LOT;
const long = (id: number, price: number, margin = 10_000_000_000n): Told => {
  return { id, side: 'long', lots: 10, cost: at(price), margin };
};

describe('the auto-deleveraging indicator', () => {
  it('shows the fifth of its side; the highest profit for its cover ranks first', () => {
    const { lightOf } = lightsOf(
      [490, 480, 500, 460, 470].map((price, id) => long(id, price * 1_000)),
      500_000,
    );
    expect([0, 1, 2, 3, 4].map(lightOf)).toEqual([2, 3, 1, 5, 4]);
  });

  it('is full for the only position of a side, also at a loss', () => {
    expect(lightsOf([long(1, 600_000)], 500_000).lightOf(0)).toBe(5);
  });

  it('is equal for equal positions, and lowest for one without cover', () => {
    const alike = lightsOf([long(1, 490_000), long(2, 490_000), long(3, 480_000)], 500_000);
    expect([0, 1, 2].map(alike.lightOf)).toEqual([4, 4, 5]);
    const broken = lightsOf([long(1, 990_000, 5n), long(2, 505_000), long(3, 504_000)], 500_000);
    expect([0, 1, 2].map(broken.lightOf)).toEqual([2, 4, 5]);
  });

  it('is null before the first mark', () => {
    expect(lightsOf([long(1, 500_000)], 0).lightOf(0)).toBeNull();
  });

  it('ranks a side once for all callers, and again after marks five seconds later', () => {
    const { lightOf, marks, ranked } = lightsOf([long(1, 490_000), long(2, 480_000)], 500_000);
    lightOf(0);
    lightOf(1);
    marks.at += 4_999;
    lightOf(0);
    expect(ranked()).toBe(1);
    marks.at += 1;
    lightOf(1);
    expect(ranked()).toBe(2);
  });

  it('places a position that has grown since the ranking at its new rank', () => {
    const { lightOf, all } = lightsOf([long(1, 490_000), long(2, 480_000), long(3, 470_000)], 500_000);
    expect(lightOf(0)).toBe(2);
    Object.assign(all[0], { cost: at(400_000) });
    expect(lightOf(0)).toBe(5);
  });

  it('never shows a later position of the exact ranking as nearer', () => {
    const position = fc.record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      lots: fc.integer({ min: 1, max: 1_000_000 }),
      price: fc.integer({ min: 400_000, max: 600_000 }),
      margin: fc.bigInt({ min: 1n, max: 10n ** 16n }),
    });
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 400_000, max: 600_000 }),
        (made, mark) => {
          const told = made.map(({ price, ...one }, id) => ({ ...one, id, cost: at(price, one.lots) }));
          const { lightOf } = lightsOf(told, mark);
          for (const side of ['long', 'short'] as const) {
            const ranked = told
              .filter((one) => one.side === side)
              .map((one) => {
                const size = { side, perTick: BigInt(one.lots) * PER_TICK_LOT, cost: one.cost };
                const profit = profitAt(size, mark);
                return { ...one, position: one.id, profit, value: valueAt(size, mark), cover: one.margin + profit };
              })
              .sort(byAdlRank);
            const shown = ranked.map(({ id }) => lightOf(id) ?? 0);
            // Excludes scores that differ only in the sixteenth digit, which count as equal here.
            expect(shown).toEqual([...shown].sort((one, other) => other - one));
            if (shown.length > 0) expect(shown[0]).toBe(5);
          }
        },
      ),
      { numRuns: 300, seed: 12 },
    );
  });
});
