/** Log-in, registration and the user's own account, over HTTP. */
import type { z } from 'zod';
import type { ACCOUNT_ROUTES, RegisterRequest, UserInfo } from '../../../../shared/wire/account';
import { api } from '../../shared/api/api';
import { keepTicket } from '../../shared/api/ticket';

interface Credentials {
  username: string;
  password: string;
}

type Registered = z.infer<typeof ACCOUNT_ROUTES.register.answer>;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserInfo: build.query<UserInfo, void>({
      query: () => ({ url: '/app/account/getUserInfo' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Session'],
    }),
    /** The ticket stands beside the envelope, as OAuth clients expect it. */
    logIn: build.mutation<{ userId: number }, Credentials>({
      query: ({ username, password }) => ({
        url: '/api/auth/oauth/token',
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username, password }),
        responseHandler: async (response) => {
          const answer: unknown = await response.json();
          if (isTicketAnswer(answer)) keepTicket(answer.access_token);
          return answer;
        },
      }),
      extraOptions: { isLogin: true },
    }),
    afterLogIn: build.mutation<UserInfo, string>({
      query: (username) => ({ url: `/api/oms/opr/afterLogin/${encodeURIComponent(username)}`, method: 'POST' }),
      extraOptions: { isLogin: true, isQuiet: true },
    }),
    register: build.mutation<Registered, RegisterRequest>({
      query: (body) => ({ url: '/app/account/register', method: 'POST', body }),
    }),
    logOut: build.mutation<null, void>({
      query: () => ({ url: '/app/account/logout', method: 'POST', body: {} }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useLogInMutation, useAfterLogInMutation, useRegisterMutation, useLogOutMutation } = sessionApi;

function isTicketAnswer(answer: unknown): answer is { access_token: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'access_token' in answer &&
    typeof answer.access_token === 'string' &&
    answer.access_token !== ''
  );
}
