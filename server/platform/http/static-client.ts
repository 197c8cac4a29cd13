/** The built client on the same port. Its own routes all get the page; a file that is not there is a 404. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR_MS = 365 * 24 * 3_600_000;

/** Does nothing when no client has been built. */
export async function serveClient(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await fastify.register(fastifyStatic, { root: folder, serve: false, index: false, cacheControl: false });
  fastify.get('/*', (request, reply) => {
    const wanted = decoded((request.params as { '*': string })['*']);
    if (wanted === null || wanted.startsWith('exchange/')) return reply.callNotFound();
    const isFile = path.posix.basename(wanted).includes('.');
    if (!isFile && !wanted.startsWith('assets/')) {
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    }
    // Built assets carry a hash in their name and never change under it.
    const forEver = wanted.startsWith('assets/');
    return reply.sendFile(wanted, { cacheControl: true, maxAge: forEver ? YEAR_MS : 0, immutable: forEver });
  });
}

function decoded(wanted: string): string | null {
  return wanted.includes('\0') ? null : wanted;
}
