/** The page's user: a visitor, or the owner of the stored ticket. */
import { createSlice } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { sessionChanged, type Session } from '../../api/session';
import { sessionApi } from './session-api';

/** The specification's default: an ordinary user. */
const USER_TYPE_DEFAULT = 3;

/** Session id: state of one session must not be visible in the next. */
export interface SessionState extends Session {
  isLogin: 0 | 1;
  userData: UserInfo | null;
  userType: number;
  /** The server's message at the end of the session; null if there is none. */
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
        // A ticket counts as a log-in until the server rejects it.
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
