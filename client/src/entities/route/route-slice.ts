/** The title of the tab, which follows from the screen. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { PRODUCT_TITLE } from '../../shared/lib/product';

export interface RouteState {
  title: string;
}

export const routeSlice = createSlice({
  name: 'route',
  initialState: (): RouteState => ({ title: PRODUCT_TITLE }),
  reducers: {
    titleChanged: (_state, { payload: title }: PayloadAction<string>): RouteState => ({ title }),
    /** Back to the fixed one: a navigation, or a screen that has gone. */
    titleReset: (): RouteState => ({ title: PRODUCT_TITLE }),
  },
  selectors: { selectTitle: ({ title }) => title },
});

export const { titleChanged, titleReset } = routeSlice.actions;
export const { selectTitle } = routeSlice.selectors;
