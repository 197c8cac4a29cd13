/** Who is using the page: a visitor, or the user whose ticket the browser keeps. */
import { createSlice } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../shared/wire/account';
import { sessionChanged, type SessionChange } from '../../shared/api/session';
import { sessionApi } from './session-api';

/** The specification's default: an ordinary user. */
const USER_TYPE_DEFAULT = 3;

export interface SessionState {
  /** Another one after every change: what was on the screen under one is not to be seen under the next. */
  id: string;
  isLogin: 0 | 1;
  userData: UserInfo | null;
  userType: number;
  /** What the server said when it ended the session; null while there is nothing to tell. */
  expired: string | null;
}

const VISITOR: SessionState = { id: '', isLogin: 0, userData: null, userType: USER_TYPE_DEFAULT, expired: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: VISITOR,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionChanged, (_state, { payload: { id, change } }) => ({ ...VISITOR, id, ...afterChange(change) }))
      .addMatcher(sessionApi.endpoints.getUserInfo.matchFulfilled, ({ id }, { payload }) => ({
        id,
        isLogin: 1,
        userData: payload,
        userType: payload.userType,
        expired: null,
      })),
  selectors: {
    selectSessionId: ({ id }) => id,
    selectIsLogin: ({ isLogin }) => isLogin === 1,
    selectUser: ({ userData }) => userData,
    selectExpired: ({ expired }) => expired,
  },
});

export const { selectSessionId, selectIsLogin, selectUser, selectExpired } = sessionSlice.selectors;

function afterChange(change: SessionChange): Partial<SessionState> {
  switch (change.kind) {
    case 'logged_in':
      return { isLogin: 1 };
    // Whoever has a ticket is taken for a user until the server says otherwise.
    case 'found':
      return { isLogin: change.isUser ? 1 : 0 };
    case 'expired':
      return { expired: change.text };
    case 'not_known':
    case 'logged_out':
      return {};
  }
}
