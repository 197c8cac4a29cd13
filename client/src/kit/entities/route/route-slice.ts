/** Tab title of the current screen. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { PRODUCT_TITLE } from '../../lib/product';

export interface RouteState {
  title: string;
}

export const routeSlice = createSlice({
  name: 'route',
  initialState: (): RouteState => ({ title: PRODUCT_TITLE }),
  reducers: {
    titleChanged: (_state, { payload: title }: PayloadAction<string>): RouteState => ({ title }),
    /** Resets the title after a navigation or when a screen unmounts. */
    titleReset: (): RouteState => ({ title: PRODUCT_TITLE }),
  },
  selectors: { selectTitle: ({ title }) => title },
});

export const { titleChanged, titleReset } = routeSlice.actions;
export const { selectTitle } = routeSlice.selectors;
