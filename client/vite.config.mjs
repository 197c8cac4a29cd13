import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.mjs';
import { compressed } from './build/compressed.mjs';
import { earlyFont } from './build/early-font.mjs';
import { firstWords } from './build/first-words.mjs';
import { serviceWorker } from './build/service-worker.mjs';
import { shellFiles } from './build/shell-files.mjs';
import { withoutSchemas } from './build/without-schemas.mjs';

const SERVER = 'http://localhost:3000';

const shell = shellFiles();

/** `npm start` serves the built client itself; `vite client` is for work on the client beside a running server. */
export default defineConfig({
  plugins: [withoutSchemas(), react(), earlyFont(), shell, serviceWorker(shell.files), firstWords(), compressed()],
  // Not a line for each of some hundreds of files.
  logLevel: 'warn',
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Everything is a file: the content policy is easiest to keep when nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    // `npm run check` says what is loaded, and how large it is.
    reportCompressedSize: false,
    rolldownOptions: {
      // A part that one screen loads late another has from the start.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Packages that every page needs and that seldom change: a returning browser loads only our own code.
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/exchange': { target: SERVER, ws: true } },
  },
});
