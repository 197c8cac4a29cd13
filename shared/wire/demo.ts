/** What only the demo has: users whom every visitor may be. */
import { z } from 'zod';
import type { Route } from './route';

export const demoUserRecord = z.object({
  role: z.enum(['admin', 'auditor', 'user']),
  email: z.string(),
  password: z.string(),
  /** Guards withdrawals; only of those who have money. */
  fundPassword: z.string().optional(),
});
export type DemoUserRecord = z.infer<typeof demoUserRecord>;

export const DEMO_ROUTES = {
  users: {
    method: 'GET',
    path: '/exchange/app/demo/users',
    summary: 'Users of the demo with their passwords, for the log-in page; none when the demo is off',
    access: 'public',
    query: z.strictObject({}),
    answer: z.object({ users: z.array(demoUserRecord) }),
  },
} as const satisfies Record<string, Route>;
