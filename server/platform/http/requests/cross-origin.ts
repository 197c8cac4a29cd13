/**
 * Detects requests sent from pages of other sites (CSRF). Other sites have no use of this interface in a browser: they can read public
 * data from their own server. Clients that are not browsers send no origin and pass.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/config';

/** Names of the local machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @param host the server's name in the browser, from a trusted proxy if configured
 * @param publicUrl the configured origin, independent of the proxy's host
 */
export function isCrossOrigin(headers: IncomingHttpHeaders, host: string, publicUrl: string | undefined): boolean {
  // Browsers send `Sec-Fetch-Site` over https and to localhost.
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl) return false;
  // Origin `null` is a page without a site: a file or a sandboxed frame.
  if (!URL.canParse(origin)) return true;
  if (!URL.canParse(`http://${host}`)) return true;
  return hostOf(origin) !== hostOf(`http://${host}`);
}

/**
 * Whether the request's host is not the server's: the configured address, else localhost and the bound address. This prevents DNS
 * rebinding, where a foreign name resolves to this server and its pages count as the exchange's.
 */
export function isOtherHost(host: string, { publicUrl, host: boundHost }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  const requestedUrl = `http://${host}`;
  if (!URL.canParse(requestedUrl)) return true;
  if (publicUrl !== undefined) return hostOf(requestedUrl) !== hostOf(publicUrl);
  const { hostname } = new URL(requestedUrl);
  return !LOOPBACK.has(hostname) && hostname !== nameOf(boundHost);
}

/** In URL form: lower case, IPv6 in brackets. */
function nameOf(boundHost: string): string {
  const boundUrl = boundHost.includes(':') ? `http://[${boundHost}]` : `http://${boundHost}`;
  return URL.canParse(boundUrl) ? new URL(boundUrl).hostname : boundHost;
}

/** With its port; the port of https is removed, because either side may omit it. */
function hostOf(url: string): string {
  return new URL(url).host.replace(/:443$/, '');
}

/** The requested host, outside Fastify; forwarded headers count only if proxies are trusted. */
export function requestedHost({ host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders, trusts: boolean): string {
  const forwardedHost = Array.isArray(forwarded) ? forwarded[0] : forwarded;
  return (trusts ? forwardedHost?.split(',', 1)[0].trim() : undefined) ?? host ?? '';
}
