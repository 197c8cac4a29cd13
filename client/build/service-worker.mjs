/** Builds `src/service-worker.ts` as the separate entry `/sw.js` and inserts the list of shell files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENTRY = 'service-worker';
const client = path.resolve(import.meta.dirname, '..');
/** Files in `public`, which are not part of the bundle. */
const PUBLIC_FILES = ['theme.js', 'icon.svg'];

/** @param {ReadonlySet<string>} shell bundle files the page needs to open; filled when the bundle is generated */
export function serviceWorker(shell) {
  let publicDir;
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: path.join(client, 'index.html'), [ENTRY]: path.join(client, `src/${ENTRY}.ts`) },
          output: { entryFileNames: ({ name }) => (name === ENTRY ? 'sw.js' : 'assets/[name]-[hash].js') },
        },
      },
    }),
    configResolved(config) {
      ({ publicDir } = config);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // Browsers refuse imports in a classic worker, and then the app would not open offline.
        if (bundle['sw.js'].imports.length > 0) this.error('src/service-worker.ts must import nothing');
        const contents = new Map(PUBLIC_FILES.map((file) => [file, readFileSync(path.join(publicDir, file))]));
        for (const file of ['index.html', ...shell]) contents.set(file, bundle[file].source ?? bundle[file].code);
        const digest = createHash('sha256');
        for (const content of contents.values()) digest.update(content);
        const files = [...contents.keys()].map((file) => `/${file}`);
        const list = JSON.stringify({ version: digest.digest('hex').slice(0, 16), files });
        // A replacer function, so `$` in the list is not read as a replacement pattern.
        bundle['sw.js'].code = bundle['sw.js'].code.replace(/\bSHELL\b/, () => list);
      },
    },
  };
}
