/** From where a socket came, for those who have no request of Fastify's: as many proxies are believed as stand in front. */
import type { IncomingHttpHeaders } from 'node:http';

export function addressAsked(
  remote: string,
  { 'x-forwarded-for': forwarded }: IncomingHttpHeaders,
  trustProxy: number | false,
): string {
  if (trustProxy === false || forwarded === undefined) return remote;
  const said = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').map((one) => one.trim());
  // What stands before the entries of our own proxies is a visitor's claim.
  return said.at(-trustProxy) ?? said[0] ?? remote;
}
