import { configureStore } from '@reduxjs/toolkit';
import { beginSession, leaveSession } from '../../shared/api/session';
import { favouritesSlice, selectFavourites, selectIsFavourite, toggleFavourite } from './favourites-slice';

const storeOf = () => configureStore({ reducer: { favourites: favouritesSlice.reducer } });

describe('the favourites', () => {
  beforeEach(() => localStorage.clear());

  it('are starred and unstarred, and remembered', () => {
    const store = storeOf();
    store.dispatch(toggleFavourite('BTC-USDT'));
    store.dispatch(toggleFavourite('ETH-USDT'));
    store.dispatch(toggleFavourite('BTC-USDT'));
    expect(selectFavourites(store.getState())).toEqual(['ETH-USDT']);
    expect(selectIsFavourite(storeOf().getState(), 'ETH-USDT')).toBe(true);
  });

  it('are each user’s own; a visitor’s are there for whoever has none', () => {
    const anywhere = { dispatch: () => undefined as never, getState: () => ({}) };
    storeOf().dispatch(toggleFavourite('DOGE-USDT'));
    beginSession(anywhere, { ticket: 't-ann', userId: 1 });
    const anns = storeOf();
    expect(selectFavourites(anns.getState())).toEqual(['DOGE-USDT']);
    anns.dispatch(toggleFavourite('BTC-USDT'));
    leaveSession(anywhere);
    expect(selectFavourites(storeOf().getState())).toEqual(['DOGE-USDT']);
    beginSession(anywhere, { ticket: 't-ben', userId: 2 });
    expect(selectFavourites(storeOf().getState())).toEqual(['DOGE-USDT']);
    leaveSession(anywhere);
    beginSession(anywhere, { ticket: 't-ann-2', userId: 1 });
    expect(selectFavourites(storeOf().getState())).toEqual(['DOGE-USDT', 'BTC-USDT']);
  });

  it.each(['nonsense', '{"a":1}', '[1,null]'])('begin empty when %p is what was kept', (text) => {
    localStorage.setItem('favourites', text);
    expect(selectFavourites(storeOf().getState())).toEqual([]);
  });
});
