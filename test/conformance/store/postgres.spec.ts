import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { makeTables, type StoreHarness } from './harness';
import { storeConformance } from './suite';

const SERVER = path.resolve(__dirname, '../../tools/postgres-server.mjs');
const PASSWORD = 'test-only';
let folder: string;
let server: ChildProcess | undefined;
let port: number;
let databases = 0;
const TEMPLATE = 'made';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  // PostgreSQL refuses to run as root; it then runs as user postgres, who must be able to write here.
  chmodSync(folder, 0o777);
  port = await freePort();
  server = fork(SERVER, [folder, String(port), PASSWORD]);
  await Promise.race([once(server, 'message'), once(server, 'exit').then(([code]) => Promise.reject(ended(code)))]);
  await ask(`create database ${TEMPLATE}`);
  await makeTables({ dataDir: folder, databaseUrl: urlOf(TEMPLATE) });
});

afterAll(async () => {
  if (server?.connected) {
    const exit = once(server, 'exit');
    server.disconnect();
    await exit;
  }
  rmSync(folder, { recursive: true, force: true });
});

const harness: StoreHarness = {
  create: async () => {
    const database = `views_${++databases}`;
    await ask(`create database ${database} template ${TEMPLATE} strategy file_copy`);
    return { dataDir: folder, databaseUrl: urlOf(database) };
  },
  createBare: async () => {
    const database = `views_${++databases}`;
    await ask(`create database ${database}`);
    return { dataDir: folder, databaseUrl: urlOf(database) };
  },
};

storeConformance('PostgreSQL', harness);

async function ask(statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const ended = (code: unknown): Error => new Error(`PostgreSQL ended with ${String(code)} before it was ready`);

function urlOf(database: string): string {
  return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}
