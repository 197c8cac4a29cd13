/**
 * Which built files the page needs to open without a network: whatever the entry, the first pages and the languages are
 * made of. Read from the bundle, so that a chunk which a bundler splits off is never forgotten.
 */

/** Parts that are loaded on demand and belong to the shell all the same. */
const ON_DEMAND = /[\\/](i18n[\\/]texts[\\/]\w+\.ts|pages[\\/](home|quotes|not-found)[\\/][\w-]+-page\.tsx)$/;

/** A Vite plugin whose `files` is filled once the bundle is written. */
export function shellFiles() {
  const files = new Set();
  return {
    name: 'shell-files',
    files,
    generateBundle(_options, bundle) {
      const add = (fileName) => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || files.has(fileName)) return;
        files.add(fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
        chunk.imports.forEach(add);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && (chunk.isEntry || ON_DEMAND.test(chunk.facadeModuleId ?? '')))
          add(chunk.fileName);
      }
    },
  };
}
