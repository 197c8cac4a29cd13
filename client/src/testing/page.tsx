/** A page or a part of one as the application has it: over a store, at an address. */
import { configureStore, type Reducer } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider, type ProviderProps } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { routeSlice } from '../entities/route/route-slice';
import { TabTitle } from '../entities/route/tab-title';
import { sessionSlice } from '../entities/session/session-slice';
import { api } from '../shared/api/api';
import { leaveSession } from '../shared/api/session';
import { selectInterests } from '../shared/stream/interest';
import { forgetServerTime } from '../shared/stream/server-time';
import { keyOf } from '../shared/stream/stream-events';
import { toastsSlice } from '../shared/toasts/toasts-slice';
import { success } from '../../../test/support/network';
import { showMedia } from './media';
import { settle } from './settle';

const EVERYWHERE = {
  [api.reducerPath]: api.reducer,
  session: sessionSlice.reducer,
  toasts: toastsSlice.reducer,
  route: routeSlice.reducer,
};

/** What every page reads, and `more`. The checks of a developer's store are left out: they take longer than the pages. */
export function testStore(more: Readonly<Record<string, Reducer>> = {}) {
  return configureStore({
    reducer: { ...EVERYWHERE, ...more },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
}

/** Which streams are listened to. */
export function followedBy(store: { getState: () => unknown }): string[] {
  return selectInterests(store.getState() as Parameters<typeof selectInterests>[0]).map(keyOf);
}

/** Until it is quiet. */
export async function showPage(store: ProviderProps['store'], page: ReactElement, address = '/'): Promise<void> {
  render(
    <Provider store={store}>
      <TabTitle />
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
    </Provider>,
  );
  await settle();
}

/** Nobody is logged in, nothing is kept, and the window is wide. */
export function openFreshBrowser(): void {
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
  forgetServerTime();
  showMedia(false);
}

/** A page of a list that has no other. */
export const pageOf = (...records: unknown[]) =>
  success({ records, total: records.length, pageIndex: 1, pageSize: 20 });

/** Also in a dialog, which this window does not show. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settle();
}
