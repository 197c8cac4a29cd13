/** The agreed price of several sources, even if some of them are wrong. */
import fc from 'fast-check';
import { agreedPrice } from './median';

const at = (...prices: number[]) => prices.map((price) => ({ price }));
const price = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const sources = fc.array(price, { minLength: 1, maxLength: 16 });

test.each<[string, number[], number | null, number[]]>([
  ['one', [7], 7, [7]],
  ['an odd number of them: the one in the middle', [103, 100, 101], 101, [103, 100, 101]],
  ['an even number: the mean of the two in the middle', [100, 104, 101, 103], 102, [100, 104, 101, 103]],
  ['which is rounded down', [100, 101], 100, [100, 101]],
  ['exactly 5 % off still counts', [100, 105, 95], 100, [100, 105, 95]],
  ['further off does not, and what is left has a median of its own', [100, 106, 95], 97, [100, 95]],
  ['two that disagree are both off their mean: none is left', [100, 120], null, []],
  ['two that nearly disagree', [100, 110], 105, [100, 110]],
  ['the smallest prices: one is all the difference there is', [1, 2], 1, [1]],
  ['the largest', [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1], Number.MAX_SAFE_INTEGER - 1, []],
])('%s', (_, prices, expected, counted) => {
  const agreed = agreedPrice(at(...prices), 1);
  expect(agreed?.price ?? null).toBe(expected);
  if (counted.length > 0) expect(agreed?.sources.map((source) => source.price)).toEqual(counted);
});

test('fewer that agree than there must be is no price', () => {
  expect(agreedPrice([], 1)).toBeNull();
  expect(agreedPrice(at(100, 101), 3)).toBeNull();
  expect(agreedPrice(at(100, 101, 99), 3)?.price).toBe(100);
  expect(agreedPrice(at(100, 101, 200), 3)).toBeNull();
});

test('the order of the sources does not matter', () => {
  fc.assert(
    fc.property(sources, fc.nat(16), fc.infiniteStream(fc.nat()), (prices, least, keys) => {
      const shuffled = prices
        .map((one) => ({ one, key: keys.next().value as number }))
        .sort((one, other) => one.key - other.key)
        .map(({ one }) => one);
      const [plain, other] = [agreedPrice(at(...prices), least), agreedPrice(at(...shuffled), least)];
      expect(other?.price).toBe(plain?.price);
      const counted = (agreed: typeof plain) => agreed?.sources.map((source) => source.price).sort((a, b) => a - b);
      expect(counted(other)).toEqual(counted(plain));
    }),
    { seed: 1 },
  );
});

test('one wrong source among three or more keeps the price within the range of the others', () => {
  const honest = fc
    .integer({ min: 100, max: 2 ** 52 })
    .chain((lowest) =>
      fc
        .array(fc.integer({ min: 0, max: Math.floor(lowest / 25) }), { minLength: 2, maxLength: 15 })
        .map((steps) => steps.map((step) => lowest + step)),
    );
  fc.assert(
    fc.property(honest, price, fc.nat(15), (prices, lie, place) => {
      const told = [...prices];
      told.splice(place % (told.length + 1), 0, lie);
      const agreed = agreedPrice(at(...told), prices.length);
      expect(agreed).not.toBeNull();
      expect(agreed?.price).toBeGreaterThanOrEqual(Math.min(...prices));
      expect(agreed?.price).toBeLessThanOrEqual(Math.max(...prices));
    }),
    { seed: 2, numRuns: 1_000 },
  );
});

test('exactly the sources within 5 % of the median of all count', () => {
  fc.assert(
    fc.property(sources, (prices) => {
      const sorted = prices.map(BigInt).sort((one, other) => (one < other ? -1 : 1));
      const half = sorted.length >> 1;
      const middle = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2n;
      const near = prices.filter((one) => BigInt(one) * 100n <= middle * 105n && BigInt(one) * 100n >= middle * 95n);
      expect(agreedPrice(at(...prices), 0)?.sources.map((source) => source.price) ?? []).toEqual(near);
    }),
    { seed: 3, numRuns: 1_000 },
  );
});

test('the price is an integer between the lowest and the highest counted source', () => {
  fc.assert(
    fc.property(sources, (prices) => {
      const agreed = agreedPrice(at(...prices), 1);
      if (!agreed) return;
      const counted = agreed.sources.map((source) => source.price);
      expect(Number.isSafeInteger(agreed.price)).toBe(true);
      expect(agreed.price).toBeGreaterThanOrEqual(Math.min(...counted));
      expect(agreed.price).toBeLessThanOrEqual(Math.max(...counted));
    }),
    { seed: 4 },
  );
});
