/** Signing as in a server: over restarts, key changes, truncations, full disks, and changed rows of the staff log. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedLine } from '../../shared/proof/signed-heads';
import { compareStaffLog } from '../audit/staff-log';
import { openDatabase, type Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { dayFiles, headsDirectory, lastHead, verifyHeadFiles } from './head-files';
import { rotateKey } from './keys';
import { HeadSigner } from './signer';

const CORE = 'exchange';
const hashAt = (position: number): string => String(position).padStart(64, 'a');
const DAY = Date.UTC(2026, 10, 24);

let dataDir: string;
let database: Database<ExchangeTables>;
let now: number;
let position: number;
let failures: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'signer-'));
  database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  [now, position, failures] = [DAY, 10, []];
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function signer(keys: { signingKey?: string; signingKeyBefore?: string } = {}): HeadSigner {
  return new HeadSigner({
    config: { dataDir, ...keys },
    core: CORE,
    database,
    clock: () => now,
    journal: {
      head: () => ({ position, hash: hashAt(position) }),
      // In this journal every position is a batch with its own hash.
      read: async function* (from: number) {
        if (from <= position) yield { position: from, hash: hashAt(from), prev: '', batch: null as never };
      },
    },
    signed: () => undefined,
    failed: ({ message }) => failures.push(message),
  });
}

async function lines(): Promise<SignedLine[]> {
  const seen: SignedLine[] = [];
  await verifyHeadFiles(headsDirectory(dataDir), CORE, (signed) => seen.push(signed));
  return seen;
}
const said = async (): Promise<string[]> =>
  (await lines()).map((line) =>
    line.said.is === 'head' || line.said.is === 'cut' ? `${line.said.is} ${line.said.position}` : line.said.is,
  );

const row = (id: number, outcome: string | null = null) => ({
  ...{
    id,
    at: id,
    staffId: 10_000_009,
    role: 'admin' as const,
    ip: '127.0.0.1',
    action: 'admin/withdraw/pay',
    isLookUp: 0,
  },
  ...{ target: 'withdrawal/4', userId: null, reason: 'paid by hand', facts: '{}', outcome, position: null },
});

it('signs each new head once and creates an owner-only key', async () => {
  const signing = signer();
  await signing.sign();
  await signing.sign();
  position = 25;
  await signing.sign();
  expect(await said()).toEqual(['begin', 'head 10', 'head 25']);
  expect(signing.state()).toBe('ok');
  expect(statSync(path.join(dataDir, 'signing.key')).mode & 0o777).toBe(0o600);
  expect(lastHead(headsDirectory(dataDir))).toMatchObject({ position: 25, hash: hashAt(25) });
});

it('continues after a restart, with one file per day, behind a line truncated by a crash', async () => {
  await signer().close();
  const [file] = readdirSync(headsDirectory(dataDir)).filter((name) => name.endsWith('.jsonl'));
  appendFileSync(path.join(headsDirectory(dataDir), file), '{"v":1,"co');
  position = 11;
  await signer().sign();
  now += 86_400_000;
  position = 12;
  await signer().sign();
  expect(await said()).toEqual(['begin', 'head 10', 'head 11', 'head 12']);
  expect(dayFiles(headsDirectory(dataDir)).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25']);
  expect(failures).toEqual([]);
  now -= 172_800_000;
  position = 13;
  await signer().sign();
  // A clock that was set back does not lower the signed time.
  expect((await lines()).at(-1)?.at).toBe(DAY + 86_400_000);
});

it('hands over to another key, and signs nothing with a key without a hand-over', async () => {
  await signer().sign();
  rotateKey(dataDir);
  expect(() => rotateKey(dataDir)).toThrow('is not signed yet');
  position = 11;
  await signer().sign();
  expect(await said()).toEqual(['begin', 'head 10', 'hand-over', 'head 11']);
  const other = Buffer.alloc(32, 7).toString('base64');
  const stranger = signer({ signingKey: other });
  await stranger.sign();
  expect(stranger.state()).toBe('failing');
  expect(failures).toEqual([
    expect.stringMatching(/^heads are signed by the key [0-9a-f]{64}, and the one configured is/),
  ]);
  const before = readFileSync(path.join(dataDir, 'signing.key'), 'utf8').trim();
  position = 12;
  await signer({ signingKey: other, signingKeyBefore: before }).sign();
  expect(await said()).toEqual(['begin', 'head 10', 'hand-over', 'head 11', 'hand-over', 'head 12']);
  // The hand-over is signed, so the former key may be deleted.
  position = 13;
  await signer({ signingKey: other }).sign();
  expect((await said()).at(-1)).toBe('head 13');
});

it('records a truncation that the operator accepted', async () => {
  position = 30;
  await signer().sign();
  position = 20;
  await signer().sign();
  position = 21;
  await signer().sign();
  expect(await said()).toEqual(['begin', 'head 30', 'cut 20', 'head 20', 'head 21']);
});

it('ASVS 16.4.2: stops when another program wrote to its file, or when existing lines changed', async () => {
  const [one, other] = [signer(), signer()];
  await one.sign();
  position = 11;
  await other.sign();
  position = 12;
  await one.sign();
  expect(failures).toEqual([expect.stringMatching(/^another one has written to 2026-11-24.jsonl/)]);
  expect(one.state()).toBe('failing');
  // It reopens the files and finds valid lines.
  await one.sign();
  expect(one.state()).toBe('ok');
  expect(await said()).toEqual(['begin', 'head 10', 'head 11', 'head 12']);
  const file = path.join(headsDirectory(dataDir), '2026-11-24.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"position":11', '"position":10'));
  position = 13;
  const third = signer();
  await third.sign();
  expect(failures.at(-1)).toBe('line 3 of the signed heads: its signature does not fit');
});

it.each([5, 45])('signs %i rows of the staff log as they begin and end, in groups of any size', async (rows) => {
  const { sql } = database;
  const ids = Array.from({ length: rows }, (_, index) => index + 1);
  await sql
    .insertInto('staffLog')
    .values(ids.map((id) => row(id)))
    .execute();
  const signing = signer();
  await signing.sign();
  await sql.updateTable('staffLog').set({ outcome: 'success', position: 10 }).execute();
  await sql
    .insertInto('staffLog')
    .values([row(rows + 1, 'success')])
    .execute();
  await signing.sign();
  const head = (await lines()).at(-1)?.said;
  const staffLog = head?.is === 'head' ? head.staffLog : null;
  expect(staffLog?.links).toBe(2 * rows + 2);
  expect(await compareStaffLog(headsDirectory(dataDir), { dataDir }, staffLog)).toEqual({
    links: 2 * rows + 2,
    linked: true,
  });
});

it('signs the staff log too, and names a changed or missing row', async () => {
  const signing = signer();
  const { sql } = database;
  await sql
    .insertInto('staffLog')
    .values([row(1), row(2, 'permission.denied')])
    .execute();
  await signing.sign();
  await sql.updateTable('staffLog').set({ outcome: 'success', position: 10 }).where('id', '=', 1).execute();
  await sql
    .insertInto('staffLog')
    .values([row(3)])
    .execute();
  await signing.sign();
  const [, , head] = await lines();
  const staffLog = head.said.is === 'head' ? head.said.staffLog : null;
  const compared = () => compareStaffLog(headsDirectory(dataDir), { dataDir }, staffLog);
  expect(staffLog?.links).toBe(5);
  expect(await compared()).toEqual({ links: 5, linked: true });
  await sql.updateTable('staffLog').set({ outcome: 'success', position: 11 }).where('id', '=', 1).execute();
  await expect(compared()).rejects.toThrow("row 1 of the staff's log was changed");
  await sql.updateTable('staffLog').set({ outcome: 'success', position: 10 }).where('id', '=', 1).execute();
  await sql.updateTable('staffLog').set({ reason: 'by order' }).where('id', '=', 3).execute();
  await expect(compared()).rejects.toThrow("row 3 of the staff's log was changed");
  await sql.updateTable('staffLog').set({ reason: 'paid by hand' }).where('id', '=', 3).execute();
  await sql.deleteFrom('staffLog').where('id', '=', 2).execute();
  await expect(compared()).rejects.toThrow("row 2 of the staff's log is gone");
  // Removing it from the chain as well yields a chain other than the signed one.
  const chain = path.join(headsDirectory(dataDir), 'staff-log');
  const text = readFileSync(chain, 'utf8').split('\n');
  writeFileSync(chain, text.filter((_, index) => index !== 1).join('\n'));
  await expect(compared()).rejects.toThrow("link 2 of the staff's log does not follow");
  writeFileSync(chain, `${text.slice(0, 3).join('\n')}\n`);
  await expect(compared()).rejects.toThrow('it was shortened, or written anew');
});
