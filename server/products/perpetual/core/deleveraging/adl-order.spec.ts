import * as fc from 'fast-check';
import { byAdlRank, type AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { inOrder } from '../../../../core/indexes/heap';
import { comesBefore, correct, Picked, placed } from './adl-order';

type Figures = Omit<AdlCandidate, 'position'>;

/** Figures as positions have them, around what a number of the machine holds exactly, and far beyond it. */
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

/** Many of them differ by a unit, by nothing but their size, or by nothing at all. */
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
  const picked = new Picked(most);
  for (const candidate of all) {
    const { id, exact, ...numbers } = placed(candidate);
    if (exact) picked.offer(placed(candidate));
    else picked.show(id, numbers);
  }
  return picked.front;
}
const idsOf = (front: ReturnType<typeof frontOf>): number[] => [...inOrder(front, comesBefore)].map(({ id }) => id);

test('of any two the numbers of the machine put the same one first as the fractions of the rule', () => {
  fc.assert(
    fc.property(crowds, (all) => {
      for (const one of all) {
        for (const other of all) {
          if (one.position === other.position) continue;
          expect(comesBefore(placed(one), placed(other))).toBe(byAdlRank(one, other) < 0);
        }
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('scores that lie closer than a machine can tell are told apart all the same', () => {
  // 2^53 − 1 in both, a unit of which is far below what rounding takes.
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const one: AdlCandidate = { position: 1, profit: most - 1n, cost: most, value: most, cover: most };
  const other: AdlCandidate = { ...one, position: 2, profit: most };
  expect(placed(one).near).toBeCloseTo(placed(other).near, 15);
  expect(comesBefore(placed(other), placed(one))).toBe(true);
});

test('what is picked are the first ones, in their order', () => {
  fc.assert(
    fc.property(crowds, fc.integer({ min: 1, max: 45 }), (all, most) => {
      const front = frontOf(all, most);
      expect(idsOf(front)).toEqual(inExactOrder(all).slice(0, most));
      expect(front.last?.id ?? null).toBe(most < all.length ? (inExactOrder(all).at(most - 1) ?? null) : null);
    }),
    { seed: 2 },
  );
});

test('whatever changes, goes or comes, nobody who is left out stands before one of the front', () => {
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
        correct(front, position, candidate && placed(candidate));
        const stand = idsOf(front);
        const should = inExactOrder([...now.values()]);
        expect(stand).toEqual(should.slice(0, stand.length));
        if (!front.last) expect(stand).toHaveLength(now.size);
      }
    }),
    { seed: 3 },
  );
});
