/** The relying party of a passkey: the host that the browser shows. A passkey works on that host only. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../errors/refusal';

export interface RelyingParty {
  /** Host without port. */
  id: string;
  /** Origins accepted in the browser's client data. */
  origins: string[];
}

/**
 * Derived from the request's host. If a public address is configured, the host must match it: a request can claim any host, and a passkey
 * registered for a foreign host would authenticate there. Refuses `passkey.refused`.
 */
export function relyingPartyOf({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) {
    // TLS may end here or at a proxy, so both origins are accepted.
    const { hostname, host: canonical } = urlOf(`http://${host}`);
    return { id: hostname, origins: [`https://${canonical}`, `http://${canonical}`] };
  }
  const { host: publicHost, hostname, origin, protocol } = new URL(publicUrl);
  if (urlOf(`${protocol}//${host}`).host !== publicHost) throw new Refusal('passkey.refused');
  return { id: hostname, origins: [origin] };
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new Refusal('passkey.refused');
  return new URL(text);
}
