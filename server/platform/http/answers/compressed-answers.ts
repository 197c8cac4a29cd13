/**
 * Compresses long public answers: candles, markets, articles. Personal answers, and answers that reflect the request beside a secret, are
 * never compressed: their length would leak the secret (BREACH).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../../shared/wire/route';

/** Below this length in bytes the headers cost more than compression saves. */
const LENGTH_MIN = 1_024;
/** Chosen to keep up with the network; files of the build are compressed at the maximum quality. */
const BROTLI_QUALITY = 4;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
export const ENCODERS = {
  br: (text: string) => toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => toGzip(text),
};
export type Encoding = keyof typeof ENCODERS;

/** Routes with a rate, such as log-ins and codes, have answers specific to a visitor. */
export function isSameForAllVisitors({ access, rate, heedsTicket }: Route): boolean {
  return access === 'public' && rate === undefined && heedsTicket === undefined;
}

export function compressAnswers(fastify: FastifyInstance, routes: readonly Route[]): void {
  const compressed = new Set(routes.filter(isSameForAllVisitors).map(({ method, path }) => `${method} ${path}`));
  fastify.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < LENGTH_MIN) return payload;
    if (!compressed.has(`${request.method} ${request.routeOptions.url}`)) return payload;
    const varies = reply.getHeader('vary');
    void reply.header('vary', typeof varies === 'string' ? `${varies}, accept-encoding` : 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    const packed = await ENCODERS[encoding](payload);
    void reply.header('content-encoding', encoding).removeHeader('content-length');
    return packed;
  });
}

/** The best supported encoding in the header; `q=0` excludes one. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const weightedEncodings = (accepted ?? '').split(',').map((encoding) => encoding.trim().toLowerCase().split(';'));
  const acceptedEncodings = weightedEncodings
    .filter(([, weight]) => !/^\s*q=0(\.0*)?\s*$/.test(weight ?? ''))
    .map(([name]) => name.trim());
  return (['br', 'gzip'] as const).find((encoding) => acceptedEncodings.includes(encoding)) ?? null;
}
