/** Renders a page or a part of one with a store and an address, as the app does. */
import { configureStore, type Reducer } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider, type ProviderProps } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { routeSlice } from '../kit/entities/route/route-slice';
import { TabTitle } from '../kit/entities/route/tab-title';
import { sessionSlice } from '../kit/entities/session/session-slice';
import { api } from '../kit/api/api';
import { leaveSession } from '../kit/api/session';
import { selectInterests } from '../kit/stream/interest';
import { resetServerTime } from '../kit/stream/server-time';
import { keyOf } from '../kit/stream/stream-events';
import { toastsSlice } from '../kit/toasts/toasts-slice';
import { success } from '../../../test/support/network';
import { showMedia } from './media';
import { settle } from './settle';

const EVERYWHERE = {
  [api.reducerPath]: api.reducer,
  session: sessionSlice.reducer,
  toasts: toastsSlice.reducer,
  route: routeSlice.reducer,
};

/** Reducers that every page reads, plus `extraReducers`. Development checks are off because they take longer than the pages. */
export function testStore(extraReducers: Readonly<Record<string, Reducer>> = {}) {
  return configureStore({
    reducer: { ...EVERYWHERE, ...extraReducers },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
}

/** Keys of the streams the page subscribes to. */
export function followedBy(store: { getState: () => unknown }): string[] {
  return selectInterests(store.getState() as Parameters<typeof selectInterests>[0]).map(keyOf);
}

/** Renders and waits until the page is idle. */
export async function showPage(store: ProviderProps['store'], page: ReactElement, address = '/'): Promise<void> {
  render(
    <Provider store={store}>
      <TabTitle />
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
    </Provider>,
  );
  await settle();
}

/** Logged out, empty storage, wide window. */
export function openFreshBrowser(): void {
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
  resetServerTime();
  showMedia(false);
}

/** The only page of a list. */
export const pageOf = (...records: unknown[]) =>
  success({ records, total: records.length, pageIndex: 1, pageSize: 20 });

/** Also finds buttons in a dialog, which jsdom treats as hidden. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settle();
}
