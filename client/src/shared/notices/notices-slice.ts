/** Short words about what has just happened, on the screen for two seconds each. */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { Words } from '../api/envelope';

export const NOTICE_MS = 2_000;
/** More at once would hide the page. */
const NOTICES_MAX = 4;

export type Notice = { id: string; kind: 'success' | 'error' | 'info' } & Words;
type NewNotice = { kind: Notice['kind'] } & Words;

export interface NoticesState {
  shown: readonly Notice[];
}

export const noticesSlice = createSlice({
  name: 'notices',
  initialState: (): NoticesState => ({ shown: [] }),
  reducers: {
    noticeShown: {
      prepare: (notice: NewNotice) => ({ payload: { id: nanoid(), ...notice } }),
      reducer: ({ shown }, { payload }: PayloadAction<Notice>) => ({ shown: [...shown, payload].slice(-NOTICES_MAX) }),
    },
    noticeFaded: ({ shown }, { payload: id }: PayloadAction<string>) => ({
      shown: shown.filter((notice) => notice.id !== id),
    }),
  },
  selectors: { selectNotices: ({ shown }) => shown },
});

export const { noticeShown, noticeFaded } = noticesSlice.actions;
export const { selectNotices } = noticesSlice.selectors;
