import fc from 'fast-check';
import { createTrails, extremeOf, follow, trail, trailedTo, unfollow, type Callback } from './trailing';

const DIRECTIONS = ['up', 'down'] as const;

interface Plain {
  stop: number;
  callback: Callback;
  extreme: number;
}

const callbacks = fc.oneof(
  fc.record({ ticks: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ bp: fc.integer({ min: 10, max: 1_000 }) }),
);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ price: fc.integer({ min: 900, max: 1_100 }) }) },
    { weight: 2, arbitrary: fc.record({ callback: callbacks }) },
    { weight: 1, arbitrary: fc.record({ gone: fc.nat(30) }) },
  ),
  { maxLength: 120 },
);

test.each(DIRECTIONS)('those that follow %s are reached as one that looks at each of them would say', (direction) => {
  const isBetter = (one: number, other: number) => (direction === 'up' ? one > other : one < other);
  fc.assert(
    fc.property(steps, (all) => {
      const trails = createTrails(direction);
      let plain: Plain[] = [];
      let price = 1_000;
      let next = 1;
      for (const step of all) {
        if ('callback' in step) {
          follow(trails, next, step.callback, price);
          plain.push({ stop: next++, callback: step.callback, extreme: price });
        } else if ('gone' in step) {
          const { stop } = plain[step.gone % Math.max(plain.length, 1)] ?? { stop: 0 };
          expect(unfollow(trails, stop)).toBe(stop !== 0);
          plain = plain.filter((one) => one.stop !== stop);
        } else {
          ({ price } = step);
          const told = plain.map((one) => ({ ...one, trigger: trailedTo(direction, one.extreme, one.callback) }));
          const due = told.filter(({ trigger }) => !isBetter(price, trigger));
          due.sort((one, other) =>
            one.trigger === other.trigger ? one.stop - other.stop : isBetter(one.trigger, other.trigger) ? -1 : 1,
          );
          expect(trail(trails, price)).toEqual(due.map(({ stop, extreme, trigger }) => ({ stop, extreme, trigger })));
          plain = plain.filter(({ stop }) => !due.some((one) => one.stop === stop));
          for (const one of plain) if (isBetter(price, one.extreme)) one.extreme = price;
        }
        expect(plain.map(({ stop }) => extremeOf(trails, stop))).toEqual(plain.map(({ extreme }) => extreme));
        // One group a best price, the nearest to the price of now last, and none without anybody.
        expect(trails.groups.map(({ extreme }) => extreme)).toEqual(
          [...new Set(plain.map(({ extreme }) => extreme))].sort((one, other) => (isBetter(one, other) ? -1 : 1)),
        );
        expect(trails.byNumber.size).toBe(trails.groups.length);
        expect(trails.groupOf.size).toBe(plain.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('a part of the price is rounded away from it: the first whole tick that is as far behind', () => {
  expect(trailedTo('up', 1_005, { bp: 100 })).toBe(994);
  expect(trailedTo('down', 1_005, { bp: 100 })).toBe(1_016);
  expect(trailedTo('up', 1_000, { bp: 100 })).toBe(990);
  expect(trailedTo('up', 1_000, { ticks: 15 })).toBe(985);
});

test('a price that reaches nothing and is no new best looks at one rank, however many follow', () => {
  const trails = createTrails('up');
  for (let stop = 1; stop <= 1_000; stop++) follow(trails, stop, { ticks: stop + 100 }, 2_000 - stop);
  trail(trails, 1_995);
  expect(trails.groups.length).toBe(5);
  const before = structuredClone(trails.next.heap);
  expect(trail(trails, 1_950)).toEqual([]);
  expect(trails.next.heap).toEqual(before);
});
