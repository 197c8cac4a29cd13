/**
 * What a page will ask for once its first script runs, named in the answer that brings the page: its texts in the language
 * of the request, and the part of its address. So they come beside that script and not after it.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { languageFor } from '../../errors/envelope';

type Files = readonly string[];

/** As the client's build writes it: files below the root, by language and by path. */
interface Preloads {
  languages: Readonly<Record<string, Files>>;
  pages: Readonly<Record<string, Files>>;
}

const NONE: Preloads = { languages: {}, pages: {} };

export function readPreloads(folder: string): Preloads {
  const file = path.join(folder, 'preload.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preloads) : NONE;
}

/** The value of `Link`, empty when there is nothing to name. `page` is the path without its first slash. */
export function preloadLinks({ languages, pages }: Preloads, page: string, request: FastifyRequest): string {
  const address = `/${page}`;
  const ofPage = Object.hasOwn(pages, address) ? pages[address] : [];
  return [...(languages[languageFor(request)] ?? []), ...ofPage].map(linkTo).join(', ');
}

/** In the mode in which the page itself will ask for it, else it would be loaded twice. */
function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
  return `</${file}>; ${kind}; crossorigin`;
}
