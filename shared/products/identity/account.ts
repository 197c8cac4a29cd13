/**
 * Registration, log-in and the user's own account. Answers for known and unknown addresses are equal; only messages to
 * the address differ. A caller without access to the address therefore learns nothing about it.
 */
import { z } from 'zod';
import { CHANNELS } from './rules/code-channels';
import { EMAIL_LENGTH_MAX, NICK_NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX } from './rules/credentials';
import { clientId, commandAnswer, epochMs, id, pageIndex, pageSize, publicName } from '../../wire/fields';
import { LANGUAGES } from '../../wire/languages';
import { loggedIn, mustBindFactor, userType } from './logged-in';
import { isCountry } from './phone';
import type { Route } from '../../wire/route';
import { listRoute } from '../../wire/usual-routes';
import { verificationState } from './verification';
import { channel } from './proofs';

const INVITATION_CODE_LENGTH_MAX = 32;
const DEVICE_LENGTH_MAX = 300;

/** An e-mail, or a phone number with its country code. */
const address = z.string().trim().min(1).max(EMAIL_LENGTH_MAX).meta({ example: 'someone@example.com' });
const password = z.string().min(1).max(PASSWORD_LENGTH_MAX);
const sentCode = z.string().trim().min(1).max(12).meta({ description: 'the code that was sent', example: '492039' });
const secondFactor = z.string().trim().min(1).max(24).meta({
  description:
    'six digits of the authenticator, or a recovery code; without it `google.code.required` says it is needed',
  example: '492039',
});
const country = z
  .string()
  .refine(isCountry, 'format')
  .meta({ description: 'ISO 3166-1 alpha-2, in capitals', example: 'JP' });

/** Data that the registration form needs in advance. */
export const registrationTerms = z.object({
  channels: z.array(z.enum(CHANNELS)).meta({ description: 'over which codes can be sent' }),
  invitationRequired: z.boolean(),
});
export type RegistrationTerms = z.infer<typeof registrationTerms>;

export const CODE_PURPOSES = ['register', 'login', 'forgot', 'recover'] as const;
export const sendCodeRequest = z.strictObject({ purpose: z.enum(CODE_PURPOSES), channel, address });
export type SendCodeRequest = z.infer<typeof sendCodeRequest>;
export const codeSent = z.object({
  resendSeconds: z.int().meta({ description: 'until another may be asked for; earlier is `code.too.soon`' }),
  expiresSeconds: z.int(),
});
export type CodeSent = z.infer<typeof codeSent>;

