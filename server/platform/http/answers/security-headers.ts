/** What a browser may do with what we serve. Strict: no inline script anywhere, nothing from elsewhere, no frames. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Styles are inline because the component library writes them at run time. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** An answer of the interface is data: nothing in it may load or run. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
/** What operators and their machines ask for. */
const INSIDE: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
const PAGE_HEADERS = {
  ...ALWAYS,
  'content-security-policy': PAGE_POLICY,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
/** Every order pays for these: what only a page heeds is left out. */
export const DATA_HEADERS = { ...ALWAYS, 'content-security-policy': DATA_POLICY, 'cache-control': 'no-store' };

/** Whoever watches the server asks from inside, by whatever name it has there. */
export function isInside({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return INSIDE.has(url.split('?', 1)[0]);
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { url } = request;
  const isData = (url.startsWith('/exchange/') && !url.startsWith('/exchange/docs')) || isInside(request);
  void reply.headers(isData ? DATA_HEADERS : PAGE_HEADERS);
}
