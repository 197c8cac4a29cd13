import { isAway, watchPresence } from './presence';

describe('user presence', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends after a minute without input and returns with the next input', () => {
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
