import { isAway, watchPresence } from './presence';

describe('whoever is in front of the page', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is away after a minute without a sign, and back with the next', () => {
    watchPresence();
    window.dispatchEvent(new Event('keydown'));
    jest.advanceTimersByTime(59_000);
    expect(isAway()).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(isAway()).toBe(true);
    window.dispatchEvent(new Event('pointermove'));
    expect(isAway()).toBe(false);
  });
});
