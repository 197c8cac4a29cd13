/**
 * The built server on a real PostgreSQL that is killed, stopped, suspended and slowed while users trade, read and log
 * in: the process survives, every response is timely and typed, and operation recovers by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import { rebuildProjections } from '../../../server/cli/projections-rebuild';
import { loadConfig } from '../../../server/platform/config/config';
import { TABLES, TABLES_OF } from '../../../server/views/stored/all-tables';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { openModel } from '../../../server/views/stored/views-database';
import { DAVE } from '../../tools/fixtures/core-fixture';
import { PASSWORD } from '../../tools/people/http-exchange';
import { PostgresServer } from '../../tools/stores/real-postgres';
import { prepareData } from '../../tools/samples/prepared-data';
import { ServerProcess } from '../../tools/server-process';

/** Maximum response time, in ms: five seconds, and two for a busy machine. An answer that waits for the store takes longer. */
const ANSWER_MS_MAX = 7_000;
/** Maximum time to full recovery once the store is back, in ms. */
const RECOVERY_MS_MAX = 30_000;
const AWAY_MS = 9_000;
const RATES = {
  LIMIT_LOGINS_PER_MINUTE_MAX: '100000',
  LIMIT_ORDERS_PER_SECOND_MAX: '100000',
  LIMIT_COMMANDS_PER_SECOND_MAX: '100000',
  LIMIT_READS_PER_SECOND_MAX: '100000',
  LIMIT_ADDRESS_REQUESTS_PER_SECOND_MAX: '100000',
  LIMIT_TICKET_REQUESTS_PER_SECOND_MAX: '100000',
};

interface Answer {
  what: string;
  status: number;
  code: string;
  retryAfter: string | null;
  ms: number;
}

let postgres: PostgresServer;
let server: ServerProcess | null = null;
let directory: string;
let databases = 0;
beforeAll(async () => (postgres = await PostgresServer.start()));
afterAll(() => postgres.destroy());
beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'database-away-spec-'))));
afterEach(async () => {
  await server?.destroy();
  server = null;
  rmSync(directory, { recursive: true, force: true });
});

async function prepare(): Promise<Record<string, string>> {
  const database = `away_${++databases}`;
  await postgres.ask(`create database ${database}`);
  const env = { ...RATES, DATA_DIR: directory, DATABASE_URL: postgres.urlOf(database) };
  await prepareData(env);
  // Makes them members that the journal knows, so that their balances are there at log-in.
  await postgres.ask(`update exchange.users set is_member = 1 where id <= ${DAVE}`, database);
  return env;
}

async function ask(what: string, at: string, body: unknown, ticket?: string): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const started = performance.now();
  const response = await fetch(`${server?.url}/exchange${at}`, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(ticket === undefined ? {} : { ticket }),
    },
  });
  const { code, access_token } = (await response.json()) as { code: string; access_token?: string };
  const answer = { what, status: response.status, code, retryAfter: response.headers.get('retry-after') };
  return Object.assign(answer, { ms: performance.now() - started, ...(access_token && { access_token }) });
}

function logIn(nickName: string): Promise<Answer & { access_token?: string }> {
  const username = `${nickName}@test.example`;
  const fields = { grant_type: 'password', username, password: PASSWORD };
  return ask('log-in', '/api/auth/oauth/token', new URLSearchParams(fields));
}

/** Concurrent users: alice sells, bob buys, both read, carol logs in; each in its own sequential loop. */
class Users {
  /** All answers so far. */
  readonly answers: Answer[] = [];
  private taken = 0;
  private isOver = false;
  private orders = 0;
  private readonly working: Promise<unknown>;

  constructor({ alice, bob }: { alice: string; bob: string }) {
    this.working = Promise.all([
      this.row(20, () => this.order('sell', alice)),
      this.row(20, () => this.order('buy', bob)),
      this.row(50, () => ask('list', '/app/spot/fills', {}, bob)),
      this.row(50, () => ask('records', '/app/assets/records', {}, alice)),
      this.row(200, () => logIn('carol')),
    ]);
  }

  private order(side: 'buy' | 'sell', ticket: string): Promise<Answer> {
    const clientId = `${side}-${++this.orders}`;
    const order = { clientId, market: 'BTC-USDT', side, kind: 'limit', price: '100', quantity: '0.1' };
    return ask('order', '/app/spot/place', order, ticket);
  }

  private async row(pauseMs: number, act: () => Promise<Answer>): Promise<void> {
    while (!this.isOver) {
      this.answers.push(await act());
      await delay(pauseMs);
    }
  }

  /** Answers since the last call. */
  take(): Answer[] {
    const { taken } = this;
    this.taken = this.answers.length;
    return this.answers.slice(taken);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.working;
  }
}

async function usersAtWork(): Promise<Users> {
  const [alice, bob] = (await Promise.all(['alice', 'bob'].map(logIn))).map(({ access_token = '' }) => access_token);
  return new Users({ alice, bob });
}

