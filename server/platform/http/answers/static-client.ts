/** Serves the built client on the same port. All its routes return the page; a missing file is a 404. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { languageFor } from '../../errors/envelope';
import { preloadLinks, readPreloads } from './preload-links';

const YEAR_MS = 365 * 24 * 3_600_000;

/** Does nothing if no client is built. */
export async function serveClient(fastify: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    cacheControl: false,
    // The build writes `.br` and `.gz` beside each file; nothing is compressed at run time.
    preCompressed: true,
  });
  // A tab opened before an update still loads the assets of its own version.
  const before = `${folder}-before`;
  const preloads = readPreloads(folder);
  fastify.get('/*', (request, reply) => {
    const requestedPath = decoded((request.params as { '*': string })['*']);
    if (requestedPath === null || requestedPath.startsWith('exchange/')) return reply.callNotFound();
    const isFile = path.posix.basename(requestedPath).includes('.');
    // Assets have a content hash in their name and are immutable.
    if (requestedPath.startsWith('assets/')) {
      const root = existsSync(path.join(folder, requestedPath)) ? folder : before;
      return reply.sendFile(requestedPath, root, { cacheControl: true, maxAge: YEAR_MS, immutable: true });
    }
    // Other files are revalidated each time: the page, its service worker, the manifest, icons.
    void reply.header('cache-control', 'no-cache');
    if (isFile) return reply.sendFile(requestedPath);
    const links = preloadLinks(preloads, requestedPath, request);
    if (links !== '') void reply.header('link', links);
    const first = requestedPath === '' ? `home.${languageFor(request)}.html` : '';
    return reply.sendFile(first !== '' && existsSync(path.join(folder, first)) ? first : 'index.html');
  });
}

function decoded(requestedPath: string): string | null {
  return requestedPath.includes('\0') ? null : requestedPath;
}
