import fc from 'fast-check';
import { addId, createOrderedIds, idsAfter, removeId } from './ordered-ids';

const id = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 500, max: 530 }),
  fc.integer({ min: 1, max: 2 ** 31 }),
);

test('equals a sorted list after any additions and removals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id, adds: fc.boolean() })),
      id,
      fc.integer({ min: 0, max: 9 }),
      id,
      (turns, after, most, through) => {
        const [ids, plain] = [createOrderedIds(), new Set<number>()];
        for (const turn of turns) {
          if (turn.adds) addId(ids, turn.id);
          else removeId(ids, turn.id);
          if (turn.adds) plain.add(turn.id);
          else plain.delete(turn.id);
        }
        const list = [...plain].sort((one, other) => one - other);
        expect(idsAfter(ids, 0, Infinity)).toEqual(list);
        expect(idsAfter(ids, after, most)).toEqual(list.filter((one) => one > after).slice(0, most));
        const within = list.filter((one) => one > after && one <= through);
        expect(idsAfter(ids, after, Infinity, through)).toEqual(within);
        // Removed ids leave no empty blocks.
        expect([...ids.blocks.values()].every((block) => block.length > 0)).toBe(true);
        expect(ids.numbers).toHaveLength(ids.blocks.size);
      },
    ),
    { seed: 1 },
  );
});
