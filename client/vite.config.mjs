import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://localhost:3000';

/** `npm start` serves the built client itself; `vite client` is for work on the client beside a running server. */
export default defineConfig({
  plugins: [react()],
  build: {
    // Everything is a file: the content policy is easiest to keep when nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Packages change seldom: a browser that comes back loads only what is ours.
        codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/exchange': { target: SERVER, ws: true } },
  },
});
