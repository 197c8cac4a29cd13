import { inMinutes, nextTime } from './start-time';

/** Local time of the test machine. */
const NOW = new Date(2026, 10, 23, 18, 30, 15, 250).getTime();
const clock = (day: number, hours: number, minutes: number, seconds: number) =>
  new Date(2026, 10, day, hours, minutes, seconds).getTime();

describe('time of day', () => {
  it('is the next occurrence: today or tomorrow', () => {
    expect(nextTime('18:30:16', NOW)).toBe(clock(23, 18, 30, 16));
    expect(nextTime('18:30:15', NOW)).toBe(clock(24, 18, 30, 15));
    expect(nextTime(' 7:05 ', NOW)).toBe(clock(24, 7, 5, 0));
    expect(nextTime('23.59.59', NOW)).toBe(clock(23, 23, 59, 59));
  });

  it.each(['', '24:00', '12:60', '12:00:60', '12', '1200', '-1:00', '12:00 pm', '٠٧:٠٥'])('is null for %p', (text) => {
    expect(nextTime(text, NOW)).toBeNull();
  });
});

it('rounds up to whole seconds, the given minutes ahead', () => {
  expect(inMinutes(5, 1_000)).toBe(301_000);
  expect(inMinutes(5, 1_001)).toBe(302_000);
});
