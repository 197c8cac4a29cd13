/**
 * `npm start` before installation: in a folder with the names of the sources, and with stand-ins for npm and the build
 * tools.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
/** The user `nobody`: root may write everywhere. */
const NOBODY = 65_534;
/** Stand-in for npm: creates the stand-ins for the build tools after `NPM_SECONDS`. */
const NPM = `#!/bin/sh
echo ran >> npm-ran
left=$((\${NPM_SECONDS:-0} * 10))
while [ $left -gt 0 ]; do sleep 0.1; left=$((left - 1)); done
[ -n "$NPM_FAILS" ] && exit 1
mkdir -p $MODULES/@nestjs/cli/bin $MODULES/vite/bin
echo 'fs=require("fs");for(const d of ["dist/server","dist/shared"])fs.mkdirSync(d,{recursive:true})' > $MODULES/@nestjs/cli/bin/nest.js
echo 'require("fs").mkdirSync("dist/client",{recursive:true})' > $MODULES/vite/bin/vite.js
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bootstrap-'));
  chmodSync(folder, 0o755);
  cpSync(path.join(ROOT, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
  for (const name of ['server', 'shared', 'client', 'bin']) mkdirSync(path.join(folder, name));
  for (const name of ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'nest-cli.json', 'server/main.ts'])
    writeFileSync(path.join(folder, name), '{}');
  writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 });
});
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, uid?: number) {
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs'], {
    cwd: folder,
    env: {
      PATH: `${folder}/bin:${process.env['PATH']}`,
      HOME: '/tmp',
      npm_lifecycle_event: 'prestart',
      MODULES: 'node_modules',
      PORT: '1',
      ...env,
    },
    ...(uid === undefined ? {} : { uid }),
  });
  let said = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; lines: string[] }>((resolve) =>
    child.once('close', (code) => resolve({ code, lines: said.trim().split('\n') })),
  );
  return { child, ended };
}
const has = (name: string) => existsSync(path.join(folder, name));

it('installs and builds with a line per step, and finds everything up to date afterwards', async () => {
  const { code, lines } = await start().ended;
  expect([code, lines.length]).toEqual([0, 3]);
  expect(lines.map((line) => line.split(':', 1)[0])).toEqual([
    '[bootstrap] packages',
    '[bootstrap] server',
    '[bootstrap] client',
  ]);
  const again = await start().ended;
  expect(again.lines.map((line) => line.endsWith('up to date'))).toEqual([true, true, true]);
  expect(has('.bootstrap.lock')).toBe(false);
});

it('reports a port in use before it installs', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const { code, lines } = await start({ PORT: String(port) }).ended;
  expect(code).toBe(1);
  expect(lines).toEqual([`[bootstrap] port ${port} is in use: stop what listens there, or start with another PORT`]);
  expect(has('npm-ran')).toBe(false);
  expect((await start({ PORT: String(port), npm_lifecycle_event: 'prebuild' }).ended).code).toBe(0);
  taken.close();
});

it('exits within two seconds when interrupted, leaves no lock, and the next start continues', async () => {
  const { child, ended } = start({ NPM_SECONDS: '30' });
  while (!has('npm-ran')) await new Promise((resolve) => setTimeout(resolve, 20));
  const since = Date.now();
  child.kill('SIGINT');
  const { code, lines } = await ended;
  expect(Date.now() - since).toBeLessThan(2_000);
  expect([code, lines.at(-1)]).toEqual([1, '[bootstrap] stopped: the next start goes on']);
  expect(readdirSync(folder)).not.toContain('.bootstrap.lock');
  expect((await start().ended).code).toBe(0);
});

it('tells a second start that another one is at work, and makes it wait', async () => {
  const first = start({ NPM_SECONDS: '2' });
  while (!has('npm-ran')) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await start().ended;
  expect(second.lines[0]).toBe('[bootstrap] another process prepares this folder and renews .bootstrap.lock: waiting');
  expect(second.lines.slice(1).every((line) => line.endsWith('up to date'))).toBe(true);
  expect((await first.ended).code).toBe(0);
});

it('states registry and proxy settings when the packages cannot be installed', async () => {
  const { code, lines } = await start({ NPM_FAILS: '1' }).ended;
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^\[bootstrap\] packages: failed; .*HTTPS_PROXY$/);
});

const isRoot = process.getuid?.() === 0;
it('reports a read-only folder in one line, and starts an up-to-date one', async () => {
  chmodSync(folder, 0o555);
  const uid = isRoot ? NOBODY : undefined;
  const { code, lines } = await start({}, uid).ended;
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toMatch(/^\[bootstrap\] this user may not write in this folder: .*\(EACCES/);
  chmodSync(folder, 0o755);
  expect((await start().ended).code).toBe(0);
  chmodSync(folder, 0o555);
  expect((await start({}, uid).ended).code).toBe(0);
});
