// Puts each thread of the server into one file beside its own, `x.worker.bundle.js`: a thread loads everything anew, and some hundreds of
// small files take longer to find than to run. `server/journal/worker-file.ts` takes the bundle unless it is older than the thread.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/server');
const BUNDLED = /[.]worker[.]js$/;
/** What a thread may ask for by name stays where npm put it, but for what is nothing but many files of plain JavaScript. */
const isLeftOut = (id) => /^[^./]/.test(id) && !path.isAbsolute(id) && !/^kysely(\/|$)/.test(id);

const bundleOf = (thread) => thread.replace(/js$/, 'bundle.js');

const threads = readdirSync(server, { recursive: true })
  .filter((name) => BUNDLED.test(name))
  .map((name) => path.join(server, name))
  .filter((thread) => !existsSync(bundleOf(thread)) || statSync(bundleOf(thread)).mtimeMs <= statSync(thread).mtimeMs);

for (const thread of threads) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: thread,
    platform: 'node',
    external: isLeftOut,
    logLevel: 'warn',
  });
  await bundle.write({ file: bundleOf(thread), format: 'cjs' });
  await bundle.close();
}
