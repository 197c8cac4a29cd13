/** Demo only: users with which every visitor may log in. */
import { z } from 'zod';
import { epochMs } from './fields';
import type { Route } from './route';

export const demoUserRecord = z.object({
  role: z.enum(['admin', 'auditor', 'user']),
  email: z.string(),
  password: z.string(),
  /** Needed for withdrawals; only for users with money. */
  fundPassword: z.string().optional(),
  /** Starts robots; only for users with money. */
  robotKey: z.string().optional(),
  /** Base32 secret of the authenticator; only for staff, who cannot log in without one. */
  authenticator: z.string().optional(),
});
export type DemoUserRecord = z.infer<typeof demoUserRecord>;

/** The current authenticator code of a member of staff. */
export const demoCodeRecord = z.object({
  email: z.string(),
  code: z
    .string()
    .nullable()
    .meta({ description: 'the next that is good; null: all that are good by now have been used' }),
  changesAt: epochMs.meta({ description: 'ask again then' }),
});
export type DemoCodeRecord = z.infer<typeof demoCodeRecord>;

export const DEMO_ROUTES = {
  users: {
    method: 'GET',
    path: '/exchange/app/demo/users',
    summary: 'Users of the demo with their passwords, for the log-in page; none when the demo is off',
    access: 'public',
    query: z.strictObject({}),
    answer: z.object({ users: z.array(demoUserRecord) }),
  },
  codes: {
    method: 'GET',
    path: '/exchange/app/demo/codes',
    summary: "Codes of the authenticators that the demo's staff have; none when the demo is off",
    access: 'public',
    query: z.strictObject({}),
    answer: z.object({ codes: z.array(demoCodeRecord) }),
  },
} as const satisfies Record<string, Route>;
