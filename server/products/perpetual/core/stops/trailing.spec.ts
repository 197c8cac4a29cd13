import fc from 'fast-check';
import {
  createTrailingGroups,
  extremeOf,
  startTrailing,
  takeReachedStops,
  trailingTriggerPrice,
  stopTrailing,
  type Callback,
} from './trailing';

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

test.each(DIRECTIONS)('following %s equals checking each stop separately', (direction) => {
  const isBetter = (one: number, other: number) => (direction === 'up' ? one > other : one < other);
  fc.assert(
    fc.property(steps, (all) => {
      const trails = createTrailingGroups(direction);
      let plain: Plain[] = [];
      let price = 1_000;
      let next = 1;
      for (const step of all) {
        if ('callback' in step) {
          startTrailing(trails, next, step.callback, price);
          plain.push({ stop: next++, callback: step.callback, extreme: price });
        } else if ('gone' in step) {
          const { stop } = plain[step.gone % Math.max(plain.length, 1)] ?? { stop: 0 };
          expect(stopTrailing(trails, stop)).toBe(stop !== 0);
          plain = plain.filter((one) => one.stop !== stop);
        } else {
          ({ price } = step);
          const told = plain.map((one) => ({
            ...one,
            trigger: trailingTriggerPrice(direction, one.extreme, one.callback),
          }));
          const due = told.filter(({ trigger }) => !isBetter(price, trigger));
          due.sort((one, other) =>
            one.trigger === other.trigger ? one.stop - other.stop : isBetter(one.trigger, other.trigger) ? -1 : 1,
          );
          expect(takeReachedStops(trails, price)).toEqual(
            due.map(({ stop, extreme, trigger }) => ({ stop, extreme, trigger })),
          );
          plain = plain.filter(({ stop }) => !due.some((one) => one.stop === stop));
          for (const one of plain) if (isBetter(price, one.extreme)) one.extreme = price;
        }
        expect(plain.map(({ stop }) => extremeOf(trails, stop))).toEqual(plain.map(({ extreme }) => extreme));
        // One group per best price, the nearest to the current price last, and no empty group.
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

test('a fraction of the price is rounded away: the first whole tick at least that far behind', () => {
  expect(trailingTriggerPrice('up', 1_005, { bp: 100 })).toBe(994);
  expect(trailingTriggerPrice('down', 1_005, { bp: 100 })).toBe(1_016);
  expect(trailingTriggerPrice('up', 1_000, { bp: 100 })).toBe(990);
  expect(trailingTriggerPrice('up', 1_000, { ticks: 15 })).toBe(985);
});

test('a price that reaches nothing and is no new best compares one rank for any number of stops', () => {
  const trails = createTrailingGroups('up');
  for (let stop = 1; stop <= 1_000; stop++) startTrailing(trails, stop, { ticks: stop + 100 }, 2_000 - stop);
  takeReachedStops(trails, 1_995);
  expect(trails.groups.length).toBe(5);
  const before = structuredClone(trails.next.heap);
  expect(takeReachedStops(trails, 1_950)).toEqual([]);
  expect(trails.next.heap).toEqual(before);
});
