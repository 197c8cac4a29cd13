// Puts each thread of the server into one file beside its own, `x.worker.code.js`: a thread loads everything anew, and some hundreds of
// small files take longer to find than to run. `x.worker.bundle.js` runs it with what V8 has made of it here, where there is much of
// it: compiling that would take as long again. `server/journal/worker-file.ts` takes the bundle unless it is older than the thread.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TEST_FLAGS } from './test-flags.mjs';

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/server');
const runner = path.join(server, 'journal/compiled.js');
const BUNDLED = /[.]worker[.]js$/;
/** A smaller one is compiled as quickly as what was kept of it is read. */
const KEPT_FROM_BYTES = 500_000;
/** Those of tools, of `npm start`, of the image, of tests: what V8 keeps with some flags is nothing to it with others. */
const FLAGS = [[], ['--max-semi-space-size=128'], ['--max-semi-space-size=64'], TEST_FLAGS];
/** What a thread may ask for by name stays where npm put it, but for what is nothing but many files of plain JavaScript. */
const PLAIN = /^(kysely|libsql)(\/|$)/;
/** The same of EventStoreDB, in the one thread that is for nothing else: others ask for it where the journal lies there. */
const PLAIN_OF_STORE = /^(@eventstore\/db-client|@grpc\/grpc-js|@js-sdsl\/ordered-map|google-protobuf)(\/|$)/;
const isLeftOutOf = (thread) => (id) =>
  /^[^./]/.test(id) &&
  !path.isAbsolute(id) &&
  !PLAIN.test(id) &&
  !(thread.endsWith('append.worker.js') && PLAIN_OF_STORE.test(id)) &&
  !(id in ofThisMachine);

/**
 * Which of its parts in machine code libsql takes: it would ask the system in each thread for as long as all of its own JavaScript
 * takes. npm has installed that part for the machine that builds.
 */
const ofThisMachine = {
  '@neon-rs/load': `exports.currentTarget = () => ${JSON.stringify(targetOfThisMachine())};`,
  'detect-libc': `exports.familySync = () => null;`,
};
const machine = {
  name: 'of-this-machine',
  resolveId: (id) => (id in ofThisMachine ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0') ? (ofThisMachine[id.slice(1)] ?? null) : null),
};

const bundleOf = (thread) => thread.replace(/js$/, 'bundle.js');
const codeOf = (thread) => thread.replace(/js$/, 'code.js');
const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

const threads = readdirSync(server, { recursive: true })
  .filter((name) => BUNDLED.test(name))
  .map((name) => path.join(server, name))
  .filter((thread) => !existsSync(bundleOf(thread)) || statSync(bundleOf(thread)).mtimeMs <= statSync(thread).mtimeMs);

for (const thread of threads) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: thread,
    platform: 'node',
    external: isLeftOutOf(thread),
    plugins: [machine],
    logLevel: 'warn',
  });
  forgetCompiled(thread);
  const { output } = await bundle.generate({ file: codeOf(thread), format: 'cjs' });
  await bundle.close();
  if (output.length !== 1) throw new Error(`${thread} became ${output.length} files`);
  writeFileSync(codeOf(thread), inAscii(output[0].code));
}

const kept = threads.filter((thread) => statSync(codeOf(thread)).size >= KEPT_FROM_BYTES);
if (kept.length > 0) for (const flags of FLAGS) keepCompiled(kept, flags);
// Last: from now on they are taken.
for (const thread of threads) writeFileSync(bundleOf(thread), startOf(thread));

/** As libsql itself finds it, on Linux with one C library or the other. */
function targetOfThisMachine() {
  const require = createRequire(import.meta.url);
  const ofLibsql = createRequire(require.resolve('libsql'));
  const { familySync, GLIBC, MUSL } = ofLibsql('detect-libc');
  const target = ofLibsql('@neon-rs/load').currentTarget();
  if (familySync() === GLIBC) return target.replace(/^(linux-(?:x64|arm64))-musl$/, '$1-gnu');
  return target === 'linux-arm-gnueabihf' && familySync() === MUSL ? 'linux-arm-musleabihf' : target;
}

/** Such a text is read as it lies there, and takes half the memory. */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function startOf(thread) {
  const code = `./${path.basename(codeOf(thread))}`;
  if (!kept.includes(thread)) return `require(${JSON.stringify(code)});\n`;
  const beside = path.relative(path.dirname(thread), runner).split(path.sep).join('/');
  const from = JSON.stringify(beside.startsWith('.') ? beside : `./${beside}`);
  const call = `runCompiled(require.resolve(${JSON.stringify(code)}), ${JSON.stringify(digestOf(codeOf(thread)))})`;
  return `require(${from}).${call};\n`;
}

/** Each begins in a thread of its own, is given nothing to do, and ends for want of it. */
function keepCompiled(all, flags) {
  const files = all.map(codeOf).map((file) => [file, digestOf(file)]);
  const begin = `
    const { Worker, isMainThread, workerData } = require('node:worker_threads');
    const keep = ([file, digest]) => new Promise((ended) => {
      const code = 'require(' + JSON.stringify(${JSON.stringify(runner)}) + ').keepCompiled(' + JSON.stringify(file) + ',' + JSON.stringify(digest) + ')';
      const worker = new Worker(code, { eval: true, stderr: true, workerData: null });
      worker.on('error', () => undefined);
      worker.on('exit', ended);
    });
    (async () => { for (const file of ${JSON.stringify(files)}) await keep(file); })();`;
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', begin], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`nothing was compiled beforehand: ${stderr}`);
}

function forgetCompiled(thread) {
  const folder = path.dirname(thread);
  const stem = path.basename(thread).replace(/js$/, '');
  for (const name of readdirSync(folder))
    if (name.startsWith(stem) && name.endsWith('.compiled')) rmSync(path.join(folder, name));
}
