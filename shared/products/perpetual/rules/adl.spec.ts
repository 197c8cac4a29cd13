/** Ranking of auto-deleveraging. */
import fc from 'fast-check';
import { compare, fraction, over, times } from '../../../../test/tools/fixtures/fractions';
import { adlScore, byAdlRank, type AdlCandidate } from './adl';

function candidate(position: number, profit: bigint, cost: bigint, cover: bigint): AdlCandidate {
  return { position, profit, cost, value: cost + profit, cover };
}
const ranked = (...all: AdlCandidate[]) => all.sort(byAdlRank).map(({ position }) => position);

// BitMEX, "What is Auto-Deleveraging": ranking = PNL percentage × effective leverage with a profit, ÷ with a loss.
test('the score is the profit percentage times the effective leverage, divided by it for a loss', () => {
  // 20 % profit, leverage 1,200 ÷ 300 = 4.
  const won = adlScore(candidate(1, 200n, 1_000n, 300n));
  expect(won && compare(won, fraction(8, 10))).toBe(0);
  // 20 % loss, leverage 800 ÷ 100 = 8.
  const lost = adlScore(candidate(1, -200n, 1_000n, 100n));
  expect(lost && compare(lost, fraction(-25, 1_000))).toBe(0);
});

test('higher profit and leverage rank first, small losses at high leverage next, positions without cover last', () => {
  const order = ranked(
    candidate(1, -1n, 1_000n, 0n),
    candidate(2, -200n, 1_000n, 100n),
    candidate(3, -200n, 1_000n, 700n),
    candidate(4, 0n, 1_000n, 100n),
    candidate(5, 200n, 1_000n, 1_200n),
    candidate(6, 200n, 1_000n, 300n),
    candidate(7, 400n, 1_000n, 600n),
    candidate(8, 999n, 1_000n, -5n),
  );
  expect(order).toEqual([7, 6, 5, 4, 2, 3, 1, 8]);
});

test('of equal scores the older position ranks first', () => {
  expect(ranked(candidate(9, 200n, 1_000n, 300n), candidate(3, 400n, 2_000n, 600n))).toEqual([3, 9]);
  expect(ranked(candidate(9, 1n, 1n, 0n), candidate(3, -1n, 1n, 0n))).toEqual([3, 9]);
});

const candidates = fc.record<AdlCandidate>({
  position: fc.integer({ min: 1, max: 10 ** 9 }),
  profit: fc.bigInt(-(10n ** 16n), 10n ** 16n),
  cost: fc.bigInt(1n, 10n ** 16n),
  value: fc.bigInt(1n, 10n ** 17n),
  cover: fc.bigInt(-(10n ** 15n), 10n ** 16n),
});

test('the order equals that of exact fractions, whatever the order of the input', () => {
  const naive = ({ profit, cost, value, cover }: AdlCandidate) => {
    if (cover <= 0n) return null;
    const won = fraction(profit, cost);
    const leverage = fraction(value, cover);
    return profit > 0n ? times(won, leverage) : over(won, leverage);
  };
  fc.assert(
    fc.property(fc.uniqueArray(candidates, { selector: ({ position }) => position, maxLength: 12 }), (all) => {
      const order = [...all].sort(byAdlRank);
      expect([...all].reverse().sort(byAdlRank)).toEqual(order);
      for (let place = 1; place < order.length; place++) {
        const [before, after] = [naive(order[place - 1]), naive(order[place])];
        if (before && after) expect(compare(before, after)).toBeGreaterThanOrEqual(0);
        else expect(after).toBeNull();
      }
    }),
    { seed: 1 },
  );
});
