/**
 * Preload links for the files a page loads after its first script: its texts in the request's language and the code of its path. The
 * browser then loads them in parallel with that script.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { languageFor } from '../../errors/envelope';

type Files = readonly string[];

/** Written by the client's build: files below the root, by language and by path. */
interface Preloads {
  languages: Readonly<Record<string, Files>>;
  pages: Readonly<Record<string, Files>>;
}

const NONE: Preloads = { languages: {}, pages: {} };

export function readPreloads(folder: string): Preloads {
  const file = path.join(folder, 'preload.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preloads) : NONE;
}

/** The value of `Link`; empty if there are no files. `page` is the path without its leading slash. */
export function preloadLinks({ languages, pages }: Preloads, page: string, request: FastifyRequest): string {
  const address = `/${page}`;
  const ofPage = Object.hasOwn(pages, address) ? pages[address] : [];
  return [...(languages[languageFor(request)] ?? []), ...ofPage].map(linkTo).join(', ');
}

/** The mode must match the page's own request, or the browser loads the file twice. */
function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
  return `</${file}>; ${kind}; crossorigin`;
}
