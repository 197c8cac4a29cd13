import { recordCodec, recordsRow, arrayOf } from './record-rows';
import { createState } from '../../products/core';

interface Point {
  at: number;
  worth: bigint;
}
interface Sample {
  id: number;
  name: string | null;
  amount: bigint;
  value: bigint | null;
  fees: bigint[];
  from: number;
  to: number;
  last: Point | null;
  points: Point[];
  until: number | null;
  scope: string | null;
}

const POINT = recordCodec<Point>()('at', '#worth');
const SAMPLE = recordCodec<Sample, 'until' | 'scope'>({ until: null, scope: null })(
  ...(['id', 'name', '#amount', '#value', '#fees'] as const),
  ['from', 'to'],
  { last: POINT },
  { points: arrayOf(POINT) },
);

const sample: Sample = {
  ...{ id: 1, name: null, amount: 2n ** 70n, value: null, fees: [1n, 2n], from: 3, to: 4 },
  ...{ last: { at: 5, worth: -6n }, points: [{ at: 7, worth: 8n }], until: null, scope: null },
};

it.each([
  ['as it is', {}, []],
  ['with nulls', { value: 9n, last: null, points: [], name: 'a' }, []],
  ['with last fields that are not as usual, and then with all of them', { scope: 'b' }, [null, 'b']],
  ['with the first of them alone', { until: 5 }, [5, null]],
])('writes and restores a record %s', (_, changes, last) => {
  const value = { ...sample, ...changes };
  const line = JSON.parse(JSON.stringify(SAMPLE.write(value))) as unknown[];
  expect(line.slice(8)).toEqual(last);
  expect(line).toHaveLength(8 + last.length);
  expect(SAMPLE.restore(line)).toEqual(value);
});

it('writes amounts as digits and tuples as nested lists', () => {
  const first = [1, null, `${2n ** 70n}`, null, ['1', '2'], [3, 4], [5, '-6'], [[7, '8']]];
  expect(SAMPLE.write(sample)).toEqual(first);
});

it('a missing, unknown or mistyped field does not compile', () => {
  // @ts-expect-error `worth` is missing
  expect(recordCodec<Point>()('at')).toBeDefined();
  // @ts-expect-error there is no `to`
  expect(recordCodec<Point>()('at', '#worth', 'to')).toBeDefined();
  // @ts-expect-error `worth` is an amount
  expect(recordCodec<Point>()('at', 'worth')).toBeDefined();
  // @ts-expect-error `at` is not an amount
  expect(recordCodec<Point>()('#at', '#worth')).toBeDefined();
});

it('updates derived state when a value is restored', () => {
  const state = createState();
  const points = new Map<number, Point>([
    [20, { at: 20, worth: 1n }],
    [3, { at: 3, worth: 2n }],
  ]);
  const noted: number[] = [];
  const row = recordsRow('point', () => points, POINT, { key: ({ at }) => at, note: (__, { at }) => noted.push(at) });
  const lines = [...row.write(state)];
  expect(lines).toEqual([
    ['point', 3, '2'],
    ['point', 20, '1'],
  ]);
  points.clear();
  for (const line of lines) row.restore(state, line);
  expect([...points.values()]).toEqual([
    { at: 3, worth: 2n },
    { at: 20, worth: 1n },
  ]);
  expect(noted).toEqual([3, 20]);
});
