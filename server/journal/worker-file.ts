import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The compiled file of a worker thread, given its path without extension. Threads load JavaScript only. Under jest the
 * caller is a source file, and the thread comes from `dist`, built before the tests.
 */
export function workerFile(stem: string): string {
  const siblingFile = `${stem}.js`;
  if (existsSync(siblingFile)) return siblingFile;
  const root = rootOf(path.dirname(stem));
  const compiled = path.join(root, 'dist', path.relative(root, siblingFile));
  if (!existsSync(compiled)) throw new Error(`${compiled} is missing: run npm run build`);
  return compiled;
}

function rootOf(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('there is no package.json above this file');
  return rootOf(parent);
}
