import { act, renderHook } from '@testing-library/react';
import { markSeen, seenIn, useSeenNotices, withSeen } from './seen-notices';

describe('read announcements', () => {
  it('are read from storage; invalid content is ignored', () => {
    expect([...seenIn('["1","2"]')]).toEqual(['1', '2']);
    for (const text of [null, '', '{"1":true}', '[1,null]', 'x']) expect([...seenIn(text)]).toEqual([]);
  });

  it('keep the same set without news and drop the oldest beyond 500', () => {
    const known = new Set(['1', '2']);
    expect(withSeen(known, ['2'])).toBe(known);
    const many = Array.from({ length: 500 }, (_, index) => String(index + 10));
    const next = withSeen(known, many);
    expect(next.size).toBe(500);
    expect(next.has('1')).toBe(false);
    expect(next.has('509')).toBe(true);
  });

  it('are stored and synchronised between tabs', () => {
    const { result } = renderHook(useSeenNotices);
    act(() => markSeen(['7']));
    expect([...result.current]).toEqual(['7']);
    expect(localStorage.getItem('notices.seen')).toBe('["7"]');

    const elsewhere = new StorageEvent('storage', { key: 'notices.seen', newValue: '["7","8"]' });
    act(() => void window.dispatchEvent(elsewhere));
    expect([...result.current]).toEqual(['7', '8']);
  });
});
