/** Whom a passkey is made for: the host that the browser shows. A passkey works there and nowhere else. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../errors/refusal';

export interface RelyingParty {
  /** Host without port. */
  id: string;
  /** What the browser may say that it was on. */
  origins: string[];
}

/**
 * By the host of the request. With a public address configured it must be that one: a request can claim any host, and what
 * is registered for another's is a key to somebody else's door. Refuses `passkey.refused`.
 */
export function relyingPartyOf({ host }: Pick<FastifyRequest, 'host'>, publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) {
    // Whether TLS ends here or before us, the browser says which of the two it saw.
    const { hostname, host: canonical } = urlOf(`http://${host}`);
    return { id: hostname, origins: [`https://${canonical}`, `http://${canonical}`] };
  }
  const { host: own, hostname, origin, protocol } = new URL(publicUrl);
  if (urlOf(`${protocol}//${host}`).host !== own) throw new Refusal('passkey.refused');
  return { id: hostname, origins: [origin] };
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new Refusal('passkey.refused');
  return new URL(text);
}
