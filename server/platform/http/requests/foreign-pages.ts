/**
 * Requests that a page of another site has made a visitor's browser send. Nothing here is for other sites: they may read what is
 * public by a server of their own. Who is no browser names no page, and is asked nothing.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config/config';

/** By what this machine calls itself. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * @param host what the browser calls this server, as far as a trusted proxy says so
 * @param publicUrl the origin that is configured, whatever a proxy makes of the host
 */
export function isForeign(headers: IncomingHttpHeaders, host: string, publicUrl: string | undefined): boolean {
  // Browsers say it themselves where they believe the connection: https, and this machine.
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl) return false;
  // `null` is a page without a site: a file, or a frame that was put behind a fence.
  if (!URL.canParse(origin)) return true;
  if (!URL.canParse(`http://${host}`)) return true;
  return hostOf(origin) !== hostOf(`http://${host}`);
}

/**
 * Whether this server was asked under another name than its own: the address that is configured, else this machine and the
 * address it listens on. Whoever has a name of theirs lead here makes pages that the browser takes for the exchange's.
 */
export function isOtherHost(host: string, { publicUrl, host: bound }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  const asked = `http://${host}`;
  if (!URL.canParse(asked)) return true;
  if (publicUrl !== undefined) return hostOf(asked) !== hostOf(publicUrl);
  const { hostname } = new URL(asked);
  return !LOOPBACK.has(hostname) && hostname !== nameOf(bound);
}

/** As an address names it: in small letters, and IPv6 in brackets. */
function nameOf(bound: string): string {
  const written = bound.includes(':') ? `http://[${bound}]` : `http://${bound}`;
  return URL.canParse(written) ? new URL(written).hostname : bound;
}

/** With its port, but for that of https, which one of the two may leave out. */
function hostOf(url: string): string {
  return new URL(url).host.replace(/:443$/, '');
}

/** What the browser called this server, for those who have no request of Fastify's: proxies say it where they are trusted. */
export function hostAsked({ host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders, trusts: boolean): string {
  const said = Array.isArray(forwarded) ? forwarded[0] : forwarded;
  return (trusts ? said?.split(',', 1)[0].trim() : undefined) ?? host ?? '';
}
