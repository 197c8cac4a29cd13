/** What an endpoint is: the same row makes the route, checks the request, documents it and is fuzzed. */
import type { z } from 'zod';

/** Who may call: anyone, a logged-in user, an auditor (or admin), an admin. */
export type Access = 'public' | 'user' | 'auditor' | 'admin';

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** What `data` is on success. */
  answer: z.ZodType;
  /** Which rate it counts against. */
  rate?: 'orders' | 'logins' | 'registrations' | 'feedback';
  /** A public endpoint that answers a logged-in caller as such: a good ticket is heeded, any other is as good as none. */
  heedsTicket?: true;
}
