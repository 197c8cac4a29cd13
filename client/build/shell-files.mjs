/**
 * Derives file lists from the bundle, so that no new chunk is missed.
 *
 * `files` are needed to open the page offline: chunks of the entry, the first pages and the languages. `preload.json` lists, by language
 * and by path, the files a first page needs beyond its entry. The server preloads them together with the entry.
 */
import path from 'node:path';

const LANGUAGE = /[\\/]i18n[\\/]texts[\\/]\w+\.ts$/;
const SHELL_PAGES = { '/': 'app/pages/home/home-page.tsx', '/quotation': 'app/pages/quotes/quotes-page.tsx' };
const PAGES = {
  ...SHELL_PAGES,
  '/currencyTransaction': 'products/spot/parts.tsx',
  '/contractTransaction': 'products/perpetual/parts.tsx',
  '/login': 'products/identity/screens/entry/login-page.tsx',
};
/** Loaded by every page after its first content. */
const STREAM = 'app/stream.ts';
const NOT_FOUND = 'app/pages/not-found/not-found-page.tsx';

/** Vite plugin; `files` is filled when the bundle is generated. */
export function shellFiles() {
  const files = new Set();
  return {
    name: 'shell-files',
    files,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const sourceOf = ({ facadeModuleId }) => (facadeModuleId ?? '').split(path.sep).join('/');
      // A chunk shared by several pages has no facade module, so its module ids are searched.
      const pageChunk = (page) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split(path.sep).join('/').endsWith(`/src/${page}`)));
      const partsOf = (chunk) => (chunk ? [...reachedFrom(chunk, bundle)] : []);

      // The service worker is an entry too, but not part of the page.
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

/** The chunk, its static imports and their styles. */
function reachedFrom(chunk, bundle, reached = new Set()) {
  if (chunk?.type !== 'chunk' || reached.has(chunk.fileName)) return reached;
  reached.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) reached.add(style);
  for (const name of chunk.imports) reachedFrom(bundle[name], bundle, reached);
  return reached;
}
