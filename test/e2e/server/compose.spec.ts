/**
 * Reads docker-compose.yml as Docker Compose does and starts its exchange with a real PostgreSQL and the tests'
 * EventStoreDB. Environment, certificate script and PostgreSQL flags come from the file; only addresses and folders
 * differ.
 */
import { execFileSync, fork, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENT, loadConfig } from '../../../server/platform/config/config';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { freePort, ServerProcess } from '../../tools/server-process';

const root = path.resolve(__dirname, '../../..');
const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');

const duration = z.string().regex(/^\d+s$/);
const words = z.array(z.string()).min(1);
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);
/** The parts of the Compose specification that the file uses; other keys are refused. */
const serviceSchema = z
  .strictObject({
    image: z.string().optional(),
    build: z.literal('.').optional(),
    restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
    security_opt: words.optional(),
    cap_drop: words.optional(),
    cap_add: words.optional(),
    network_mode: z.string().optional(),
    read_only: z.boolean().optional(),
    tmpfs: words.optional(),
    entrypoint: words.optional(),
    command: words.optional(),
    depends_on: z.record(z.string(), z.strictObject({ condition })).default({}),
    environment: z.record(z.string(), z.string()).default({}),
    volumes: z.array(z.string().regex(/^[a-z-]+:\/[a-z/-]+(:ro)?$/)).default([]),
    ports: z.array(z.string().regex(/^127\.0\.0\.1:[^:]+(:-\d+\})?:\d+$/)).optional(),
    healthcheck: z
      .strictObject({
        test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
        interval: duration,
        timeout: duration,
        start_period: duration.optional(),
        retries: z.int().positive(),
      })
      .optional(),
    stop_grace_period: duration.optional(),
  })
  .refine(({ image, build }) => image !== undefined || build !== undefined, 'a service needs an image');
const composeSchema = z.strictObject({
  'x-guarded': z.unknown(),
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
});
const { services, volumes } = composeSchema.parse(parse(text, { merge: true }));
const { certificates, eventstore, postgres, exchange } = services;

const GIVEN: Record<string, string> = {
  POSTGRES_PASSWORD: 'password-of-postgres',
  EVENTSTORE_PASSWORD: 'password-of-eventstore',
  SECRETS_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://exchange.example',
  METRICS_TOKEN: randomBytes(32).toString('hex'),
};

/** Docker Compose's interpolation: `$$`, `${NAME:-default}` and `${NAME:?message}`. */
function interpolated(value: string): string {
  return value.replace(/\$(?:\$|\{(\w+):([-?])([^}]*)\})/g, (_, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return '$';
    if (GIVEN[name] === undefined && kind === '?') throw new Error(`${name} is not given`);
    return GIVEN[name] ?? rest;
  });
}

const environmentOf = (service: z.infer<typeof serviceSchema>): Record<string, string> =>
  Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, interpolated(value)]));

test('each dependency is a service that reaches its condition', () => {
  for (const { depends_on } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect(Object.keys(services)).toContain(name);
      if (condition === 'service_healthy') expect(services[name].healthcheck).toBeDefined();
      // A service that restarts itself never counts as completed.
      if (condition === 'service_completed_successfully') expect(services[name].restart).toBeUndefined();
    }
  }
});

test('mounted volumes are declared, and declared ones are mounted', () => {
  const mounted = Object.values(services).flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]));
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
});

test('ASVS 13.2.1: secrets and the public address have no default', () => {
  const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect([...new Set(required)].sort()).toEqual(Object.keys(GIVEN).sort());
});

test("the exchange's environment is read and accepted by its configuration in production", () => {
  expect(Object.keys(ENVIRONMENT.shape)).toEqual(expect.arrayContaining(Object.keys(exchange.environment)));
  const config = loadConfig({ ...ofImage(), ...environmentOf(exchange) });
  expect(config).toMatchObject({ production: true, demo: false, publicUrl: GIVEN.PUBLIC_URL });
  expect(config.journalAppendBytesMax).toBe(Number(eventstore.environment.EVENTSTORE_MAX_APPEND_SIZE));
});

