import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.mjs';
import { earlyFont } from './build/early-font.mjs';
import { serviceWorker } from './build/service-worker.mjs';
import { shellFiles } from './build/shell-files.mjs';
import { withoutSchemas } from './build/without-schemas.mjs';

const SERVER = 'http://localhost:3000';

const EVERYWHERE =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|without-schemas$|rolldown[\\/]runtime/;

/** Our own that the first pages share: one file instead of one for each pair of pages that have something in common. */
const COMMON =
  /vite[\\/]preload-helper|shared[\\/]rules[\\/]units|client[\\/]src[\\/](shared[\\/](api|stream)[\\/]|shared[\\/]i18n[\\/](i18n|use-texts)|shared[\\/]ui[\\/]phase-mark|entities[\\/]market[\\/]|features[\\/]show-quotes[\\/])/;

const shell = shellFiles();

/** `npm start` serves the built client itself; `vite client` is for work on the client beside a running server. */
export default defineConfig({
  plugins: [withoutSchemas(), react(), earlyFont(), shell, serviceWorker(shell.files), compressed()],
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
        // What every page needs and seldom changes: a browser that comes back loads only what is ours.
        codeSplitting: {
          groups: [
            { name: 'packages', test: EVERYWHERE, priority: 1 },
            { name: 'common', test: COMMON },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/exchange': { target: SERVER, ws: true } },
  },
});
