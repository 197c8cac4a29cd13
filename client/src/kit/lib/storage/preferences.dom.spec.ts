import { act, renderHook } from '@testing-library/react';
import { beginSession, leaveSession } from '../../api/session';
import { setPreference, preferenceText, usePreference, usePreferenceSwitch } from './preferences';

const anywhere = { dispatch: () => undefined as never, getState: () => ({}) };
const ann = () => beginSession(anywhere, { ticket: 't-ann', userId: 1 });
const ben = () => beginSession(anywhere, { ticket: 't-ben', userId: 2 });

beforeEach(() => {
  localStorage.clear();
  leaveSession(anywhere);
});

describe('stored choice', () => {
  it('is separate for each user of a browser', () => {
    ann();
    setPreference('trade.hide-others', 'on');
    ben();
    expect(preferenceText('trade.hide-others')).toBeNull();
    leaveSession(anywhere);
    expect(preferenceText('trade.hide-others')).toBeNull();
    ann();
    expect(preferenceText('trade.hide-others')).toBe('on');
  });

  it('of a visitor is the default for users, whose own choices do not change it', () => {
    setPreference('trade.hide-others', 'on');
    ann();
    expect(preferenceText('trade.hide-others')).toBe('on');
    setPreference('trade.hide-others', 'off');
    expect(preferenceText('trade.hide-others')).toBe('off');
    leaveSession(anywhere);
    expect(preferenceText('trade.hide-others')).toBe('on');
  });

  it.each([
    'trade.skip-confirmation',
    'contract.skip-confirmation',
    'option.skip-confirmation',
    'robot.skip-confirmation',
  ])('to skip confirmation (%s) is shared with no other user or visitor', (key) => {
    const skips = () => renderHook(() => usePreferenceSwitch(key)).result.current;
    setPreference(key, 'on');
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

  it('is synchronised between tabs', () => {
    const { result } = renderHook(() => usePreference('trade.chart', ['candles', 'depth']));
    expect(result.current[0]).toBe('candles');
    localStorage.setItem('trade.chart', 'depth');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'trade.chart', newValue: 'depth' })));
    expect(result.current[0]).toBe('depth');
  });

  it('lasts until the page is left if storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    setPreference('trade.chart', 'depth');
    expect(preferenceText('trade.chart')).toBe('depth');
    storage.mockRestore();
    setPreference('trade.chart', 'candles');
    expect(localStorage.getItem('trade.chart')).toBe('candles');
  });
});
