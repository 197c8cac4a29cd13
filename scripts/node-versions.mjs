// `npm run test:nodes`: a smoke and conformance run on each supported Node. The runtimes come from npm's `node`
// package, in a separate folder beside the installed packages. The machine's own Node stays unchanged.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJORS = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
/** Must pass on every Node: both stores' rules, the journal's, seals, and the core's arithmetic. */
const SUITES = ['test/conformance/journal', 'test/conformance/store/sqlite', 'server/platform/secrets', 'shared'];
const READY_MS_MAX = 120_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

let failed = false;
for (const major of MAJORS) failed = !(await passes(major)) || failed;
process.exit(failed ? 1 : 0);

async function passes(major) {
  const node = runtimeOf(major);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`[nodes] ${major}: ${version}`);
  if (!(await serves(node))) return false;
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const run = spawnSync(node, [jest, '--maxWorkers=1', ...SUITES], { cwd: root, stdio: 'inherit' });
  console.log(`[nodes] ${version}: ${run.status === 0 ? 'passed' : 'FAILED'}`);
  return run.status === 0;
}

/** npm may run only this package's own install script, which puts the binary in its place. */
function runtimeOf(major) {
  const folder = path.join(root, 'node_modules/.nodes', major);
  const node = path.join(folder, 'node_modules/node/bin/node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', `node@${major}`, '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
  const installed = spawnSync('npm', install, { cwd: folder, stdio: 'inherit' });
  if (installed.status !== 0 || !existsSync(node)) throw new Error(`node@${major} could not be installed`);
  return node;
}

/** An empty exchange starts, reports that it is ready, and stops on request. */
async function serves(node) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-smoke-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const server = spawn(node, [path.join(root, 'dist/server/main.js')], {
    env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off', PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const ready = await until(async () => (await globalThis.fetch(`http://127.0.0.1:${port}/ready`)).ok);
  const answers = ready && (await globalThis.fetch(`http://127.0.0.1:${port}/exchange/app/content/page?slug=about`)).ok;
  server.kill('SIGTERM');
  const code = await ended;
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`[nodes] started: ${ready}, answered: ${answers}, ended with ${code}`);
  return ready && answers && code === 0;
}

async function until(holds) {
  for (const end = Date.now() + READY_MS_MAX; Date.now() < end;) {
    if (await holds().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
