/**
 * A browser's log-in needs the ticket, which the page's scripts hold, and an HttpOnly cookie. Browsers store this cookie over https and
 * on localhost; only there do they send `Sec-Fetch-Site`. Over plain http to another host the ticket alone suffices.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed } from '../../errors/envelope';
import type { TicketClient } from '../ticket-port';

export const LOG_IN_COOKIE = '__Host-login';

/** Marks requests that the page sends on its own without a user present; they do not extend the log-in. */
const AWAY_HEADER = 'away';

/** A browser that stores the cookie, with its current value. */
export interface CookieBrowser {
  cookie: string | undefined;
}

/** Null: the client is not a browser, or would not store the cookie. */
export function cookieBrowserOf({
  headers,
  hostname,
}: Pick<FastifyRequest, 'headers' | 'hostname'>): CookieBrowser | null {
  if (headers['sec-fetch-site'] === undefined) return null;
  // Safari requires https even on localhost. Other browsers also name Safari in their user agent.
  const agent = headers['user-agent'] ?? '';
  const isRefused = agent.includes('Safari/') && !/Chrom/.test(agent) && LOOPBACK.test(hostname);
  return isRefused ? null : { cookie: logInCookieIn(headers.cookie) };
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

export function logInCookieIn(cookies: string | undefined): string | undefined {
  return cookieNamed(LOG_IN_COOKIE, cookies);
}

export function ticketClientOf({
  ip,
  headers,
}: {
  ip: string;
  headers: { cookie?: string | undefined };
}): TicketClient {
  return { ip, cookie: logInCookieIn(headers.cookie) };
}

export function isUserAway({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[AWAY_HEADER] === '1';
}

interface CookieToSet {
  /** Null if the browser stores none. */
  cookie: string | null;
  expiresInSeconds: number;
}

/** Adds the cookie to the reply. */
export function setLogInCookie(reply: FastifyReply, { cookie, expiresInSeconds }: CookieToSet): void {
  if (cookie === null) return;
  const terms = `Path=/; Max-Age=${expiresInSeconds}; Secure; HttpOnly; SameSite=Strict`;
  void reply.header('set-cookie', `${LOG_IN_COOKIE}=${cookie}; ${terms}`);
}
