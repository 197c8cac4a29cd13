/** Toasts, each shown for two seconds. */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { Words } from '../api/envelope';

export const TOAST_MS = 2_000;
/** More at once would cover the page. */
const TOASTS_MAX = 4;

export type Toast = { id: string; kind: 'success' | 'error' | 'info' } & Words;
type NewToast = { kind: Toast['kind'] } & Words;

export interface ToastsState {
  shown: readonly Toast[];
}

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState: (): ToastsState => ({ shown: [] }),
  reducers: {
    toastShown: {
      prepare: (toast: NewToast) => ({ payload: { id: nanoid(), ...toast } }),
      reducer: ({ shown }, { payload }: PayloadAction<Toast>) => ({ shown: [...shown, payload].slice(-TOASTS_MAX) }),
    },
    toastFaded: ({ shown }, { payload: id }: PayloadAction<string>) => ({
      shown: shown.filter((toast) => toast.id !== id),
    }),
  },
  selectors: { selectToasts: ({ shown }) => shown },
});

export const { toastShown, toastFaded } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;
