import { act, renderHook } from '@testing-library/react';
import { beginSession, leaveSession } from '../api/session';
import { keep, useKeptSwitch } from './kept';

const anywhere = { dispatch: () => undefined as never, getState: () => ({}) };

beforeEach(() => localStorage.clear());

describe('a choice that is kept', () => {
  it('is the browser’s: the next one finds it as it was left', () => {
    beginSession(anywhere, { ticket: 't-ann', userId: 1 });
    keep('trade.hide-others', 'on');
    leaveSession(anywhere);
    expect(renderHook(() => useKeptSwitch('trade.hide-others')).result.current[0]).toBe(true);
  });

  it('not to be asked before an order is the user’s own, and waits for their return', () => {
    const skips = () => renderHook(() => useKeptSwitch('trade.skip-confirmation')).result.current;
    beginSession(anywhere, { ticket: 't-ann', userId: 1 });
    const [, skip] = skips();
    act(() => skip(true));
    expect(skips()[0]).toBe(true);
    leaveSession(anywhere);
    expect(skips()[0]).toBe(false);
    beginSession(anywhere, { ticket: 't-ben', userId: 2 });
    expect(skips()[0]).toBe(false);
    leaveSession(anywhere);
    beginSession(anywhere, { ticket: 't-ann-2', userId: 1 });
    expect(skips()[0]).toBe(true);
  });
});
