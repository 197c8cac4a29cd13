import * as fc from 'fast-check';
import { byAdlRank, type AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { heapInOrder } from '../../../../core/indexes/heap';
import { comesBefore, updateFront, TopCandidates, rankedCandidate } from './adl-order';

type Figures = Omit<AdlCandidate, 'position'>;

/** Figures of positions around the largest exact floating-point integer, and far above it. */
const figures = (most: bigint): fc.Arbitrary<Figures> =>
  fc.record({
    cost: fc.bigInt(1n, most),
    value: fc.bigInt(1n, most),
    profit: fc.bigInt(-most, most),
    cover: fc.bigInt(-most, most),
  });
const anyFigures = fc.oneof(
  figures(4n),
  figures(10n ** 13n),
  figures(2n ** 53n),
  figures(2n ** 54n + 3n),
  figures(10n ** 24n),
);

/** Many differ by one unit, only in size, or not at all. */
const crowds: fc.Arbitrary<AdlCandidate[]> = fc
  .tuple(
    fc.array(anyFigures, { minLength: 1, maxLength: 6 }),
    fc.array(
      fc.record({
        of: fc.nat(),
        by: fc.constantFrom('nothing', 'profit', 'cost', 'value', 'cover', 'size'),
        up: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  )
  .map(([models, drawn]) =>
    drawn.map(({ of, by, up }, place) => {
      const candidate: AdlCandidate = { position: place + 1, ...models[of % models.length] };
      if (by === 'size') {
        for (const name of ['profit', 'cost', 'value', 'cover'] as const) candidate[name] *= 3n;
      } else if (by !== 'nothing') {
        candidate[by] += up || candidate[by] === 1n ? 1n : -1n;
      }
      return candidate;
    }),
  );

const inExactOrder = (all: readonly AdlCandidate[]): number[] =>
  [...all].sort(byAdlRank).map(({ position }) => position);

function frontOf(all: readonly AdlCandidate[], most: number) {
  const picked = new TopCandidates(most);
  for (const candidate of all) {
    const { id, exact, ...numbers } = rankedCandidate(candidate);
    if (exact) picked.offer(rankedCandidate(candidate));
    else picked.peekFigures(id, numbers);
  }
  return picked.front;
}
const idsOf = (front: ReturnType<typeof frontOf>): number[] => [...heapInOrder(front, comesBefore)].map(({ id }) => id);

test('floating-point ranking equals ranking by exact fractions for any two positions', () => {
  fc.assert(
    fc.property(crowds, (all) => {
      for (const one of all) {
        for (const other of all) {
          if (one.position === other.position) continue;
          expect(comesBefore(rankedCandidate(one), rankedCandidate(other))).toBe(byAdlRank(one, other) < 0);
        }
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('distinguishes scores closer than floating-point precision', () => {
  // 2^53 − 1 in both: one unit is far below the rounding error.
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const one: AdlCandidate = { position: 1, profit: most - 1n, cost: most, value: most, cover: most };
  const other: AdlCandidate = { ...one, position: 2, profit: most };
  expect(rankedCandidate(one).approximateScore).toBeCloseTo(rankedCandidate(other).approximateScore, 15);
  expect(comesBefore(rankedCandidate(other), rankedCandidate(one))).toBe(true);
});

test('picks the first ones in order', () => {
  fc.assert(
    fc.property(crowds, fc.integer({ min: 1, max: 45 }), (all, most) => {
      const front = frontOf(all, most);
      expect(idsOf(front)).toEqual(inExactOrder(all).slice(0, most));
      expect(front.last?.id ?? null).toBe(most < all.length ? (inExactOrder(all).at(most - 1) ?? null) : null);
    }),
    { seed: 2 },
  );
});

test('after any change, no excluded candidate ranks before one of the front', () => {
  const changes = fc.array(fc.record({ at: fc.nat(), becomes: fc.option(anyFigures), isNew: fc.boolean() }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(crowds, fc.integer({ min: 1, max: 45 }), changes, (all, most, changed) => {
      const now = new Map(all.map((candidate) => [candidate.position, candidate]));
      const front = frontOf(all, most);
      for (const { at, becomes, isNew } of changed) {
        const position = isNew ? all.length + 1 + (at % 10) : all[at % all.length].position;
        const candidate = becomes && { position, ...becomes };
        if (candidate) now.set(position, candidate);
        else now.delete(position);
        updateFront(front, position, candidate && rankedCandidate(candidate));
        const stand = idsOf(front);
        const should = inExactOrder([...now.values()]);
        expect(stand).toEqual(should.slice(0, stand.length));
        if (!front.last) expect(stand).toHaveLength(now.size);
      }
    }),
    { seed: 3 },
  );
});
