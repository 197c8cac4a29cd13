/** Security headers of browsers. Strict: no inline scripts, no foreign sources, no frames. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Inline styles are allowed because the component library writes them at run time. */
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

/** Answers of the interface are data and may load or run nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
/** Endpoints for operators and monitoring. */
const INSIDE: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
const PAGE_HEADERS = {
  ...ALWAYS,
  'content-security-policy': PAGE_POLICY,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
/** Sent with every order's answer, so headers that only pages need are left out. */
export const DATA_HEADERS = { ...ALWAYS, 'content-security-policy': DATA_POLICY, 'cache-control': 'no-store' };

/** Monitoring requests come from inside the network and may use any host name. */
export function isInside({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return INSIDE.has(url.split('?', 1)[0]);
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { url } = request;
  const isData = (url.startsWith('/exchange/') && !url.startsWith('/exchange/docs')) || isInside(request);
  void reply.headers(isData ? DATA_HEADERS : PAGE_HEADERS);
}
