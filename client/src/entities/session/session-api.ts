/** Log-in, registration and the user's own account, over HTTP. */
import type { z } from 'zod';
import type {
  ACCOUNT_ROUTES,
  CodeSent,
  LogInByCodeRequest,
  RegisterRequest,
  RegistrationTerms,
  ResetPasswordRequest,
  SendCodeRequest,
  UserInfo,
} from '../../../../shared/wire/account';
import type { PasskeyLogInRequest, SECURITY_ROUTES } from '../../../../shared/wire/security';
import { api } from '../../shared/api/api';
import { keepTicket } from '../../shared/api/ticket';

export interface Credentials {
  username: string;
  password: string;
  /** Of the authenticator, once the exchange has asked for it. */
  code?: string;
}

/** What the exchange says when the second factor is still missing: no fault, the next question. */
export const SECOND_FACTOR_WANTED = 'google.code.required';

type Registered = z.infer<typeof ACCOUNT_ROUTES.register.answer>;
type PasskeyOptions = z.infer<typeof SECURITY_ROUTES.passkeyLogInOptions.answer>;
interface LoggedIn {
  userId: number;
}

const ENTRANCE = { isLogin: true, quietCodes: [SECOND_FACTOR_WANTED] };

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserInfo: build.query<UserInfo, void>({
      query: () => ({ url: '/app/account/getUserInfo' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Session'],
    }),
    logIn: build.mutation<LoggedIn, Credentials>({
      query: (credentials) => ({
        url: '/api/auth/oauth/token',
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', ...credentials }),
        responseHandler: keepingTicket,
      }),
      extraOptions: ENTRANCE,
    }),
    logInByCode: build.mutation<LoggedIn, LogInByCodeRequest>({
      query: (body) => ({
        url: '/app/account/logInByCode',
        method: 'POST',
        body,
        responseHandler: keepingTicket,
      }),
      extraOptions: ENTRANCE,
    }),
    passkeyLogInOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/app/security/passkey/logInOptions', method: 'POST', body: {} }),
      extraOptions: { isLogin: true },
    }),
    passkeyLogIn: build.mutation<LoggedIn, PasskeyLogInRequest>({
      query: (body) => ({
        url: '/app/security/passkey/logIn',
        method: 'POST',
        body,
        responseHandler: keepingTicket,
      }),
      extraOptions: { isLogin: true },
    }),
    afterLogIn: build.mutation<UserInfo, string>({
      query: (username) => ({ url: `/api/oms/opr/afterLogin/${encodeURIComponent(username)}`, method: 'POST' }),
      extraOptions: { isLogin: true, isQuiet: true },
    }),
    registrationTerms: build.query<RegistrationTerms, void>({
      query: () => ({ url: '/app/account/registrationTerms' }),
      extraOptions: { isQuiet: true },
    }),
    sendEntryCode: build.mutation<CodeSent, SendCodeRequest>({
      query: (body) => ({ url: '/app/account/sendCode', method: 'POST', body }),
    }),
    register: build.mutation<Registered, RegisterRequest>({
      query: (body) => ({ url: '/app/account/register', method: 'POST', body }),
    }),
    resetPassword: build.mutation<null, ResetPasswordRequest>({
      query: (body) => ({ url: '/app/account/resetPassword', method: 'POST', body }),
      extraOptions: { quietCodes: [SECOND_FACTOR_WANTED] },
    }),
    logOut: build.mutation<null, void>({
      query: () => ({ url: '/app/account/logout', method: 'POST', body: {} }),
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const {
  useRegistrationTermsQuery,
  useSendEntryCodeMutation,
  useRegisterMutation,
  useResetPasswordMutation,
  useLogOutMutation,
} = sessionApi;

/** The ticket stands beside the envelope, as OAuth clients expect it. */
async function keepingTicket(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  if (isTicketAnswer(answer)) keepTicket(answer.access_token);
  return answer;
}

function isTicketAnswer(answer: unknown): answer is { access_token: string } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'access_token' in answer &&
    typeof answer.access_token === 'string' &&
    answer.access_token !== ''
  );
}
