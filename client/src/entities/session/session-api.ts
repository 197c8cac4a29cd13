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

export interface Credentials {
  username: string;
  password: string;
  /** Of the authenticator, once the exchange has asked for it. */
  code?: string;
  /** That was sent to the owner, of who approves new devices first or at whose name strangers have guessed. */
  deviceCode?: string;
}

/** What the exchange says when the second factor is still missing: no fault, the next question. */
export const SECOND_FACTOR_WANTED = 'google.code.required';
/** And when the owner has yet to let this browser in. */
export const APPROVAL_WANTED = 'device.approval.required';
/** And when strangers have guessed at the name: a code was sent, if the password was right. */
export const CODE_WANTED = 'login.code.required';

type Registered = z.infer<typeof ACCOUNT_ROUTES.register.answer>;
type PasskeyOptions = z.infer<typeof SECURITY_ROUTES.passkeyLogInOptions.answer>;
export interface LoggedIn {
  userId: number;
  /** Absent when the server has forgotten it. */
  ticket?: string;
}
/** A log-in that is under way: the page has no ticket before it is complete. */
interface Entering {
  ticket: string;
}

const ENTRANCE = { isLogin: true, quietCodes: [SECOND_FACTOR_WANTED, APPROVAL_WANTED, CODE_WANTED] };

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
        responseHandler: withTicket,
      }),
      extraOptions: ENTRANCE,
    }),
    logInByCode: build.mutation<LoggedIn, LogInByCodeRequest>({
      query: (body) => ({
        url: '/app/account/logInByCode',
        method: 'POST',
        body,
        responseHandler: withTicket,
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
        responseHandler: withTicket,
      }),
      extraOptions: { isLogin: true },
    }),
    /** Whose a ticket is. */
    askEntrant: build.mutation<UserInfo, Entering>({
      query: (headers) => ({ url: '/app/account/getUserInfo', headers: { ...headers } }),
      extraOptions: { isLogin: true, isQuiet: true },
    }),
    afterLogIn: build.mutation<UserInfo, Entering & { username: string }>({
      query: ({ username, ticket }) => ({
        url: `/api/oms/opr/afterLogin/${encodeURIComponent(username)}`,
        method: 'POST',
        headers: { ticket },
      }),
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
    /** By then the page has no ticket any more. */
    logOut: build.mutation<null, { ticket: string }>({
      query: ({ ticket }) => ({ url: '/app/account/logout', method: 'POST', body: {}, headers: { ticket } }),
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

/** The ticket stands beside the envelope, as OAuth clients expect it: in there it is with what it belongs to. */
async function withTicket(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  return isTicketAnswer(answer) ? { ...answer, data: { ...answer.data, ticket: answer.access_token } } : answer;
}

function isTicketAnswer(answer: unknown): answer is { access_token: string; data?: object | null } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'access_token' in answer &&
    typeof answer.access_token === 'string' &&
    answer.access_token !== ''
  );
}
