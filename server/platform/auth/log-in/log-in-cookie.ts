/**
 * Beside the ticket, which the page's scripts hold, a browser keeps a cookie that no script reads: a log-in of a browser is good with
 * both together. Browsers keep such a cookie over https and on their own machine, and there alone they say of which site a page is;
 * over plain http to another machine the ticket is all there is.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed } from '../../errors/envelope';
import type { Bearing } from '../ticket-port';

export const LOG_IN_COOKIE = '__Host-login';

/** A page says with what it asks by itself that nobody is there: such a request keeps no log-in open. */
const AWAY_HEADER = 'away';

/** A browser that keeps the cookie, with the one it has. */
export interface CookieKeeper {
  cookie: string | undefined;
}

/** Null: whoever asks is no browser, or one that would not keep it. */
export function cookieKeeperOf({
  headers,
  hostname,
}: Pick<FastifyRequest, 'headers' | 'hostname'>): CookieKeeper | null {
  if (headers['sec-fetch-site'] === undefined) return null;
  // The one browser that wants https even of its own machine. Others call themselves by its name as well.
  const agent = headers['user-agent'] ?? '';
  const isRefused = agent.includes('Safari/') && !/Chrom/.test(agent) && LOOPBACK.test(hostname);
  return isRefused ? null : { cookie: logInCookieIn(headers.cookie) };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

export function logInCookieIn(cookies: string | undefined): string | undefined {
  return cookieNamed(LOG_IN_COOKIE, cookies);
}

export function bearingOf({ ip, headers }: { ip: string; headers: { cookie?: string | undefined } }): Bearing {
  return { ip, cookie: logInCookieIn(headers.cookie) };
}

export function isAway({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[AWAY_HEADER] === '1';
}

interface CookieGiven {
  /** Null where the browser keeps none. */
  cookie: string | null;
  expiresInSeconds: number;
}

/** Beside what else the answer sets. */
export function keepLogInCookie(reply: FastifyReply, { cookie, expiresInSeconds }: CookieGiven): void {
  if (cookie === null) return;
  const terms = `Path=/; Max-Age=${expiresInSeconds}; Secure; HttpOnly; SameSite=Strict`;
  void reply.header('set-cookie', `${LOG_IN_COOKIE}=${cookie}; ${terms}`);
}
