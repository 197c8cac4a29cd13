// Prepares a clone for `npm start` and `npm test`: installs the packages when the lock file changed, and builds when
// sources changed. --tests also installs the packages of test/package.json, --tools also builds the tools under test/,
// --packages builds nothing. Imports no package, since it runs before any is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUnwritable, lineOf, portFault } from './faults.mjs';
import { takeLock } from './lock.mjs';

process.on('uncaughtException', fail);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const asks = (option) => process.argv.includes(option);
const forTests = asks('--tests') || asks('--tools');
const quietly = '--include=dev --no-audit --no-fund --loglevel=error';
const code = ['server', 'shared', 'tsconfig.json', 'package-lock.json'];
const parts = {
  packages: {
    sources: ['package-lock.json'],
    outputs: forTests ? ['node_modules/jest'] : [],
    stamp: 'node_modules/.stamp',
    command: `npm ci ${forTests ? '' : '--workspaces=false '}${quietly}`,
    // Removes no package from an exchange that is running.
    addition: `npm install --no-save ${quietly}`,
    hint: '; npm reaches its registry by `npm config get registry` and, behind a proxy, by HTTPS_PROXY',
  },
  server: {
    sources: [...code, 'nest-cli.json', 'tsconfig.build.json'],
    outputs: ['dist/server', 'dist/shared'],
    command: 'node node_modules/@nestjs/cli/bin/nest.js build',
  },
  client: {
    sources: ['client', 'shared', 'package-lock.json'],
    outputs: ['dist/client'],
    // Open tabs still ask for the files of the build they were loaded from; the server serves both.
    former: 'dist/client-before',
    command: 'node node_modules/vite/bin/vite.js build client',
  },
  tools: {
    sources: [...code, 'test', 'tsconfig.test.json'],
    outputs: ['dist/test'],
    command: 'node node_modules/typescript/bin/tsc -p tsconfig.test.json',
  },
};
const LOCK = '.bootstrap.lock';
const builders = new AbortController();
const needed = JSON.parse(fs.readFileSync('package.json', 'utf8')).engines.node.replace('>=', '');
if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) fail(`Node ${needed} or newer is needed`);
try {
  fs.accessSync(os.homedir(), fs.constants.W_OK);
} catch {
  // Containers often have no writable home, where npm has its cache by default.
  process.env.npm_config_cache = path.join(os.tmpdir(), `open-exchange-npm-${process.getuid?.()}`);
}
const inUse = process.env.npm_lifecycle_event === 'prestart' ? await portFault() : null;
if (inUse) fail(inUse);
let unwritable = null;
await takeLock(LOCK, () =>
  console.log(`[bootstrap] another process prepares this folder and renews ${LOCK}: waiting`),
).catch((error) => (isUnwritable(error) ? (unwritable = error) : fail(error)));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => fail('stopped: the next start goes on'));
process.on('exit', () => {
  if (!unwritable) fs.rmSync(LOCK, { force: true });
  builders.abort();
});
await whenChanged('packages');
await Promise.all((asks('--packages') ? [] : ['server', 'client']).map(whenChanged));
if (asks('--tools')) await whenChanged('tools');

async function whenChanged(name) {
  const { sources, outputs = [], former, addition, hint = '', stamp = `dist/.${name}.stamp` } = parts[name];
  const hash = hashOf(sources);
  const isSame = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash;
  const isWhole = outputs.every((output) => fs.existsSync(output));
  if (isSame && isWhole) return console.log(`[bootstrap] ${name}: up to date`);
  if (unwritable) fail(unwritable);
  const command = (isSame && addition) || parts[name].command;
  if (former && isWhole && fs.existsSync(stamp)) {
    fs.rmSync(former, { recursive: true, force: true });
    fs.renameSync(outputs[0], former);
  }
  // Removed first, so that no output of a deleted source remains and a failed build is repeated at the next start.
  for (const stale of [stamp, ...outputs]) fs.rmSync(stale, { recursive: true, force: true });
  console.log(`[bootstrap] ${name}: ${command}`);
  const [file, ...parameters] = command.split(' ');
  // On Windows npm is a script that only a shell can start.
  const options = { stdio: 'inherit', signal: builders.signal, shell: process.platform === 'win32' };
  const child = spawn(file, parameters, options);
  const status = await new Promise((resolve) => child.once('error', fail).once('close', resolve));
  if (status !== 0) fail(`${name}: failed; the lines above say why${hint}`);
  fs.writeFileSync(stamp, hash);
}

/** A hash of names and contents in a fixed order. Unit tests are left out because they are not built. */
function hashOf(sources) {
  const namesIn = (folder) => fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  const names = sources.flatMap((name) => (fs.statSync(name).isDirectory() ? namesIn(name).sort() : name));
  const hash = createHash('sha256');
  for (const name of names.filter((name) => fs.statSync(name).isFile() && !/\.spec\.tsx?$/.test(name)))
    hash.update(`${name}\0`).update(fs.readFileSync(name)).update('\0');
  return hash.digest('hex');
}

function fail(reason) {
  // The exit handler aborts the children after their failure was reported.
  if (reason.name !== 'AbortError') console.error(`[bootstrap] ${lineOf(reason)}`);
  process.exit(1);
}