/** Variables set by the image. */
function ofImage(): Record<string, string> {
  const [, line] = /^ENV (.+)$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8')) ?? [];
  return Object.fromEntries((line ?? '').split(' ').map((pair) => pair.split('=')));
}

// `npm test` must pass with Node alone; the certificate script of the compose file needs openssl.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
(hasOpenssl ? describe : describe.skip)('beside PostgreSQL and EventStoreDB with TLS', () => {
  let folder: string;
  let database: ChildProcess | undefined;
  let client: Client;
  let store: EventStoreServer;
  let server: ServerProcess | undefined;
  let databasePort: number;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
    // PostgreSQL refuses to run as root; user postgres runs it then and must be able to write here.
    chmodSync(folder, 0o777);
    makeCertificates();
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB, POSTGRES_INITDB_ARGS } = environmentOf(postgres);
    databasePort = await freePort();
    const settings = {
      user: POSTGRES_USER,
      initdbFlags: POSTGRES_INITDB_ARGS.split(' '),
      postgresFlags: postgres.command
        ?.slice(1)
        .map((word) => word.replace('/certificate', path.join(folder, 'postgres'))),
      owned: path.join(folder, 'postgres'),
    };
    const parameters = [folder, String(databasePort), POSTGRES_PASSWORD, JSON.stringify(settings)];
    database = fork(path.join(root, 'test/tools/stores/postgres-server.mjs'), parameters);
    const ended = once(database, 'exit').then(([code]) => Promise.reject(new Error(`PostgreSQL ended with ${code}`)));
    await Promise.race([once(database, 'message'), ended]);
    client = new Client({
      connectionString: `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@localhost:${databasePort}/postgres`,
    });
    await client.connect();
    await client.query(`create database ${POSTGRES_DB}`);
    store = await EventStoreServer.start({
      appendBytesMax: Number(eventstore.environment.EVENTSTORE_MAX_APPEND_SIZE),
      tls: {
        certificate: path.join(folder, 'eventstore/eventstore.crt'),
        key: path.join(folder, 'eventstore/eventstore.key'),
      },
    });
  });

  afterAll(async () => {
    await server?.destroy();
    store?.stop();
    await client?.end();
    if (database?.connected) {
      const exit = once(database, 'exit');
      database.disconnect();
      await exit;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the script of service `certificates` below `folder`, with localhost as an additional name. */
  function makeCertificates(): void {
    for (const name of ['authority', 'certs/ca', 'eventstore', 'postgres'])
      mkdirSync(path.join(folder, name), { recursive: true });
    const [script] = certificates.command ?? [];
    const here = interpolated(script)
      .replace(/(?<=[ >])\/(?=[a-z$])/g, `${folder}/`)
      .replace('DNS:%s', 'DNS:%s,DNS:localhost');
    // The users of the images do not exist here.
    execFileSync('bash', ['-euc', `chown() { :; }\n${here}`], { stdio: 'pipe' });
  }

  test('the exchange starts, passes its health check, and uses TLS to both', async () => {
    const replaced = (value: string): string =>
      value
        .replace('@eventstore:2113', `@${store.address}`)
        .replace('@postgres:5432', `@localhost:${databasePort}`)
        .replace('=/ca/', `=${folder}/certs/ca/`);
    const given = { ...ofImage(), ...environmentOf(exchange), DATA_DIR: path.join(folder, 'snapshots') };
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, replaced(value)]));
    delete env.PORT;
    server = await ServerProcess.start(env);

    const [, command = '', ...parameters] = exchange.healthcheck?.test ?? [];
    const port = new URL(server.url).port;
    const check = spawnSync(
      command,
      parameters.map((word) => word.replace(':3000', `:${port}`)),
    );
    expect(check.status).toBe(0);

    const { rows } = await client.query<{ ssl: boolean }>(
      'select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = $1 and pid <> pg_backend_pid()',
      [postgres.environment.POSTGRES_USER],
    );
    expect(rows).toEqual([{ ssl: true }]);
    expect(await server.stop()).toBe(0);
  });
});
