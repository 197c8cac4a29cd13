/** From where a request came: a parameter of a controller's method. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../../shared/wire/languages';
import { cookieNamed, languageFor } from '../../errors/envelope';
import { cookieKeeperOf, type CookieKeeper } from './log-in-cookie';

const USER_AGENT_LENGTH_MAX = 300;
/** Behind a proxy it is what a header says. */
const IP_LENGTH_MAX = 64;
/** By plain http, which is for one's own machine, and by https, whose name no page without it can set. */
const KNOWN_COOKIE = 'known';
const SECURE_KNOWN_COOKIE = `__Secure-${KNOWN_COOKIE}`;
const KNOWN_LENGTH_MAX = 1_000;

export interface Whence {
  ip: string;
  /** As the browser calls itself, cut; empty when it does not. */
  userAgent: string;
  /** Of the request. */
  language: Language;
  /** What `KnownBrowsers` left in the browser, unread. */
  known: string;
  /** Null: a log-in from there is good by its ticket alone. */
  browser: CookieKeeper | null;
}

export const FromWhere = createParamDecorator((_: unknown, context: ExecutionContext): Whence => {
  return whenceOf(context.switchToHttp().getRequest<FastifyRequest>());
});

export function whenceOf(request: FastifyRequest): Whence {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  const known = (knownCookieIn(request.headers.cookie) ?? '').slice(0, KNOWN_LENGTH_MAX);
  const ip = request.ip.slice(0, IP_LENGTH_MAX);
  return { ip, userAgent, language: languageFor(request), known, browser: cookieKeeperOf(request) };
}

/** Under which name the cookie is set. */
export function knownCookieOf({ protocol }: Pick<FastifyRequest, 'protocol'>): string {
  return protocol === 'https' ? SECURE_KNOWN_COOKIE : KNOWN_COOKIE;
}

function knownCookieIn(cookies: string | undefined): string | undefined {
  return cookieNamed(SECURE_KNOWN_COOKIE, cookies) ?? cookieNamed(KNOWN_COOKIE, cookies);
}
