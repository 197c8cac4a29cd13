/** `npm run admin:restore` as an operator runs it, beside the built server: while it runs and while it is down. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { signingKeyOf } from '../../../server/signed-heads/ed25519';
import { existingSigningKey } from '../../../server/signed-heads/keys';
import { writeRestoreRequest, exchangeIdOf, takeRestoreAnswer } from '../../../server/signed-heads/restore-requests';
import { loadConfig } from '../../../server/platform/config/config';
import { Users } from '../../../server/platform/auth/users';
import { openDatabase, type Database } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import type { SignedHeads } from '../../../shared/wire/audit/proof';
import type { MessageKey } from '../../../shared/wire/messages-center';
import { ALICE, BOB, CAROL, system } from '../../tools/fixtures/core-fixture';
import { PASSWORD } from '../../tools/people/http-exchange';
import { prepareData } from '../../tools/samples/prepared-data';
import { ServerProcess } from '../../tools/server-process';
import { fullAdmins, rulesOf, reportStaff } from '../../tools/fixtures/staff-fixture';

const ROOT = path.resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const HOUR = 3_600_000;

/** A data directory with all three admins frozen and a signed head; each test copies it. */
let prepared: string;
let directory: string;
let server: ServerProcess | null = null;
const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, STAFF_WAIT_MINUTES: '0' });

beforeAll(async () => {
  prepared = mkdtempSync(path.join(tmpdir(), 'restore-spec-'));
  await prepareData(envOf(prepared), [
    reportStaff(fullAdmins(ALICE, BOB, CAROL)),
    system(rulesOf()),
    { actor: `admin/${ALICE}`, command: { type: 'FreezeAccount', user: BOB, reason: 'r' } },
    { actor: `user/${CAROL}`, command: { type: 'FreezeAccount', user: CAROL, reason: 'r' } },
  ]);
  // Rows without a member would get other numbers at a start.
  await inDatabase(prepared, async (database) => {
    const users = new Users(database, Date.now);
    for (const user of [ALICE, BOB, CAROL]) await users.markMember(user, 'admin');
  });
  const first = await ServerProcess.start(envOf(prepared));
  expect(await first.stop()).toBe(0);
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'restore-spec-'));
  cpSync(prepared, directory, { recursive: true });
});
afterEach(async () => {
  await server?.destroy();
  server = null;
  rmSync(directory, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs the script of package.json. */
function restore(parameters: string[], env: Record<string, string> = {}): Promise<Ended> {
  const [, file] = scripts['admin:restore'].split(' ');
  const child = spawn(process.execPath, [path.join(ROOT, file), ...parameters], {
    env: { PATH: process.env['PATH'], DATA_DIR: directory, ...env },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output, errors })));
}

async function restores(): Promise<SignedHeads['restores']> {
  const answer = await fetch(`${server!.url}/exchange/app/audit/heads`);
  return ((await answer.json()) as { data: SignedHeads }).data.restores;
}

async function loggedIn(username: string): Promise<{ ticket: string; userId: number; mustBindFactor: boolean }> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD });
  const answer = await fetch(`${server!.url}/exchange/api/auth/oauth/token`, { method: 'POST', body });
  const { access_token: ticket } = (await answer.json()) as { access_token: string };
  const own = await fetch(`${server!.url}/exchange/app/account/getUserInfo`, { headers: { ticket } });
  const { userId, mustBindFactor } = ((await own.json()) as { data: { userId: number; mustBindFactor: boolean } }).data;
  return { ticket, userId, mustBindFactor };
}

