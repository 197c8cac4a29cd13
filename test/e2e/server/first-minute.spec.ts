/** Answers on the port and messages, from the start of the process until it serves. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServerProcess } from '../../tools/server-process';

/** Tolerance for a machine that runs other tests. */
const SLACK_MS = 3_000;
const DEMO = { DEMO: 'on', DEMO_HISTORY_MINUTES: '30' };

let directory: string;
let servers: ServerProcess[] = [];
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'first-minute-'))));
afterEach(async () => {
  await Promise.all(servers.map((server) => server.destroy()));
  servers = [];
  rmSync(directory, { recursive: true, force: true });
});

async function begin(env: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.begin({ DATA_DIR: path.join(directory, 'data'), ...env });
  servers.push(server);
  return server;
}

it('responds from the first second with its progress, and hands over without a refused connection', async () => {
  const server = await begin(DEMO);
  await server.says('preparing; http://localhost:');
  const page = await fetch(`${server.url}/currencyTransaction`, { headers: { 'accept-language': 'it' } });
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ]);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  const text = await page.text();
  expect(text).toContain('<html lang="it">');
  expect(text).toContain('Apertura del registro');
  expect(text).not.toContain('<script');
  const busy = await fetch(`${server.url}/exchange/app/spot/tickers`, { headers: { lang: 'en' } });
  expect([busy.status, await busy.json()]).toEqual([
    503,
    { code: 'system.busy', message: expect.any(String), data: { step: expect.any(String), percent: null } },
  ]);
  const steps = new Set<string>();
  // A new connection each time; a refused one rejects.
  for (;;) {
    const answer = await fetch(`${server.url}/ready`, { headers: { connection: 'close' } });
    const { ready, step } = (await answer.json()) as { ready: boolean; step: string };
    expect(answer.status).toBe(ready ? 200 : 503);
    if (ready) break;
    steps.add(step);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect([...steps]).toEqual(expect.arrayContaining(['demo', 'history']));
  expect((await fetch(`${server.url}/exchange/app/spot/tickers`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

it('reports a port in use before it prepares anything', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as net.AddressInfo;
  const server = await begin({ ...DEMO, PORT: String(port) });
  expect(await server.ended).toBe(1);
  await server.says(`port ${port} is in use: stop what listens there, or start with another PORT\n`);
  expect(existsSync(path.join(directory, 'data'))).toBe(false);
  taken.close();
});

it('tells a second process on the same data so in one line', async () => {
  const first = await begin({});
  await first.says('listening on');
  const second = await begin({});
  expect(await second.ended).toBe(1);
  await second.says(`another process runs the exchange of DATA_DIR ${path.join(directory, 'data')}: stop it`);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);
});

it('reports a read-only folder in one line', async () => {
  writeFileSync(path.join(directory, 'file'), '');
  const server = await begin({ DATA_DIR: path.join(directory, 'file', 'data') });
  expect(await server.ended).toBe(1);
  await server.says(`DATA_DIR ${path.join(directory, 'file', 'data')}: a part of its path is a file`);
});

it('exits within two seconds whenever interrupted, and the next start continues', async () => {
  for (const [words, delayMs] of [
    ['preparing; ', 0],
    ['preparing; ', 700],
    ['demo users (also', 0],
    ['of history 0 %', 300],
    ['of history 50 %', 0],
  ] as const) {
    const server = await begin(DEMO);
    await server.says(words);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const since = Date.now();
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
    expect(Date.now() - since).toBeLessThan(2_000 + SLACK_MS);
  }
  const server = await begin(DEMO);
  await server.says('listening on');
  expect(readdirSync(path.join(directory, 'data'))).toContain('demo-history');
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);
});
