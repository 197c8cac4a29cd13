/** The client address of a socket, outside Fastify. Forwarded headers are trusted for the configured number of proxies. */
import type { IncomingHttpHeaders } from 'node:http';

export function clientAddressOf(
  remote: string,
  { 'x-forwarded-for': forwarded }: IncomingHttpHeaders,
  trustProxy: number | false,
): string {
  if (trustProxy === false || forwarded === undefined) return remote;
  const forwardedAddresses = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    .split(',')
    .map((one) => one.trim());
  // Entries before those of our own proxies are unverified claims of the client.
  return forwardedAddresses.at(-trustProxy) ?? forwardedAddresses[0] ?? remote;
}
