/** Log-in, registration and the user's own account, over HTTP. */
import {
  ACCOUNT_ROUTES,
  type LogInByCodeRequest,
  type UserInfo,
} from '../../../../../shared/products/identity/account';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import type { PasskeyLogInRequest } from '../../../../../shared/products/identity/passkeys';
import { endpointOf, quietEndpointOf, requestOf } from '../../api/endpoints';
import { api } from '../../api/api';

export interface Credentials {
  username: string;
  password: string;
  /** Authenticator code, once the exchange has asked for it. */
  code?: string;
  /** Code sent to the owner, if they approve new devices, or after failed log-ins by strangers. */
  deviceCode?: string;
}

/** Code of a missing second factor: the next question of the log-in, not a fault. */
export const SECOND_FACTOR_WANTED = 'google.code.required';
/** Code of a missing approval: the owner must admit this browser. */
export const APPROVAL_WANTED = 'device.approval.required';
/** Code after failed log-ins by strangers: a verification code was sent if the password was right. */
export const CODE_WANTED = 'login.code.required';

export interface LoggedIn {
  userId: number;
  /** Absent if the server no longer knows it. */
  ticket?: string;
}
/** Log-in in progress: the page has no ticket until it is complete. */
interface Entering {
  ticket: string;
}

const ENTRANCE = { isLogin: true, quietCodes: [SECOND_FACTOR_WANTED, APPROVAL_WANTED, CODE_WANTED] };

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getUserInfo: build.query({ ...quietEndpointOf(ACCOUNT_ROUTES.getUserInfo), providesTags: ['Session'] }),
    logIn: build.mutation<LoggedIn, Credentials>({
      query: (credentials) => ({
        ...requestOf(ACCOUNT_ROUTES.token, { grant_type: 'password', ...credentials }),
        body: new URLSearchParams({ grant_type: 'password', ...credentials }),
        responseHandler: withTicket,
      }),
      extraOptions: ENTRANCE,
    }),
    logInByCode: build.mutation<LoggedIn, LogInByCodeRequest>({
      query: (request) => ({ ...requestOf(ACCOUNT_ROUTES.logInByCode, request), responseHandler: withTicket }),
      extraOptions: ENTRANCE,
    }),
    passkeyLogInOptions: build.mutation({
      ...endpointOf(SECURITY_ROUTES.passkeyLogInOptions),
      extraOptions: { isLogin: true },
    }),
    passkeyLogIn: build.mutation<LoggedIn, PasskeyLogInRequest>({
      query: (request) => ({ ...requestOf(SECURITY_ROUTES.passkeyLogIn, request), responseHandler: withTicket }),
      extraOptions: { isLogin: true },
    }),
    /** Loads the owner of a ticket. */
    askEntrant: build.mutation<UserInfo, Entering>({
      query: (headers) => ({ ...requestOf(ACCOUNT_ROUTES.getUserInfo, undefined), headers: { ...headers } }),
      extraOptions: { isLogin: true, isQuiet: true },
    }),
    afterLogIn: build.mutation<UserInfo, Entering & { username: string }>({
      query: ({ username, ticket }) => ({
        ...requestOf(ACCOUNT_ROUTES.afterLogin, { username }),
        headers: { ticket },
      }),
      extraOptions: { isLogin: true, isQuiet: true },
    }),
    registrationTerms: build.query(quietEndpointOf(ACCOUNT_ROUTES.registrationTerms)),
    sendEntryCode: build.mutation(endpointOf(ACCOUNT_ROUTES.sendCode)),
    register: build.mutation(endpointOf(ACCOUNT_ROUTES.register)),
    resetPassword: build.mutation({
      ...endpointOf(ACCOUNT_ROUTES.resetPassword),
      extraOptions: { quietCodes: [SECOND_FACTOR_WANTED] },
    }),
    /** The page no longer has a ticket then, so it is passed explicitly. */
    logOut: build.mutation<null, { ticket: string }>({
      query: ({ ticket }) => ({ ...requestOf(ACCOUNT_ROUTES.logout, undefined), headers: { ticket } }),
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

/** OAuth clients expect the ticket beside the envelope; this moves it into the data. */
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
