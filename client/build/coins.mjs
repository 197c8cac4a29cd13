/**
 * Pictures of coins, out of the package of their icons (public domain): each a file of its own that is loaded where it is shown,
 * and `virtual:coins` names those there are.
 */
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const MODULE = 'virtual:coins';
const RESOLVED = `\0${MODULE}`;

/** @returns {import('vite').Plugin} */
export function coins() {
  const root = path.dirname(createRequire(import.meta.url).resolve('cryptocurrency-icons/package.json'));
  const { version } = readJson(path.join(root, 'package.json'));
  const pictures = path.join(root, 'svg', 'color');
  // The version is part of the address: what lies there never changes.
  const place = `assets/coins-${version}`;
  const source = (file) => readFileSync(path.join(pictures, file));
  const drawn = new Set(readdirSync(pictures).map((file) => path.basename(file, '.svg')));
  const names = readJson(path.join(root, 'manifest.json'))
    .filter(({ symbol }) => /^[A-Z0-9]+$/i.test(symbol) && drawn.has(symbol.toLowerCase()))
    .map(({ symbol, name }) => [symbol.toUpperCase(), name]);
  return {
    name: 'coins',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    load: (id) =>
      id === RESOLVED
        ? `export const PLACE = ${JSON.stringify(`/${place}`)};\nexport const COINS = ${JSON.stringify(Object.fromEntries(names))};`
        : null,
    generateBundle() {
      for (const [symbol] of names) {
        const file = `${symbol.toLowerCase()}.svg`;
        this.emitFile({ type: 'asset', fileName: `${place}/${file}`, source: source(file) });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${place}`, (request, response, next) => {
        const file = path.basename(request.url ?? '');
        if (!drawn.has(path.basename(file, '.svg'))) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(source(file));
      });
    },
  };
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
