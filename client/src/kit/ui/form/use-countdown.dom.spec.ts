import { act, renderHook } from '@testing-library/react';
import { resetServerTime, noteServerTime } from '../../stream/server-time';
import { useCountdown } from './use-countdown';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  resetServerTime();
});

it('countdown follows server time, regardless of the machine’s clock', () => {
  noteServerTime(1_760_000_000_000);
  const { result } = renderHook(() => useCountdown());
  act(() => result.current[1](60));
  jest.setSystemTime(Date.now() + 3_600_000);
  act(() => void jest.advanceTimersByTime(10_000));
  expect(result.current[0]).toBe(50);
});
