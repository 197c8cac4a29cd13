import { dayName, dayOf, dayStart } from './days';

const HOUR_MS = 3_600_000;

describe('days in GMT+8', () => {
  it.each([
    ['2026-01-31T15:59:59.999Z', '2026-01-31'],
    ['2026-01-31T16:00:00.000Z', '2026-02-01'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01'],
  ])('%s is on %s', (at, name) => {
    expect(dayName(dayOf(Date.parse(at)))).toBe(name);
  });

  it('always have 24 hours, whatever clocks do elsewhere', () => {
    for (let day = 20_000; day < 20_800; day++) {
      expect(dayStart(day + 1) - dayStart(day)).toBe(24 * HOUR_MS);
      expect(dayOf(dayStart(day))).toBe(day);
      expect(dayOf(dayStart(day) - 1)).toBe(day - 1);
    }
  });
});
