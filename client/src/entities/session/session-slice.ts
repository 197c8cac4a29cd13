/** Who is using the page: a visitor, or the user whose ticket the browser keeps. */
import { createSlice } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../shared/products/identity/account';
import { sessionChanged, type Session } from '../../shared/api/session';
import { sessionApi } from './session-api';

/** The specification's default: an ordinary user. */
const USER_TYPE_DEFAULT = 3;

/** `id`: what was on the screen under one is not to be seen under the next. */
export interface SessionState extends Session {
  isLogin: 0 | 1;
  userData: UserInfo | null;
  userType: number;
  /** What the server said when it ended the session; null while there is nothing to tell. */
  expired: string | null;
}

const VISITOR: SessionState = {
  id: '',
  ticket: null,
  user: null,
  isLogin: 0,
  userData: null,
  userType: USER_TYPE_DEFAULT,
  expired: null,
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState: VISITOR,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionChanged, (_state, { payload: { id, ticket, user, change } }) => ({
        ...VISITOR,
        ...{ id, ticket, user },
        // Whoever has a ticket is taken for a user until the server says otherwise.
        isLogin: ticket === null ? 0 : 1,
        expired: change.kind === 'expired' ? change.text : null,
      }))
      .addMatcher(sessionApi.endpoints.getUserInfo.matchFulfilled, ({ id, ticket }, { payload }) => ({
        ...{ id, ticket, user: String(payload.userId) },
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
