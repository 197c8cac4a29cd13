import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The compiled file of a worker thread, given its path without extension. Threads run JavaScript only; under jest the
 * sources run as they are, so there the thread comes from `dist`, which the build before the tests has made.
 */
export function workerFile(stem: string): string {
  const beside = `${stem}.js`;
  if (existsSync(beside)) return bundleOf(beside);
  const root = rootOf(path.dirname(stem));
  const compiled = path.join(root, 'dist', path.relative(root, beside));
  if (!existsSync(compiled)) throw new Error(`${compiled} is missing: run npm run build`);
  return bundleOf(compiled);
}

/** The same in one file, which loads in half the time; one that was made before its thread was built last is another one. */
function bundleOf(file: string): string {
  const bundle = file.replace(/js$/, 'bundle.js');
  const made = statSync(bundle, { throwIfNoEntry: false });
  return made && made.mtimeMs > statSync(file).mtimeMs ? bundle : file;
}

function rootOf(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('there is no package.json above this file');
  return rootOf(parent);
}
