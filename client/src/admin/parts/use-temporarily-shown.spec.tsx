import { act, renderHook } from '@testing-library/react';
import { useTemporarilyShown } from './use-temporarily-shown';

const SECONDS = 60;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const shownOf = () => renderHook(() => useTemporarilyShown<string>(SECONDS));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('revealed value', () => {
  it('counts down its seconds and is masked again', () => {
    const { result } = shownOf();
    expect(result.current.dataOf('5')).toBeNull();
    act(() => result.current.show('5', 'clear'));
    expect([result.current.dataOf('5'), result.current.secondsLeft]).toEqual(['clear', SECONDS]);
    pass(20_000);
    expect([result.current.dataOf('5'), result.current.secondsLeft]).toEqual(['clear', SECONDS - 20]);
    pass(39_000);
    expect([result.current.dataOf('5'), result.current.secondsLeft]).toEqual(['clear', 1]);
    pass(1_000);
    expect([result.current.dataOf('5'), result.current.secondsLeft]).toEqual([null, 0]);
  });

  it('belongs to one record at a time', () => {
    const { result } = shownOf();
    act(() => result.current.show('5', 'clear'));
    expect(result.current.dataOf('6')).toBeNull();
    act(() => result.current.show('6', 'another'));
    expect([result.current.dataOf('5'), result.current.dataOf('6')]).toEqual([null, 'another']);
  });

  it('is masked by hiding it and by leaving the page', () => {
    const { result } = shownOf();
    act(() => result.current.show('5', 'clear'));
    act(() => result.current.hide());
    expect(result.current.dataOf('5')).toBeNull();
    act(() => result.current.show('5', 'clear'));
    act(() => {
      window.dispatchEvent(new Event('pagehide'));
    });
    expect(result.current.dataOf('5')).toBeNull();
  });

  it('leaves no timer behind', () => {
    const { result, unmount } = shownOf();
    act(() => result.current.show('5', 'clear'));
    expect(jest.getTimerCount()).toBe(1);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
