import { act, renderHook } from '@testing-library/react';
import { beginSession, leaveSession } from '../../api/session';
import { keep, keptText, useKept, useKeptSwitch } from './kept';

const anywhere = { dispatch: () => undefined as never, getState: () => ({}) };
const ann = () => beginSession(anywhere, { ticket: 't-ann', userId: 1 });
const ben = () => beginSession(anywhere, { ticket: 't-ben', userId: 2 });

beforeEach(() => {
  localStorage.clear();
  leaveSession(anywhere);
});

describe('a choice that is kept', () => {
  it('is a user’s own: the next one at the same browser does not see it', () => {
    ann();
    keep('trade.hide-others', 'on');
    ben();
    expect(keptText('trade.hide-others')).toBeNull();
    leaveSession(anywhere);
    expect(keptText('trade.hide-others')).toBeNull();
    ann();
    expect(keptText('trade.hide-others')).toBe('on');
  });

  it('of visitors is there for a user who has not chosen, and stays as it was when the user does', () => {
    keep('trade.hide-others', 'on');
    ann();
    expect(keptText('trade.hide-others')).toBe('on');
    keep('trade.hide-others', 'off');
    expect(keptText('trade.hide-others')).toBe('off');
    leaveSession(anywhere);
    expect(keptText('trade.hide-others')).toBe('on');
  });

  it.each([
    'trade.skip-confirmation',
    'contract.skip-confirmation',
    'option.skip-confirmation',
    'robot.skip-confirmation',
  ])('not to be asked (%s) is nobody else’s, a visitor’s as little as a user’s', (key) => {
    const skips = () => renderHook(() => useKeptSwitch(key)).result.current;
    keep(key, 'on');
    ann();
    expect(skips()[0]).toBe(false);
    const [, skip] = skips();
    act(() => skip(true));
    expect(skips()[0]).toBe(true);
    ben();
    expect(skips()[0]).toBe(false);
    leaveSession(anywhere);
    ann();
    expect(skips()[0]).toBe(true);
  });

  it('is seen by another tab at once', () => {
    const { result } = renderHook(() => useKept('trade.chart', ['candles', 'depth']));
    expect(result.current[0]).toBe('candles');
    localStorage.setItem('trade.chart', 'depth');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'trade.chart', newValue: 'depth' })));
    expect(result.current[0]).toBe('depth');
  });

  it('holds until the page is left where storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    keep('trade.chart', 'depth');
    expect(keptText('trade.chart')).toBe('depth');
    storage.mockRestore();
    keep('trade.chart', 'candles');
    expect(localStorage.getItem('trade.chart')).toBe('candles');
  });
});
