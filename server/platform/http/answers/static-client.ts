/** The built client on the same port. Its own routes all get the page; a file that is not there is a 404. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { languageFor } from '../../errors/envelope';
import { preloadLinks, readPreloads } from './preload-links';

const YEAR_MS = 365 * 24 * 3_600_000;

/** Does nothing when no client has been built. */
export async function serveClient(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    cacheControl: false,
    // The build puts `.br` and `.gz` beside a file; nothing is compressed while it is served.
    preCompressed: true,
  });
  // A tab that stood open while a new version was installed still loads the parts of its own.
  const before = `${folder}-before`;
  const preloads = readPreloads(folder);
  fastify.get('/*', (request, reply) => {
    const wanted = decoded((request.params as { '*': string })['*']);
    if (wanted === null || wanted.startsWith('exchange/')) return reply.callNotFound();
    const isFile = path.posix.basename(wanted).includes('.');
    // Built assets carry a hash in their name and never change under it.
    if (wanted.startsWith('assets/')) {
      const root = existsSync(path.join(folder, wanted)) ? folder : before;
      return reply.sendFile(wanted, root, { cacheControl: true, maxAge: YEAR_MS, immutable: true });
    }
    // Everything else is asked for anew each time: the page, the worker that keeps it, the manifest, icons.
    void reply.header('cache-control', 'no-cache');
    if (isFile) return reply.sendFile(wanted);
    const links = preloadLinks(preloads, wanted, request);
    if (links !== '') void reply.header('link', links);
    const first = wanted === '' ? `home.${languageFor(request)}.html` : '';
    return reply.sendFile(first !== '' && existsSync(path.join(folder, first)) ? first : 'index.html');
  });
}

function decoded(wanted: string): string | null {
  return wanted.includes('\0') ? null : wanted;
}
