import { configureStore } from '@reduxjs/toolkit';
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

  it.each(['nonsense', '{"a":1}', '[1,null]'])('begin empty when %p is what was kept', (text) => {
    localStorage.setItem('favourites', text);
    expect(selectFavourites(storeOf().getState())).toEqual([]);
  });
});
