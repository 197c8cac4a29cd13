/**
 * Which built files belong to what: read from the bundle, so that a chunk which a bundler splits off is never forgotten.
 *
 * `files` are those the page needs to open without a network: what the entry, the first pages and the languages are made
 * of. `preload.json` names what a first page needs beyond its entry, so that the server can ask for it beside the entry
 * and not after it: by language, and by path.
 */
import path from 'node:path';

const LANGUAGE = /[\\/]i18n[\\/]texts[\\/]\w+\.ts$/;
const SHELL_PAGES = { '/': 'pages/home/home-page.tsx', '/quotation': 'pages/quotes/quotes-page.tsx' };
const PAGES = {
  ...SHELL_PAGES,
  '/currencyTransaction': 'products/spot/parts.tsx',
  '/contractTransaction': 'products/contract/parts.tsx',
  '/login': 'products/identity/screens/entry/login-page.tsx',
};
/** Every page loads it, after what it shows first. */
const STREAM = 'app/stream.ts';
const NOT_FOUND = 'pages/not-found/not-found-page.tsx';

/** A Vite plugin whose `files` is filled once the bundle is made. */
export function shellFiles() {
  const files = new Set();
  return {
    name: 'shell-files',
    files,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const sourceOf = ({ facadeModuleId }) => (facadeModuleId ?? '').split(path.sep).join('/');
      // Where a page shares its file with others, no module is the file's face.
      const pageChunk = (page) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split(path.sep).join('/').endsWith(`/src/${page}`)));
      const partsOf = (chunk) => (chunk ? [...reachedFrom(chunk, bundle)] : []);

      // The service worker is an entry too, and no part of the page.
      const isOfPage = (chunk) => chunk.isEntry && sourceOf(chunk).endsWith('/index.html');
      const entry = new Set(chunks.filter(isOfPage).flatMap(partsOf));
      const beyondEntry = (chunk) => partsOf(chunk).filter((file) => !entry.has(file));
      const languages = Object.fromEntries(
        chunks
          .filter((chunk) => LANGUAGE.test(sourceOf(chunk)))
          .map((chunk) => [path.posix.basename(sourceOf(chunk), '.ts'), beyondEntry(chunk)]),
      );
      const pages = Object.fromEntries(
        Object.entries(PAGES).map(([address, page]) => [address, beyondEntry(pageChunk(page))]),
      );

      const firstPages = Object.keys(SHELL_PAGES).map((address) => pages[address]);
      const ofShell = [
        entry,
        ...Object.values(languages),
        ...firstPages,
        partsOf(pageChunk(STREAM)),
        partsOf(pageChunk(NOT_FOUND)),
      ];
      for (const file of ofShell.flatMap((group) => [...group])) files.add(file);
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify({ languages, pages }) });
    },
  };
}

/** A chunk, what it imports before it runs, and their styles. */
function reachedFrom(chunk, bundle, reached = new Set()) {
  if (chunk?.type !== 'chunk' || reached.has(chunk.fileName)) return reached;
  reached.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) reached.add(style);
  for (const name of chunk.imports) reachedFrom(bundle[name], bundle, reached);
  return reached;
}
