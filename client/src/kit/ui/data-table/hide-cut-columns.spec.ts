import { cutColumns } from './hide-cut-columns';

const columns = (...widths: number[]) => {
  let left = 0;
  return widths.map((width) => ({ left, right: (left += width), stays: false }));
};
const scrolled = (by: number, all: ReturnType<typeof columns>) =>
  all.map(({ left, right, stays }) => ({ left: left - by, right: right - by, stays }));

test.each<[string, number[], number, number, number[]]>([
  ['all of them fit', [100, 100], 200, 0, []],
  ['one is half out of sight', [100, 100, 100], 250, 0, [3]],
  ['one is out of sight, not in part', [100, 100, 100], 200, 0, []],
  ['both edges go through one', [100, 100, 100, 100], 250, 50, [1]],
  ['a fraction of a pixel', [100, 100.6], 200, 0, []],
])('hides partly visible columns: %s', (_, widths, room, by, expected) => {
  expect(cutColumns(scrolled(by, columns(...widths)), { left: 0, right: room })).toEqual(expected);
});

test('a sticky end column covers those below it and is never hidden', () => {
  const acts = { left: 150, right: 250, stays: true };
  expect(cutColumns([...columns(100, 100, 100), acts], { left: 0, right: 250 })).toEqual([2]);
});