/** Polls until the answer fits; the test's timeout ends it. */
async function soon<T>(ask: () => Promise<T>, is: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (is(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function inDatabase<T>(dataDir: string, work: (database: Database<ExchangeTables>) => Promise<T>): Promise<T> {
  const database = await openDatabase<ExchangeTables>(loadConfig({ DATA_DIR: dataDir, DEMO: 'off' }), 'exchange');
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const TOLD = `
  const Libsql = require('libsql');
  const database = new Libsql(process.argv[1], { readonly: true });
  const rows = database.prepare('select user_id from messages where "key" = ? order by user_id').all(process.argv[2]);
  process.stdout.write(rows.map((row) => row.user_id).join());
`;

/** Each look is a new process, because a connection opened earlier may serve an old state. */
async function allAreTold(...keys: MessageKey[]): Promise<void> {
  const look = promisify(execFile);
  for (const key of keys) {
    const asked = ['-e', TOLD, path.join(directory, 'exchange.sqlite'), key];
    await soon(
      async () => (await look(process.execPath, asked, { cwd: ROOT })).stdout,
      (users) => users === [ALICE, BOB, CAROL].join(),
    );
  }
}

const folder = (): string => path.join(directory, 'restore');

test('while the server runs it responds, the public list names the request, and all staff are told', async () => {
  server = await ServerProcess.start(envOf(directory));
  const { code, output, errors } = await restore(['--email', 'alice@test.example']);
  expect({ code, errors, output }).toEqual({ code: 0, errors: '', output });
  expect(output).toMatch(
    new RegExp(`^asked to make user ${ALICE} a full admin again: request [0-9a-f]{32}\nproposal 1: in effect from 20`),
  );
  const [one] = await soon(restores, ([first]) => first?.end === 'restored');
  expect(one).toEqual({ user: ALICE, at: expect.any(Number), from: one.at, end: 'restored' });
  expect(readdirSync(folder())).toEqual([]);
  await allAreTold('staff.restore.asked', 'staff.restored');
  // The frozen admin can log in again, after binding a factor.
  const { ticket, ...person } = await loggedIn('alice@test.example');
  expect([ticket.length > 0, person]).toEqual([true, { userId: ALICE, mustBindFactor: true }]);
  expect(await restore(['--email', 'alice@test.example'])).toMatchObject({
    code: 1,
    errors: 'admin:restore: the exchange refuses it: terms.unchanged\n',
  });
  expect(await restore(['--user', '99'])).toMatchObject({
    code: 1,
    errors: 'admin:restore: the exchange refuses it: account.unknown\n',
  });
});

test('while the server is down the request waits for the next start and counts once', async () => {
  const { code, output } = await restore(['--user', String(BOB)]);
  expect([code, output]).toEqual([0, expect.stringContaining('takes the request up at its next start within an hour')]);
  const [name] = readdirSync(folder());
  const text = readFileSync(path.join(folder(), name), 'utf8');
  server = await ServerProcess.start(envOf(directory));
  await server.says('break-glass request taken');
  await soon(restores, ([first]) => first?.end === 'restored');
  const answer = takeRestoreAnswer(directory, path.basename(name, '.json'));
  expect(answer).toMatchObject({ proposal: 1 });
  expect(await server.stop()).toBe(0);

  // As after a crash before the answer was written.
  writeFileSync(path.join(folder(), name), text);
  server = await ServerProcess.start(envOf(directory));
  await server.says('break-glass request taken');
  expect(await soon(async () => takeRestoreAnswer(directory, path.basename(name, '.json')), Boolean)).toEqual(answer);
  expect(await restores()).toHaveLength(1);
});

test('without the key that signs the heads the program submits no request', async () => {
  const other = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
  const cases: [string[], Record<string, string>, RegExp][] = [
    [
      ['--user', '5'],
      { SIGNING_KEY: other },
      /^admin:restore: the heads are signed by the key [0-9a-f]{64}, and this one/,
    ],
    [
      ['--user', '5'],
      { DATA_DIR: path.join(directory, 'other') },
      /^admin:restore: the key that signs the heads is not here/,
    ],
    [['--email', 'nobody@test.example'], {}, /^admin:restore: nobody@test.example is not registered/],
    [[], {}, /^admin:restore: name one user; usage: npm run admin:restore/],
    [['--user', '5', '--email', 'alice@test.example'], {}, /^admin:restore: name one user/],
    [['--user', 'x'], {}, /^admin:restore: name one user/],
  ];
  for (const [parameters, env, errors] of cases) {
    const ended = await restore(parameters, env);
    expect(ended).toEqual({ code: 1, output: '', errors: expect.stringMatching(errors) });
  }
  expect(readdirSync(directory)).not.toContain('restore');
});

test('forged, old, foreign and misnamed requests are refused, and all staff are told once', async () => {
  const key = existingSigningKey(loadConfig({ DATA_DIR: directory, DEMO: 'off' }))!;
  const facts = { exchange: exchangeIdOf(directory)!, user: ALICE, at: Date.now() };
  const forged = writeRestoreRequest(directory, signingKeyOf(Buffer.alloc(32, 7)), facts);
  const old = writeRestoreRequest(directory, key, { ...facts, at: facts.at - HOUR - 1_000 });
  const early = writeRestoreRequest(directory, key, { ...facts, at: facts.at + HOUR });
  const elsewhere = writeRestoreRequest(directory, key, { ...facts, exchange: '0'.repeat(64) });
  const changed = writeRestoreRequest(directory, key, facts);
  const file = path.join(folder(), `${changed}.json`);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(`"user":${ALICE}`, `"user":${BOB}`));
  const [copied, empty, large, blocked] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32));
  writeFileSync(path.join(folder(), `${copied}.json`), text);
  writeFileSync(path.join(folder(), `${empty}.json`), '');
  writeFileSync(path.join(folder(), `${large}.json`), text.padEnd(5_000));
  mkdirSync(path.join(folder(), `${blocked}.json`));
  writeFileSync(path.join(folder(), 'notes.txt'), 'none of these');

  server = await ServerProcess.start(envOf(directory));
  const good = await restore(['--email', 'bob@test.example']);
  expect(good).toMatchObject({ code: 0, errors: '' });
  const whys = (...requests: string[]) => requests.map((request) => takeRestoreAnswer(directory, request));
  const unsigned = { refused: 'it is not signed by the key of this exchange, or not for this exchange' };
  expect(whys(forged, elsewhere, changed, copied, empty, large)).toEqual(Array.from({ length: 6 }, () => unsigned));
  expect(whys(old, early)).toEqual(
    Array.from({ length: 2 }, () => ({ refused: 'it is older than an hour: ask again' })),
  );
  expect(server.logged('break-glass requests wait')).toMatchObject({ fault: expect.stringContaining('EISDIR') });
  expect(readdirSync(folder()).sort()).toEqual([`${blocked}.json`, 'notes.txt']);
  expect((await restores()).map(({ user }) => user)).toEqual([BOB]);
  await allAreTold('staff.restore.refused');
});
