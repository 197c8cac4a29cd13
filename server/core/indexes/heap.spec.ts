import fc from 'fast-check';
import { heapOf, heapInOrder, heapInsert, heapRemove, type Before } from './heap';

interface Ranked {
  id: number;
  rank: number;
}
const before: Before<Ranked> = (one, other) => (one.rank !== other.rank ? one.rank < other.rank : one.id < other.id);
const sorted = (all: Iterable<Ranked>) => [...all].sort((one, other) => (before(one, other) ? -1 : 1));

test('returns elements in sorted order after insertions and removals by number', () => {
  const item = fc.record({ id: fc.nat(30), rank: fc.nat(5) });
  const act = fc.oneof(
    fc.record({ put: item }),
    fc.nat(30).map((removed) => ({ removed })),
  );
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ id }) => id }), fc.array(act, { maxLength: 60 }), (first, acts) => {
      const plain = new Map(first.map((one) => [one.id, one]));
      const heap = heapOf([...first], before);
      for (const one of acts) {
        if ('put' in one) {
          heapInsert(heap, one.put, before);
          plain.set(one.put.id, one.put);
        } else {
          heapRemove(heap, one.removed, before);
          plain.delete(one.removed);
        }
        expect([...heapInOrder(heap, before)]).toEqual(sorted(plain.values()));
      }
      expect([...heapInOrder(heap, before)]).toEqual(sorted(plain.values()));
    }),
  );
});
