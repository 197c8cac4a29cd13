// Makes a fresh clone ready to start or test: packages installed, sources built, each only when something changed.
// Uses Node's built-in modules alone, because it runs before anything is installed.
//
//   node scripts/bootstrap.mjs            packages, server, client
//   node scripts/bootstrap.mjs --tools    the same and the benches and tools under test/
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_VERSION_MIN = [20, 19];
const LOCK_WAIT_MS_MAX = 10 * 60_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);
const lockFile = at('.bootstrap.lock');
/** npm takes it before `package-lock.json`; there while npm runs. */
const lockWithPlaces = at('npm-shrinkwrap.json');
const environment = childEnvironment();

/** Builders at work: none of them outlives this process and its lock. */
const builders = new Set();

checkNodeVersion();
takeLock();
process.on('exit', () => {
  for (const builder of builders) builder.kill();
  rmSync(lockWithPlaces, { force: true });
  rmSync(lockFile, { force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const manifestHash = hashOf(['package.json', 'package-lock.json']);
const server = {
  name: 'server',
  sources: ['server', 'shared', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'],
  outputs: ['dist/server', 'dist/shared'],
  build: () => runPackage('@nestjs/cli', 'nest', ['build']),
};
const client = {
  name: 'client',
  sources: ['client', 'shared', 'package-lock.json'],
  outputs: ['dist/client'],
  // Tabs that are open ask for the files of the version they were loaded with: the server gives out both.
  before: 'dist/client-before',
  build: () => runPackage('vite', 'vite', ['build', 'client', '--outDir', at('dist/client'), '--emptyOutDir']),
};
const tools = {
  name: 'tools',
  sources: ['server', 'shared', 'test', 'tsconfig.json', 'tsconfig.test.json', 'package-lock.json'],
  outputs: ['dist/test'],
  build: () => runPackage('typescript', 'tsc', ['-p', 'tsconfig.test.json']),
};

installPackages();
// Beside each other: either takes one core.
await Promise.all([
  existsSync(at('server')) && buildWhenChanged(server),
  existsSync(at('client/index.html')) && buildWhenChanged(client),
]);
if (process.argv.includes('--tools')) await buildWhenChanged(tools);

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [majorMin, minorMin] = NODE_VERSION_MIN;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  fail(
    `Node ${NODE_VERSION_MIN.join('.')} or newer is needed, this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

/** Two terminals may start at once; the second waits for the first and then finds its work done. */
function takeLock() {
  const deadline = Date.now() + LOCK_WAIT_MS_MAX;
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`cannot write ${lockFile}: ${error.message}`);
    }
    const holder = lockHolder();
    if (holder === null) rmSync(lockFile, { force: true });
    else if (Date.now() > deadline)
      fail(`process ${holder} has held ${lockFile} for too long; end it or remove the file`);
    else {
      if (!told) say(`waiting for process ${holder}, which is installing or building`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

/** The id of the living process that holds the lock, or null if the lock is stale. */
function lockHolder() {
  try {
    const text = readFileSync(lockFile, 'utf8');
    // The holder creates the file and then fills it: an empty one is younger than a second or abandoned.
    if (text === '') return Date.now() - statSync(lockFile).mtimeMs < 1_000 ? 'unknown' : null;
    process.kill(Number(text), 0);
    return Number(text);
  } catch (error) {
    return error.code === 'EPERM' ? 'unknown' : null;
  }
}

function installPackages() {
  const stampFile = at('node_modules/.open-exchange.stamp');
  if (readText(stampFile) === manifestHash) return say('packages: up to date');
  if (!isInstalledTreeCurrent()) {
    const startedAt = Date.now();
    say('packages: npm ci');
    const ci = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    // A registry that keeps its files elsewhere is asked where.
    const isDone = withPlaces(() => runNpm(ci).status === 0) || runNpm(ci).status === 0;
    if (!isDone) fail('npm ci failed; the lines above say why');
    say(`packages: installed in ${secondsSince(startedAt)}`);
  } else say('packages: up to date');
  writeFileSync(stampFile, manifestHash);
}

/**
 * Our lock names no registry. Of each package whose place it does not know npm asks for all versions there ever were, which is
 * as much again as all packages are: while `install` runs, a lock that goes before ours names the place that npm would find.
 */
function withPlaces(install) {
  const listed = runNpm(['config', 'list', '--json'], 'pipe');
  const lock = readJson(at('package-lock.json'));
  if (listed.status !== 0 || !lock?.packages) return false;
  const settings = JSON.parse(listed.stdout);
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder === '' || entry.link || entry.inBundle || entry.resolved) continue;
    const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const registry = settings[`${name.split('/')[0]}:registry`] ?? settings.registry;
    entry.resolved = `${registry.replace(/\/*$/, '/')}${name}/-/${name.split('/').pop()}-${entry.version}.tgz`;
  }
  writeFileSync(lockWithPlaces, JSON.stringify(lock));
  try {
    return install();
  } finally {
    rmSync(lockWithPlaces, { force: true });
  }
}

/** True if what npm last installed is what the lock asks for, so that editing a script does not reinstall everything. */
function isInstalledTreeCurrent() {
  const installed = readJson(at('node_modules/.package-lock.json'))?.packages;
  const wanted = readJson(at('package-lock.json'))?.packages;
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true;
    const found = installed[folder];
    if (!found) return entry.optional === true && !isForThisPlatform(entry);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isForThisPlatform({ os: systems, cpu, libc }) {
  if (!systems && !cpu) return false;
  return (!systems || systems.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc;
}

async function buildWhenChanged({ name, sources, outputs, before, build }) {
  const stampFile = at('dist', `.${name}.stamp`);
  const hash = hashOf(sources);
  if (readText(stampFile) === hash && outputs.every((output) => existsSync(at(output))))
    return say(`${name}: up to date`);
  const startedAt = Date.now();
  say(`${name}: building`);
  if (before && existsSync(stampFile) && existsSync(at(outputs[0]))) {
    rmSync(at(before), { recursive: true, force: true });
    renameSync(at(outputs[0]), at(before));
  }
  // The outputs go first, so that a file whose source was deleted or renamed cannot live on.
  for (const gone of [stampFile, ...outputs.map((output) => at(output))])
    rmSync(gone, { recursive: true, force: true });
  mkdirSync(at('dist'), { recursive: true });
  if ((await build()) !== 0) fail(`${name}: the build failed; the lines above say why`);
  for (const output of outputs) mkdirSync(at(output), { recursive: true });
  writeFileSync(stampFile, hash);
  say(`${name}: built in ${secondsSince(startedAt)}`);
}

/** A hash over names and contents of files and folders, in a fixed order. Unit tests are left out: they are never built. */
function hashOf(names) {
  const hash = createHash('sha256');
  const add = (name) => {
    const stat = statSync(at(name), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const child of readdirSync(at(name)).sort()) {
        if (child !== 'node_modules' && child !== 'dist') add(`${name}/${child}`);
      }
    } else if (stat && !/\.spec\.tsx?$/.test(name)) {
      hash.update(`${name}\0${stat.size}\0`).update(readFileSync(at(name)));
    }
  };
  names.forEach(add);
  return hash.digest('hex');
}

/** Runs a package's own command by its file, without a shell and without npx. Resolves to its exit code. */
function runPackage(packageName, command, parameters) {
  const manifest = readJson(at('node_modules', packageName, 'package.json'));
  if (!manifest) fail(`${packageName} is not installed; run npm ci`);
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  const builder = spawn(process.execPath, [at('node_modules', packageName, file), ...parameters], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  builders.add(builder);
  return new Promise((resolve) => {
    builder.once('error', (error) => fail(`cannot run ${packageName}: ${error.message}`));
    builder.once('close', (status) => {
      builders.delete(builder);
      resolve(status);
    });
  });
}

function runNpm(parameters, stdout = 'inherit') {
  const npm = process.env.npm_execpath;
  // npm may itself be run by another package manager; only a script named npm-cli is npm.
  if (/npm-cli\.[cm]?js$/.test(npm ?? '')) return run(process.execPath, [npm, ...parameters], { stdout });
  // A window's npm is a .cmd file, which Node starts only through a shell.
  return run('npm', parameters, { stdout, shell: process.platform === 'win32' });
}

function run(command, parameters, { stdout = 'inherit', shell = false } = {}) {
  const stdio = ['inherit', stdout, 'inherit'];
  const result = spawnSync(command, parameters, { cwd: root, env: environment, stdio, shell, encoding: 'utf8' });
  if (result.error) fail(`cannot run ${command}: ${result.error.message}`);
  if (result.signal) process.exit(1);
  return result;
}

/** The environment for npm and the builders, with a usable HOME: containers and services often have none. */
function childEnvironment() {
  const env = { ...process.env, SCARF_ANALYTICS: 'false' };
  const home = process.env.HOME;
  if (process.platform === 'win32' || (home && isWritable(home))) return env;
  env.HOME = path.join(os.tmpdir(), `open-exchange-home-${process.getuid()}`);
  mkdirSync(env.HOME, { recursive: true });
  env.npm_config_cache = path.join(env.HOME, '.npm');
  return env;
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function readJson(file) {
  const text = readText(file);
  return text === null ? null : JSON.parse(text);
}

function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

function say(line) {
  console.log(`[bootstrap] ${line}`);
}

function fail(line) {
  console.error(`[bootstrap] ${line}`);
  process.exit(1);
}
