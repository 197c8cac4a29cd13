import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { keepCompiled, runCompiled } from './compiled';
import { workerFile } from './worker-file';

const dir = mkdtempSync(path.join(tmpdir(), 'compiled-'));
afterAll(() => rmSync(dir, { recursive: true }));

const said = globalThis as unknown as { said?: unknown[] };
beforeEach(() => (said.said = []));

let files = 0;
function fileOf(code: string): string {
  const file = path.join(dir, `thread-${++files}.js`);
  writeFileSync(file, code);
  return file;
}

const keptOf = (file: string) => readdirSync(dir).filter((name) => name.startsWith(`${path.parse(file).name}.`));

test('a file runs as Node runs it, with what was kept of it', () => {
  writeFileSync(path.join(dir, 'beside.js'), `exports.word = 'beside – ₮';`);
  const file = fileOf(`said.push(require('./beside').word, __filename, __dirname, module.exports === exports);`);
  keepCompiled(file, 'one');
  expect(runCompiled(file, 'one')).toBe(true);
  const each = ['beside – ₮', file, dir, true];
  expect(said.said).toEqual([...each, ...each]);
});

test('what it loads later is found from where it lies', async () => {
  writeFileSync(path.join(dir, 'later.js'), `said.push('later');`);
  const file = fileOf(`said.push(Promise.resolve().then(() => require('./later')));`);
  expect(runCompiled(file, 'one')).toBe(false);
  await said.said?.[0];
  expect(said.said).toContain('later');
});

test('nothing is taken that was kept of another text of the same length', () => {
  const file = fileOf(`said.push('then');`);
  keepCompiled(file, 'then');
  writeFileSync(file, `said.push('now.');`);
  said.said = [];
  expect(runCompiled(file, 'now')).toBe(false);
  expect(said.said).toEqual(['now.']);
});

test('what was kept and is damaged is passed over', () => {
  const file = fileOf(`said.push('whole');`);
  writeFileSync(file.replace(/js$/, `one.${cachedDataVersionTag()}.compiled`), 'of no use');
  expect(runCompiled(file, 'one')).toBe(false);
  expect(said.said).toEqual(['whole']);
});

test('another thread takes what was kept, and says so', async () => {
  const file = fileOf(`globalThis.said = 'in a thread';`);
  keepCompiled(file, 'one');
  const module = workerFile(path.join(__dirname, 'compiled'));
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    const { module, file, digest } = workerData;
    parentPort.postMessage([require(module).runCompiled(file, digest), globalThis.said]);`;
  const heard = async (digest: string): Promise<unknown> => {
    const worker = new Worker(code, { eval: true, workerData: { module, file, digest } });
    const [word] = (await once(worker, 'message')) as unknown[];
    await worker.terminate();
    return word;
  };
  expect(await heard('one')).toEqual([true, 'in a thread']);
  expect(await heard('other')).toEqual([false, 'in a thread']);
});

test('of each thread that takes long to compile something is kept for this Node', () => {
  const server = path.dirname(path.dirname(workerFile(path.join(__dirname, 'compiled'))));
  const threads = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /worker[.]code[.]js$/.test(name),
  );
  const large = threads.filter((name) => statSync(path.join(server, name)).size >= 500_000);
  expect(large.map((name) => path.basename(name, '.worker.code.js'))).toEqual(
    expect.arrayContaining(['projector', 'snapshot', 'ahead', 'liabilities', 'audit']),
  );
  for (const name of large) {
    const text = readFileSync(path.join(server, name));
    expect(text.every((unit) => unit < 0x80)).toBe(true);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const kept = name.replace(/js$/, `${digest}.${cachedDataVersionTag()}.compiled`);
    expect(existsSync(path.join(server, kept))).toBe(true);
  }
});

test('a file that ends with an error for want of something to do is kept all the same', () => {
  const file = fileOf(`said.push('begun'); throw new Error('nothing to do');`);
  expect(() => keepCompiled(file, 'one')).toThrow('nothing to do');
  expect(() => runCompiled(file, 'one')).toThrow('nothing to do');
  expect(keptOf(file)).toHaveLength(2);
  expect(said.said).toEqual(['begun', 'begun']);
});
