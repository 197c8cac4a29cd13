/** The markets a user has starred, kept in this browser for each of its users. */
import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { ownKey } from '../../shared/api/session';

const STORAGE_KEY = 'favourites';
/** More stars than any exchange has markets. */
const FAVOURITES_MAX = 500;

export interface FavouritesState {
  /** In the order they were starred. */
  markets: readonly string[];
}

export const favouritesSlice = createSlice({
  name: 'favourites',
  initialState: (): FavouritesState => ({ markets: kept() }),
  reducers: {
    favouriteToggled: ({ markets }, { payload: market }: PayloadAction<string>) => ({
      markets: markets.includes(market)
        ? markets.filter((name) => name !== market)
        : [...markets, market].slice(-FAVOURITES_MAX),
    }),
  },
  selectors: {
    selectFavourites: ({ markets }) => markets,
    selectIsFavourite: ({ markets }, market: string) => markets.includes(market),
  },
});

export const { favouriteToggled } = favouritesSlice.actions;
export const { selectFavourites, selectIsFavourite } = favouritesSlice.selectors;

type WithFavourites = { favourites: FavouritesState };

/** Stars a market, or takes its star away, and remembers it for the next visit. */
export function toggleFavourite(market: string): ThunkAction<void, WithFavourites, unknown, UnknownAction> {
  return (dispatch, getState) => {
    dispatch(favouriteToggled(market));
    try {
      localStorage.setItem(ownKey(STORAGE_KEY), JSON.stringify(selectFavourites(getState())));
    } catch {
      // Storage may be forbidden; the stars then hold until the page is left.
    }
  };
}

/** What an earlier visit left, a visitor's to a user who has starred nothing yet; anything else in its place counts as nothing. */
function kept(): readonly string[] {
  try {
    const text = localStorage.getItem(ownKey(STORAGE_KEY)) ?? localStorage.getItem(STORAGE_KEY);
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, FAVOURITES_MAX) : [];
  } catch {
    return [];
  }
}
