import { dayName, dayOf } from '../../../../../shared/rules/days';
import { A_WEEK, monthFrom, spanOf, weekdayOf } from './month';

it('lists every day of a month once, including leap years', () => {
  expect(spanOf('2028-02').days).toHaveLength(29);
  expect(spanOf('2027-02').days.at(-1)).toBe('2027-02-28');
  const { from, to, days } = spanOf('2026-11');
  expect([dayName(dayOf(from)), dayName(dayOf(to - 1)), dayName(dayOf(to))]).toEqual([
    days[0],
    '2026-11-30',
    '2026-12-01',
  ]);
});

it('crosses the year in both directions', () => {
  expect(monthFrom('2026-12', 1)).toBe('2027-01');
  expect(monthFrom('2027-01', -1)).toBe('2026-12');
});

it('starts weeks on Monday', () => {
  expect(weekdayOf('2026-11-23')).toBe(1);
  expect(weekdayOf('2026-11-29')).toBe(7);
  expect(A_WEEK.map((at) => new Date(at).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6, 0]);
});
