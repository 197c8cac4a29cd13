/** Routes that many products share: a command that counts as an order, a page of a list, and a list as a file. */
import { z } from 'zod';
import { commandAnswer, pageOf } from './fields';

export function commandRoute<const Body extends z.ZodObject>(path: string, summary: string, body: Body) {
  return { method: 'POST', path, summary, access: 'user', body, answer: commandAnswer, rate: 'orders' } as const;
}

export function listRoute<
  const Body extends z.ZodObject,
  const Told extends z.ZodType,
  const Access extends 'user' | 'public' = 'user',
>(path: string, summary: string, body: Body, record: Told, access = 'user' as Access) {
  return { method: 'POST', path, summary, access, body, answer: pageOf(record) } as const;
}

/** A user's own list as CSV, oldest row first. */
export function csvRoute<const Query extends z.ZodObject>(path: string, summary: string, query: Query) {
  return { method: 'GET', path, summary, access: 'user', query, answers: 'text/csv', answer: z.string() } as const;
}
