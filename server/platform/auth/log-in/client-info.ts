/** The origin of a request, as a parameter of a controller's method. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../../shared/wire/languages';
import { cookieNamed, languageFor } from '../../errors/envelope';
import { cookieBrowserOf, type CookieBrowser } from './log-in-cookie';

const USER_AGENT_LENGTH_MAX = 300;
/** Behind a proxy the address comes from a header, so its length is bounded. */
const IP_LENGTH_MAX = 64;
/** `known` is for plain http on localhost. The `__Secure-` name is for https: a page without https cannot set it. */
const KNOWN_COOKIE = 'known';
const SECURE_KNOWN_COOKIE = `__Secure-${KNOWN_COOKIE}`;
const KNOWN_LENGTH_MAX = 1_000;

export interface ClientInfo {
  ip: string;
  /** The user agent, truncated; empty if absent. */
  userAgent: string;
  /** The request's language. */
  language: Language;
  /** The cookie set by `KnownBrowsers`, unparsed. */
  known: string;
  /** Null: the ticket alone is enough for a log-in from there. */
  browser: CookieBrowser | null;
}

export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): ClientInfo => {
  return clientInfoOf(context.switchToHttp().getRequest<FastifyRequest>());
});

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  const knownCookie = (knownCookieIn(request.headers.cookie) ?? '').slice(0, KNOWN_LENGTH_MAX);
  const ip = request.ip.slice(0, IP_LENGTH_MAX);
  return { ip, userAgent, language: languageFor(request), known: knownCookie, browser: cookieBrowserOf(request) };
}

/** The cookie's name for the request's protocol. */
export function knownCookieOf({ protocol }: Pick<FastifyRequest, 'protocol'>): string {
  return protocol === 'https' ? SECURE_KNOWN_COOKIE : KNOWN_COOKIE;
}

function knownCookieIn(cookies: string | undefined): string | undefined {
  return cookieNamed(SECURE_KNOWN_COOKIE, cookies) ?? cookieNamed(KNOWN_COOKIE, cookies);
}
