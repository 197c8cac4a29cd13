import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { toggleFavourite, type FavouritesState } from './favourites-slice';

/** Stars a market, or takes its star away. */
export function useToggleFavourite(): (market: string) => void {
  const dispatch = useDispatch<ThunkDispatch<{ favourites: FavouritesState }, unknown, UnknownAction>>();
  return useCallback((market) => dispatch(toggleFavourite(market)), [dispatch]);
}
