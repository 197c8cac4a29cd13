/** Value, profit, and the realised profit of partial closes. */
import fc from 'fast-check';
import { PER_TICK_LOT, positions, ticks, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { profitAt, realised, releasedCollateral, releasedCost, type Position } from './position';

test('a partial close: 3 lots at 50,000.0 and 4 at 50,001.1, then 2 and 5 sold', () => {
  const bought = [3n * BigInt(ticks('50,000.0')), 4n * BigInt(ticks('50,001.1'))];
  const position: Position = { side: 'long', perTick: 7n * PER_TICK_LOT, cost: (bought[0] + bought[1]) * PER_TICK_LOT };
  expect(position.cost).toBe(usdt('350.0044'));
  const first = realised(position, { lots: 2, totalLots: 7 }, ticks('50,100.0'));
  expect(first).toEqual({ released: usdt('100.00125715'), profit: usdt('0.19874285') });
  const rest: Position = { side: 'long', perTick: 5n * PER_TICK_LOT, cost: position.cost - first.released };
  const second = realised(rest, { lots: 5, totalLots: 5 }, ticks('50,000.0'));
  expect(second).toEqual({ released: rest.cost, profit: usdt('-0.00314285') });
});

const parts = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
  .map(([one, other]) => ({ lots: Math.min(one, other), totalLots: Math.max(one, other) }));

test('a released cost is the exact share, rounded against the owner by less than a unit, and complete at the end', () => {
  fc.assert(
    fc.property(positions, parts, (position, part) => {
      const released = releasedCost(position, part);
      const off = released * BigInt(part.totalLots) - position.cost * BigInt(part.lots);
      const against = position.side === 'long' ? off : -off;
      expect(against).toBeGreaterThanOrEqual(0n);
      expect(against).toBeLessThan(BigInt(part.totalLots));
      expect(releasedCost(position, { lots: part.totalLots, totalLots: part.totalLots })).toBe(position.cost);
    }),
    { seed: 1 },
  );
});

test('the profits of partial closes at one price sum to that of a single close', () => {
  const closed = fc.record({ position: positions, cuts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }) });
  fc.assert(
    fc.property(closed, fc.integer({ min: 1, max: 3_000_000 }), ({ position, cuts }, price) => {
      let of = cuts.reduce((sum, lots) => sum + lots, 0);
      let left: Position = {
        ...position,
        perTick: position.perTick * BigInt(of),
        cost: position.cost * BigInt(of) + 1n,
      };
      const whole = profitAt(left, price);
      let sum = 0n;
      for (const lots of cuts) {
        const { released, profit } = realised(left, { lots, totalLots: of }, price);
        sum += profit;
        left = { ...left, perTick: left.perTick - position.perTick * BigInt(lots), cost: left.cost - released };
        of -= lots;
      }
      expect(left).toMatchObject({ perTick: 0n, cost: 0n });
      expect(sum).toBe(whole);
    }),
    { seed: 2 },
  );
});

test.each([
  ['its share, down', 100n, { lots: 1, totalLots: 3 }, 1_000n, 33n],
  ['all of it with the last lot', 100n, { lots: 3, totalLots: 3 }, 1_000n, 100n],
  ['no more than leaves the rest above its requirement', 100n, { lots: 1, totalLots: 3 }, 20n, 19n],
  ['nothing when the rest has just what it needs', 100n, { lots: 1, totalLots: 3 }, 1n, 0n],
  ['nothing when the rest has less', 100n, { lots: 1, totalLots: 3 }, -50n, 0n],
])('a partial close releases from the collateral %s', (_, collateral, part, spare, released) => {
  expect(releasedCollateral(collateral, part, spare)).toBe(released);
});