export const registerRequest = z.strictObject({
  clientId,
  channel,
  address,
  code: sentCode,
  password,
  nickName: publicName.min(1).max(NICK_NAME_LENGTH_MAX).optional(),
  nationality: country.optional(),
  /** The admin desk decides whether it is optional. An unknown code is `invitation.code.invalid`. */
  invitationCode: z.string().trim().min(1).max(INVITATION_CODE_LENGTH_MAX).optional(),
  /** Acceptance of the user registration agreement is required. */
  agreement: z.literal(true),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

export const userInfo = z.object({
  userId: z.int(),
  /** The e-mail, or the phone number of users without one. */
  userName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  nickName: z.string(),
  userType,
  nationality: z.string().nullable(),
  language: z.enum(LANGUAGES),
  /** Code that invited users enter at registration; also `/register?invitationCode=`. */
  invitationCode: z.string(),
  registeredAt: z.int(),
  /** Only verified users may trade. */
  verification: verificationState,
  /** Frozen by staff: no orders and no withdrawals. */
  frozen: z.boolean(),
  mustBindFactor,
});
export type UserInfo = z.infer<typeof userInfo>;

const deviceCode = z.string().trim().min(4).max(12).meta({
  description:
    'the code that was sent when `device.approval.required` was refused, of who approves new devices first, or `login.code.required`',
});

export const tokenRequest = z.strictObject({
  grant_type: z.literal('password'),
  username: address,
  password,
  code: secondFactor.optional(),
  deviceCode: deviceCode.optional(),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

/** Log-in with a code of the purpose `login` instead of the password. */
export const logInByCodeRequest = z.strictObject({
  channel,
  address,
  code: sentCode,
  secondFactor: secondFactor.optional(),
  deviceCode: deviceCode.optional(),
});
export type LogInByCodeRequest = z.infer<typeof logInByCodeRequest>;

/** Sets a new password with a code of the purpose `forgot`. Ends every log-in. */
export const resetPasswordRequest = z.strictObject({
  channel,
  address,
  code: sentCode,
  password,
  secondFactor: secondFactor.optional(),
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** Origin of a log-in. */
const clientOrigin = {
  ip: z.string(),
  /**
   * Town and country in the language of the request. Null without a location database, or if the address is not in it.
   */
  place: z.string().nullable(),
  device: z.string().max(DEVICE_LENGTH_MAX).meta({ example: 'Chrome, Windows' }),
  userAgent: z.string().max(DEVICE_LENGTH_MAX),
};

export const sessionRecord = z.object({
  session: id,
  ...clientOrigin,
  startedAt: epochMs,
  lastSeenAt: epochMs,
  expiresAt: epochMs,
  /** The log-in of this request. */
  current: z.boolean(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

export const LOG_IN_METHODS = ['password', 'code', 'passkey'] as const;
export type LogInMethod = (typeof LOG_IN_METHODS)[number];
export const LOG_IN_OUTCOMES = ['success', 'password.wrong', 'code.wrong', 'second.factor.wrong'] as const;
export type LogInOutcome = (typeof LOG_IN_OUTCOMES)[number];
export const logInRecord = z.object({
  id,
  at: epochMs,
  ...clientOrigin,
  method: z.enum(LOG_IN_METHODS),
  outcome: z.enum(LOG_IN_OUTCOMES),
});
export type LogInRecord = z.infer<typeof logInRecord>;
export const logInsRequest = z.strictObject({ pageIndex, pageSize });
export type LogInsRequest = z.infer<typeof logInsRequest>;

/** A message that would have been sent by mail or SMS, in a process without a transport. */
export const outboxRecord = z.object({
  id,
  channel,
  address: z.string(),
  subject: z.string().meta({ description: 'empty for a text message' }),
  text: z.string(),
  at: epochMs,
});
export type OutboxRecord = z.infer<typeof outboxRecord>;

const afterLoginParams = z.strictObject({ username: z.string().min(1).max(EMAIL_LENGTH_MAX) });
const nothing = z.strictObject({});
const endedCount = z.object({ ended: z.int() });

export const ACCOUNT_ROUTES = {
  token: {
    method: 'POST',
    path: '/exchange/api/auth/oauth/token',
    summary: 'Log in by e-mail or phone (form-encoded); access_token is what the ticket header carries',
    access: 'public',
    body: tokenRequest,
    answer: loggedIn,
    rate: 'logins',
  },
  afterLogin: {
    method: 'POST',
    path: '/exchange/api/oms/opr/afterLogin/:username',
    summary: 'Called once after log-in',
    access: 'user',
    unbound: true,
    params: afterLoginParams,
    answer: userInfo,
  },
  registrationTerms: {
    method: 'GET',
    path: '/exchange/app/account/registrationTerms',
    summary: 'Over which channels codes can be sent, and whether an invitation is required',
    access: 'public',
    query: nothing,
    answer: registrationTerms,
  },
  sendCode: {
    method: 'POST',
    path: '/exchange/app/account/sendCode',
    summary: 'Send a code for registering, logging in or a forgotten password; says the same of every address',
    access: 'public',
    body: sendCodeRequest,
    answer: codeSent,
    rate: 'codes',
  },
  register: {
    method: 'POST',
    path: '/exchange/app/account/register',
    summary: 'Register by e-mail or phone with the code that was sent there',
    access: 'public',
    body: registerRequest,
    answer: commandAnswer.extend({ userId: z.int() }),
    rate: 'registrations',
  },
  logInByCode: {
    method: 'POST',
    path: '/exchange/app/account/logInByCode',
    summary: 'Log in by a code; access_token beside the data, as of the token call',
    access: 'public',
    body: logInByCodeRequest,
    answer: loggedIn,
    rate: 'logins',
  },
  resetPassword: {
    method: 'POST',
    path: '/exchange/app/account/resetPassword',
    summary: 'A new password by a code, for who forgot theirs; every log-in ends',
    access: 'public',
    body: resetPasswordRequest,
    answer: z.null(),
    rate: 'logins',
  },
  logout: {
    method: 'POST',
    path: '/exchange/app/account/logout',
    summary: 'End this log-in',
    access: 'user',
    unbound: true,
    body: nothing,
    answer: z.null(),
  },
  getUserInfo: {
    method: 'GET',
    path: '/exchange/app/account/getUserInfo',
    summary: 'The logged-in user',
    access: 'user',
    unbound: true,
    answer: userInfo,
  },
  sessions: {
    method: 'GET',
    path: '/exchange/app/account/session/list',
    summary: 'Own log-ins that are open: devices, addresses, times; this one first, then the last seen first',
    access: 'user',
    answer: z.object({ records: z.array(sessionRecord) }),
  },
  endSession: {
    method: 'POST',
    path: '/exchange/app/account/session/end',
    summary: 'End one of the own log-ins',
    access: 'user',
    body: z.strictObject({ session: id }),
    answer: z.null(),
  },
  endOtherSessions: {
    method: 'POST',
    path: '/exchange/app/account/session/endOthers',
    summary: 'End every own log-in but this one',
    access: 'user',
    body: nothing,
    answer: endedCount,
  },
  logIns: listRoute(
    '/exchange/app/account/logIns',
    'Own log-ins and failed tries of the last 90 days, newest first',
    logInsRequest,
    logInRecord,
  ),
  outbox: {
    method: 'GET',
    path: '/exchange/app/outbox/list',
    summary:
      'Development: what mail and text messages would have said, newest first; 404 where anything real is set up',
    access: 'public',
    query: nothing,
    answer: z.object({ records: z.array(outboxRecord) }),
  },
} as const satisfies Record<string, Route>;
