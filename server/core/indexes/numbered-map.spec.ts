import { NumberedMap } from './numbered-map';

const value = (number: number) => ({ number });

function both(): { ours: NumberedMap<object>; map: Map<number, object> } {
  return { ours: new NumberedMap(), map: new Map() };
}

test('equals a map after insertions and removals in any order', () => {
  const { ours, map } = both();
  let chance = 7;
  for (let step = 0; step < 3_000; step++) {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) >>> 0;
    // Neighbouring numbers, numbers far apart, and numbers above 32 bits.
    const number = 1 + ((chance >>> 8) % 300) * [1, 33, 2 ** 31][chance % 3];
    if ((chance >>> 4) % 3 === 0) expect(ours.delete(number)).toBe(map.delete(number));
    else {
      const given = value(step);
      ours.set(number, given);
      map.set(number, given);
    }
    expect(ours.get(number)).toBe(map.get(number));
    expect(ours.size).toBe(map.size);
  }
  expect(new Map([...ours].sort(([a], [b]) => a - b))).toEqual(new Map([...map].sort(([a], [b]) => a - b)));
  for (const number of map.keys()) expect(ours.has(number)).toBe(true);
});

test('iterates in insertion order while numbers rise', () => {
  const ours = new NumberedMap<object>();
  for (let number = 1; number <= 200; number++) ours.set(number, value(number));
  for (let number = 1; number <= 200; number++) if (number % 7 > 0) ours.delete(number);
  ours.set(201, value(201));
  const left = [...Array.from({ length: 28 }, (_, index) => 7 * (index + 1)), 201];
  expect([...ours.keys()]).toEqual(left);
  expect([...ours.values()]).toEqual(left.map(value));
  const heard: number[] = [];
  ours.forEach((_, number) => heard.push(number));
  expect(heard).toEqual(left);
});

test('skips elements deleted during iteration and visits added ones', () => {
  const ours = new NumberedMap([1, 2, 40, 80].map((number) => [number, value(number)] as const));
  const told: number[] = [];
  for (const number of ours.keys()) {
    told.push(number);
    if (number === 1) for (const gone of [2, 40]) ours.delete(gone);
    if (number === 80) ours.set(120, value(120));
  }
  expect(told).toEqual([1, 80, 120]);
});

test.each([0.5, -1, Number.NaN])('never contains the number %p', (number) => {
  const ours = new NumberedMap([[1, value(1)]]);
  expect([ours.get(number), ours.delete(number), ours.size]).toEqual([undefined, false, 1]);
});

test('leaves no trace of deleted elements', () => {
  const ours = new NumberedMap<object>();
  for (let number = 1; number <= 1_000; number++) ours.set(number, value(number)).delete(number);
  expect(ours).toEqual(new NumberedMap());
  ours.set(5, value(5)).clear();
  expect([ours.size, ours.get(5), [...ours]]).toEqual([0, undefined, []]);
});
