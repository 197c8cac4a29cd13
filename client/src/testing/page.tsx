/** A page or a part of one as the application has it: over a store, at an address. */
import { configureStore, type Reducer } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider, type ProviderProps } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { sessionSlice } from '../entities/session/session-slice';
import { api } from '../shared/api/api';
import { toastsSlice } from '../shared/toasts/toasts-slice';
import { settle } from './settle';

const EVERYWHERE = {
  [api.reducerPath]: api.reducer,
  session: sessionSlice.reducer,
  toasts: toastsSlice.reducer,
};

/** What every page reads, and `more`. The checks of a developer's store are left out: they take longer than the pages. */
export function testStore(more: Readonly<Record<string, Reducer>> = {}) {
  return configureStore({
    reducer: { ...EVERYWHERE, ...more },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
}

/** Until it is quiet. */
export async function showPage(store: ProviderProps['store'], page: ReactElement, address = '/'): Promise<void> {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
    </Provider>,
  );
  await settle();
}

/** Also in a dialog, which this window does not show. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settle();
}
