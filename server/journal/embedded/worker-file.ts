/**
 * The compiled file of a worker thread. Threads run JavaScript only; under jest the sources run uncompiled, so there the
 * thread is taken from `dist`, which the build before the tests has made.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';

/** `path.join(__dirname, 'writer-thread')` → the .js beside it, or below `dist` when called from a .ts file. */
export function workerFile(stem: string): string {
  const beside = `${stem}.js`;
  if (fs.existsSync(beside)) return beside;
  const root = repositoryOf(path.dirname(stem));
  const compiled = path.join(root, 'dist', path.relative(root, beside));
  if (!fs.existsSync(compiled)) throw new Error(`${compiled} is missing: run npm run build`);
  return compiled;
}

function repositoryOf(dir: string): string {
  if (fs.existsSync(path.join(dir, 'package.json'))) return dir;
  const parent = path.dirname(dir);
  if (parent === dir) throw new Error('no package.json above this file');
  return repositoryOf(parent);
}
