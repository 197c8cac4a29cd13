/** The projector in its thread and the rebuilding command, on a real embedded journal and SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CORE_NAME } from '../../../server/compose';
import { rebuildProjections } from '../../../server/cli/projections-rebuild';
import { JournalLockedError } from '../../../server/journal/embedded/lock';
import { journalDirectory, openJournal, type OpenedJournal } from '../../../server/journal/source';
import { loadConfig } from '../../../server/platform/config/config';
import { startProjector, type Projector } from '../../../server/views/stored/projector';
import { TABLES } from '../../../server/views/stored/tables';
import { openViews } from '../../../server/views/stored/views-database';
import { draftOf, sampleHistory, type SampleHistory } from '../../tools/sample-history';

const LONG_MS = 30_000;

let dataDir: string;
let opened: OpenedJournal;
let projector: Projector | null;
let said: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'projector-'));
  said = [];
  projector = null;
  opened = await openOurJournal();
});
afterEach(async () => {
  await projector?.stop();
  await opened.journal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('follows what is stored and what comes, and lets readers wait for it', async () => {
  const history = sampleHistory(300, { seed: 2, users: 5, core: CORE_NAME });
  await append(history, 0, 200);
  projector = await start();
  expect(await projector.waitFor(positionAt(history, 199), LONG_MS)).toBe('reached');

  const waiting = projector.waitFor(history.position, LONG_MS);
  await append(history, 200);
  expect(await waiting).toBe('reached');
  expect(projector.checkpoint()).toBe(history.position);
  expect(projector.lag).toBe(0);
  expect(await projector.waitFor(history.position + 1, 50)).toBe('behind');
  expect(said).toEqual([]);
});

test('goes on after a stop in the middle, and ends where one that never stopped ends', async () => {
  const history = sampleHistory(3_000, { seed: 4, users: 9, core: CORE_NAME });
  await append(history, 0);
  for (const position of [0, 1_000, 2_000, history.position]) {
    projector = await start();
    expect(await projector.waitFor(position, LONG_MS)).toBe('reached');
    await projector.stop();
  }
  const interrupted = await dump();
  await opened.journal.close();
  const lines: string[] = [];
  await rebuildProjections(loadConfig({ DATA_DIR: dataDir }), (line) => lines.push(line));
  expect(await dump()).toEqual(interrupted);
  expect(lines.at(0)).toBe(`making the read models anew from ${history.position + 1} events`);
  expect(lines.at(-1)).toContain(`done: ${history.position + 1} events`);
});

test('makes the read models anew when the journal was replaced, and says so', async () => {
  const old = sampleHistory(100, { seed: 5, core: CORE_NAME });
  await append(old, 0);
  projector = await start();
  expect(await projector.waitFor(old.position, LONG_MS)).toBe('reached');
  await projector.stop();
  await opened.journal.close();

  rmSync(journalDirectory(dataDir), { recursive: true });
  opened = await openOurJournal();
  const other = sampleHistory(60, { seed: 6, core: CORE_NAME });
  await append(other, 0);
  projector = await start();
  expect(await projector.waitFor(other.position, LONG_MS)).toBe('reached');
  expect(said).toEqual([expect.stringContaining('replaced or cut')]);
  expect((await dump()).trades).toHaveLength(tradesIn(other));
});

test('has closed its database when it ends, also after nothing had happened for a while', async () => {
  const history = sampleHistory(20, { seed: 9, users: 3, core: CORE_NAME });
  await append(history, 0);
  for (let round = 0; round < 4; round++) {
    projector = await start();
    expect(await projector.waitFor(history.position, LONG_MS)).toBe('reached');
    // Longer than it gathers behind a transaction: then nothing but its journal can wake it.
    expect(await projector.waitFor(history.position + 1, 500)).toBe('behind');
    await projector.stop();
  }
  expect(said).toEqual([]);
});

test('the rebuilding command refuses while the journal is in use', async () => {
  await append(sampleHistory(5, { seed: 8, core: CORE_NAME }), 0);
  await expect(rebuildProjections(loadConfig({ DATA_DIR: dataDir }), () => undefined)).rejects.toThrow(
    JournalLockedError,
  );
});

function openOurJournal(): Promise<OpenedJournal> {
  return openJournal({ kind: 'embedded', directory: journalDirectory(dataDir), core: CORE_NAME });
}

function start(): Promise<Projector> {
  return startProjector({ dataDir }, opened.followerSource, (line) => said.push(line));
}

async function append(history: SampleHistory, from: number, to = history.stored.length): Promise<void> {
  for (let next = from; next < to; next += 100) {
    const group = history.stored.slice(next, Math.min(next + 100, to)).map(draftOf);
    await opened.journal.append(opened.journal.head().position, group);
  }
}

function positionAt(history: SampleHistory, index: number): number {
  return history.stored[index]?.position ?? NaN;
}

function tradesIn(history: SampleHistory): number {
  return history.stored.flatMap(({ batch }) => batch.events).filter(({ type }) => type === 'TradeExecuted').length;
}

async function dump(): Promise<Record<string, string[]>> {
  const views = await openViews({ dataDir });
  const tables: Record<string, string[]> = {};
  for (const table of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
    const rows = await views.sql.selectFrom(table).selectAll().execute();
    tables[table] = rows.map((row) => JSON.stringify(row, asText)).sort();
  }
  await views.close();
  return tables;
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
