/**
 * Long answers that everybody gets alike are compressed: candles, markets, articles. What is somebody's own, or comes back with
 * what a request brought beside a secret, never is: its length would tell of it (BREACH).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../../shared/wire/route';
import { AREAS } from '../../../../shared/wire/routes';

/** Below it the headers weigh more than what is saved. */
const LENGTH_MIN = 1_024;
/** As quick as the network is; a build's files are compressed as far as it goes. */
const BROTLI_QUALITY = 4;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
export const ENCODERS = {
  br: (text: string) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => toGzip(text),
};
export type Encoding = keyof typeof ENCODERS;

const COMPRESSED: ReadonlySet<string> = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(isAlikeForAll)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Rates are for log-ins, codes and whatever else is of one visitor. */
export function isAlikeForAll({ access, rate, heedsTicket }: Route): boolean {
  return access === 'public' && rate === undefined && heedsTicket === undefined;
}

export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < LENGTH_MIN) return payload;
    if (!COMPRESSED.has(`${request.method} ${request.routeOptions.url}`)) return payload;
    const varies = reply.getHeader('vary');
    void reply.header('vary', typeof varies === 'string' ? `${varies}, accept-encoding` : 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    const compressed = await ENCODERS[encoding](payload);
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return compressed;
  });
}

/** The best of ours that is named; one with `q=0` is not wanted. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const named = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase().split(';'));
  const wanted = named.filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? '')).map(([name]) => name.trim());
  return (['br', 'gzip'] as const).find((encoding) => wanted.includes(encoding)) ?? null;
}