/** Each arrives in time; failures of the store have their own code and a retry time. */
function areTyped(answers: readonly Answer[]): void {
  expect(answers.filter(({ ms }) => ms > ANSWER_MS_MAX)).toEqual([]);
  const odd = answers.filter(
    ({ status, code, retryAfter }) =>
      status !== 200 && !(status === 503 && retryAfter !== null && code !== 'system.error' && code !== 'system.busy'),
  );
  expect(odd).toEqual([]);
}

/** Waits until all requests succeed again. */
async function recovered(users: Users): Promise<number> {
  const started = performance.now();
  for (;;) {
    users.take();
    await delay(1_500);
    const answers = users.take();
    const kinds = new Set(answers.map(({ what }) => what));
    if (kinds.size === 4 && answers.every(({ code }) => code === 'success')) return performance.now() - started;
    if (performance.now() - started > RECOVERY_MS_MAX) throw new Error(`still: ${JSON.stringify(tally(answers))}`);
  }
}

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, status, code } of answers) {
    const key = `${what} ${status} ${code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function dump(env: Record<string, string>): Promise<Record<string, string[]>> {
  const config = loadConfig({ ...env, DEMO: 'off' });
  const tables: Record<string, string[]> = {};
  for (const model of MODELS) {
    const { sql, close } = await openModel<ModelName>(config, model);
    for (const table of TABLES_OF[model]) {
      const { rows } = await raw`select * from ${raw.table(TABLES[table].name)}`.execute(sql);
      const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
      tables[`${model} ${table}`] = rows.map((row) => JSON.stringify(row, asText)).sort();
    }
    await close();
  }
  return tables;
}

/** Fails if the read models stay behind. */
async function caughtUp(): Promise<void> {
  for (const until = performance.now() + RECOVERY_MS_MAX; performance.now() < until; await delay(200)) {
    const figures = await (await fetch(`${server?.url}/metrics`)).text();
    if (/^exchange_projection_lag_events 0$/m.test(figures)) return;
  }
  throw new Error('the read models stay behind');
}

/** The read models equal a rebuild from the journal. */
async function readModelsAreWhole(env: Record<string, string>): Promise<void> {
  expect(await server?.stop()).toBe(0);
  const kept = await dump(env);
  expect(kept['views fills'].length).toBeGreaterThan(120);
  await rebuildProjections(loadConfig({ ...env, DEMO: 'off' }), () => undefined);
  expect(await dump(env)).toEqual(kept);
}

const FAULTS: Record<string, () => Promise<void>> = {
  'whose power goes': async () => {
    await postgres.act('kill');
    await delay(AWAY_MS);
    await postgres.act('start');
  },
  'that is started again': async () => {
    await postgres.act('stop');
    await postgres.act('start');
  },
  'that ends its connections': async () => {
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()';
    for (let time = 0; time < 10; time++) await postgres.ask(others).then(() => delay(200));
  },
  'that freezes': async () => {
    await postgres.act('freeze');
    await delay(AWAY_MS);
    await postgres.act('thaw');
  },
  'that is slowed': async () => {
    for (const until = performance.now() + AWAY_MS; performance.now() < until;) {
      await postgres.act('freeze');
      await delay(180);
      await postgres.act('thaw');
      await delay(20);
    }
  },
};

test.each(Object.keys(FAULTS))('a PostgreSQL %s under load', async (name) => {
  const env = await prepare();
  server = await ServerProcess.start(env);
  const users = await usersAtWork();
  await delay(1_000);
  const before = users.take();
  expect(tally(before.filter(({ code }) => code !== 'success'))).toEqual({});
  await FAULTS[name]();
  const during = users.take();
  const ms = await recovered(users);
  await users.end();
  if (process.env.SHOW_FIGURES) {
    const slowest = Math.max(...during.map((answer) => answer.ms));
    process.stderr.write(`${name}: ${JSON.stringify(tally(during))}, slowest ${slowest} ms, recovered in ${ms} ms\n`);
  }
  areTyped(users.answers);
  await caughtUp();
  await readModelsAreWhole(env);
});

test('a start without its PostgreSQL names the one it waits for, and continues when it comes', async () => {
  const env = await prepare();
  await postgres.act('stop');
  server = await ServerProcess.begin(env);
  const place = `127.0.0.1:${postgres.port}`;
  await server.says('the database is waited for');
  expect(server.logged('the database is waited for')).toMatchObject({
    level: 50,
    reason: `waiting: the database at ${place} is away: ECONNREFUSED`,
  });
  const asked = (): Promise<Response> => fetch(`${server?.url}/ready`).catch(asked);
  const answer = await asked();
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { ready: false, database: `waiting: the database at ${place} is away: ECONNREFUSED` },
  ]);
  await postgres.act('start');
  await server.says('listening on');
  expect((await logIn('alice')).code).toBe('success');
  expect(await server.stop()).toBe(0);
});

test('a start with a wrong password does not wait', async () => {
  const env = await prepare();
  const DATABASE_URL = env.DATABASE_URL.replace(/:[^:@]+@/, ':wrong@');
  server = await ServerProcess.begin({ ...env, DATABASE_URL });
  expect(await server.ended).toBe(1);
});
