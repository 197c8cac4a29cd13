/** Who is using the page: a visitor, or the user whose ticket the browser keeps. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../shared/wire/account';
import { loggedOut, notLoggedIn, sessionExpired } from '../../shared/api/api-events';
import { sessionApi } from './session-api';

/** The specification's default: an ordinary user. */
const USER_TYPE_DEFAULT = 3;

export interface SessionState {
  isLogin: 0 | 1;
  userData: UserInfo | null;
  userType: number;
  /** What the server said when it ended the session; null while there is nothing to tell. */
  expired: string | null;
}

const VISITOR: SessionState = { isLogin: 0, userData: null, userType: USER_TYPE_DEFAULT, expired: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: VISITOR,
  reducers: {
    /** At the start: whoever has a ticket is taken for a user until the server says otherwise. */
    sessionRestored: (state, { payload: ticket }: PayloadAction<string | null>) => ({
      ...state,
      isLogin: ticket === null ? 0 : 1,
    }),
    loggedIn: (state) => ({ ...state, isLogin: 1, expired: null }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(notLoggedIn, () => VISITOR)
      .addCase(loggedOut, () => VISITOR)
      .addCase(sessionExpired, (_state, { payload }) => ({ ...VISITOR, expired: payload }))
      .addMatcher(sessionApi.endpoints.getUserInfo.matchFulfilled, (_state, { payload }) => ({
        isLogin: 1,
        userData: payload,
        userType: payload.userType,
        expired: null,
      })),
  selectors: {
    selectIsLogin: ({ isLogin }) => isLogin === 1,
    selectUser: ({ userData }) => userData,
    selectExpired: ({ expired }) => expired,
  },
});

export const { sessionRestored, loggedIn } = sessionSlice.actions;
export const { selectIsLogin, selectUser, selectExpired } = sessionSlice.selectors;
