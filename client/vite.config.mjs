import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://localhost:3000';

const EVERYWHERE =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router|socket\.io-[^\\/]+|engine\.io-[^\\/]+|@socket\.io)[\\/]/;

/** `npm start` serves the built client itself; `vite client` is for work on the client beside a running server. */
export default defineConfig({
  plugins: [react()],
  build: {
    // Everything is a file: the content policy is easiest to keep when nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // What every page needs and seldom changes: a browser that comes back loads only what is ours.
        codeSplitting: { groups: [{ name: 'packages', test: EVERYWHERE }] },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/exchange': { target: SERVER, ws: true } },
  },
});
