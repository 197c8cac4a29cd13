import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { coins } from './build/coins.mjs';
import { compressed } from './build/compressed.mjs';
import { earlyFont } from './build/early-font.mjs';
import { shellFiles } from './build/shell-files.mjs';
import { withoutSchemas } from './build/without-schemas.mjs';

const SERVER = 'http://localhost:3000';

const EVERYWHERE =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router|socket\.io-[^\\/]+|engine\.io-[^\\/]+|@socket\.io)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|without-schemas$|rolldown[\\/]runtime/;

/** Our own that the first pages share: one file instead of one for each pair of pages that have something in common. */
const COMMON =
  /vite[\\/]preload-helper|shared[\\/]rules[\\/]units|client[\\/]src[\\/](shared[\\/](api|stream)[\\/]|shared[\\/]i18n[\\/](i18n|use-texts)|shared[\\/]ui[\\/]phase-mark|entities[\\/]market[\\/]|features[\\/]show-quotes[\\/])/;

const shell = shellFiles();

/** `npm start` serves the built client itself; `vite client` is for work on the client beside a running server. */
export default defineConfig({
  plugins: [withoutSchemas(), react(), coins(), earlyFont(), shell, installable(), compressed()],
  // Not a line for each of some hundreds of files.
  logLevel: 'warn',
  build: {
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

/** An app of its own on a phone or a desk, whose page opens without a network. Answers of the exchange are never kept. */
function installable() {
  return VitePWA({
    // src/app/worker.ts registers it: no script may be inline.
    injectRegister: false,
    manifest: {
      id: '/',
      name: 'Open Exchange',
      short_name: 'Open Exchange',
      description:
        'Spot, perpetuals and second contracts on an exchange whose every balance can be recomputed from its journal.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0b0f14',
      theme_color: '#131920',
      categories: ['finance'],
      icons: [
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['index.html', 'theme.js', 'icon.svg', 'assets/*.{js,css}'],
      manifestTransforms: [
        (entries) => ({
          manifest: entries.filter(({ url }) => !url.startsWith('assets/') || shell.files.has(url)),
          warnings: [],
        }),
      ],
      // Else the kept page would be the answer for `/` even with a network.
      directoryIndex: null,
      inlineWorkboxRuntime: true,
      cleanupOutdatedCaches: true,
      // Pages come from the network whenever there is one, so a new worker may take over at once.
      skipWaiting: true,
      clientsClaim: true,
      navigateFallback: null,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/exchange/'),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: 'index.html' } },
        },
      ],
    },
  });
}
