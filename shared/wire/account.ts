/** Registration, log-in and the user's own account. */
import { z } from 'zod';
import { EMAIL_LENGTH_MAX, NICK_NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX } from '../rules/credentials';
import { clientId, commandAnswer } from './fields';
import type { Route } from './route';

export const registerRequest = z.strictObject({
  clientId,
  email: z.string().min(1).max(EMAIL_LENGTH_MAX),
  password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
  nickName: z.string().trim().min(1).max(NICK_NAME_LENGTH_MAX).optional(),
  /** Agreeing to the user registration agreement is required. */
  agreement: z.literal(true),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

/** 3 an ordinary user, 2 an auditor, 1 an admin. */
export const userType = z.union([z.literal(1), z.literal(2), z.literal(3)]);

export const userInfo = z.object({
  userId: z.int(),
  userName: z.string(),
  email: z.string(),
  nickName: z.string(),
  userType,
  registeredAt: z.int(),
  /** Only the verified may trade. */
  verification: z.enum(['not_certified', 'certified']),
  /** Frozen by staff: nothing can be ordered or withdrawn. */
  frozen: z.boolean(),
});
export type UserInfo = z.infer<typeof userInfo>;

export const tokenRequest = z.strictObject({
  grant_type: z.literal('password'),
  username: z.string().min(1).max(EMAIL_LENGTH_MAX),
  password: z.string().min(1).max(PASSWORD_LENGTH_MAX),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

const afterLoginParams = z.strictObject({ username: z.string().min(1).max(EMAIL_LENGTH_MAX) });
const nothing = z.strictObject({});

export const ACCOUNT_ROUTES = {
  token: {
    method: 'POST',
    path: '/exchange/api/auth/oauth/token',
    summary: 'Log in (form-encoded); access_token is what the ticket header carries',
    access: 'public',
    body: tokenRequest,
    answer: z.object({ userId: z.int(), userType }),
    rate: 'logins',
  },
  afterLogin: {
    method: 'POST',
    path: '/exchange/api/oms/opr/afterLogin/:username',
    summary: 'Called once after log-in',
    access: 'user',
    params: afterLoginParams,
    answer: userInfo,
  },
  register: {
    method: 'POST',
    path: '/exchange/app/account/register',
    summary: 'Register by e-mail',
    access: 'public',
    body: registerRequest,
    answer: commandAnswer.extend({ userId: z.int() }),
    rate: 'registrations',
  },
  logout: {
    method: 'POST',
    path: '/exchange/app/account/logout',
    summary: 'End this log-in',
    access: 'user',
    body: nothing,
    answer: z.null(),
  },
  getUserInfo: {
    method: 'GET',
    path: '/exchange/app/account/getUserInfo',
    summary: 'The logged-in user',
    access: 'user',
    answer: userInfo,
  },
} as const satisfies Record<string, Route>;
