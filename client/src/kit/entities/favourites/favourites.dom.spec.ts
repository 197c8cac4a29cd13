import { act, renderHook } from '@testing-library/react';
import { beginSession, leaveSession } from '../../api/session';
import { favouritesIn, toggleFavourite, useFavourites } from './favourites';

const anywhere = { dispatch: () => undefined as never, getState: () => ({}) };
const starred = () => {
  const { result, unmount } = renderHook(useFavourites);
  unmount();
  return result.current;
};

describe('favourites', () => {
  beforeEach(() => localStorage.clear());

  it('are added, removed and stored', () => {
    const { result } = renderHook(useFavourites);
    act(() => toggleFavourite('BTC-USDT'));
    act(() => toggleFavourite('ETH-USDT'));
    act(() => toggleFavourite('BTC-USDT'));
    expect(result.current).toEqual(['ETH-USDT']);
    expect(localStorage.getItem('favourites')).toBe('["ETH-USDT"]');
  });

  it('are stored per user; a visitor’s serve users without their own', () => {
    toggleFavourite('DOGE-USDT');
    beginSession(anywhere, { ticket: 't-ann', userId: 1 });
    expect(starred()).toEqual(['DOGE-USDT']);
    toggleFavourite('BTC-USDT');
    leaveSession(anywhere);
    expect(starred()).toEqual(['DOGE-USDT']);
    beginSession(anywhere, { ticket: 't-ben', userId: 2 });
    expect(starred()).toEqual(['DOGE-USDT']);
    leaveSession(anywhere);
    beginSession(anywhere, { ticket: 't-ann-2', userId: 1 });
    expect(starred()).toEqual(['DOGE-USDT', 'BTC-USDT']);
    leaveSession(anywhere);
  });

  it.each([null, 'nonsense', '{"a":1}', '7'])('are empty for stored text %p', (text) => {
    expect(favouritesIn(text)).toEqual([]);
  });

  it('are the names in the stored list, at most 400', () => {
    expect(favouritesIn('[1,"BTC-USDT",null]')).toEqual(['BTC-USDT']);
    const many = Array.from({ length: 500 }, (_, index) => `C${index}-USDT`);
    expect(favouritesIn(JSON.stringify(many))).toHaveLength(400);
  });
});
