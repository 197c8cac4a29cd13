import { countdownText } from './countdown';

it('shows hours, minutes and seconds down to zero', () => {
  const at = (hours: number, minutes: number, seconds: number) => ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  expect(countdownText(at(7, 59, 59), 0)).toBe('07:59:59');
  // Partial seconds round up.
  expect(countdownText(at(0, 0, 1), 1)).toBe('00:00:01');
  expect([countdownText(5, 5), countdownText(5, 5_000)]).toEqual(['00:00:00', '00:00:00']);
  expect(countdownText(at(100, 0, 0), 0)).toBe('100:00:00');
});
