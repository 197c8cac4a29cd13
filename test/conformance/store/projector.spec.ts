/** The projector in its thread and the rebuild command, on a real embedded journal and SQLite. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import Libsql from 'libsql';
import { CORE_NAME } from '../../../server/compose';
import { rebuildProjections } from '../../../server/cli/projections-rebuild';
import { JournalLockedError } from '../../../server/journal/embedded/lock';
import { journalDirectory, openJournal, type OpenedJournal } from '../../../server/journal/source';
import { loadConfig } from '../../../server/platform/config/config';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import { startProjectors, type Projector, type Projectors } from '../../../server/views/stored/projecting/projectors';
import { TABLES, TABLES_OF } from '../../../server/views/stored/all-tables';
import { MODELS, type ModelName } from '../../../server/views/stored/tables';
import { openModel } from '../../../server/views/stored/views-database';
import { project } from './traders';
import { draftOf, sampleHistory, type SampleHistory } from '../../tools/samples/sample-history';
import { modelFile } from '../../tools/samples/model-file';

const LONG_MS = 30_000;
/** libsql aborts the process if a thread is terminated during one of its calls. */
const UNCLOSED = 'ended before it had closed its database';

let dataDir: string;
let opened: OpenedJournal;
let projector: Projector;
let projectors: Projectors | undefined;
let said: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'projector-'));
  said = [];
  projectors = undefined;
  opened = await openOurJournal();
});
afterEach(async () => {
  await projectors?.stop();
  await opened.journal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('follows stored and new batches, and lets readers wait for it', async () => {
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

test('continues after a stop in the middle, with the same result as without', async () => {
  const history = sampleHistory(3_000, { seed: 4, users: 9, core: CORE_NAME });
  await append(history, 0);
  for (const position of [0, 1_000, 2_000, history.position]) {
    projector = await start();
    expect(await projector.waitFor(position, LONG_MS)).toBe('reached');
    await projectors?.stop();
  }
  const interrupted = await dump();
  await opened.journal.close();
  const lines: string[] = [];
  await rebuildProjections(loadConfig({ DATA_DIR: dataDir }), (line) => lines.push(line));
  expect(await dump()).toEqual(interrupted);
  expect(lines.filter((line) => / anew | done: /.test(line))).toEqual([
    `making the read models anew from ${history.position + 1} events`,
    expect.stringContaining(`read models done: ${history.position + 1} events`),
    `making the records anew from ${history.position + 1} events`,
    expect.stringContaining(`records done: ${history.position + 1} events`),
  ]);
});

test('rebuilds the read models when the journal was replaced, and logs it', async () => {
  const old = sampleHistory(100, { seed: 5, core: CORE_NAME });
  await append(old, 0);
  projector = await start();
  expect(await projector.waitFor(old.position, LONG_MS)).toBe('reached');
  await projectors?.stop();
  await opened.journal.close();

  rmSync(journalDirectory(dataDir), { recursive: true });
  opened = await openOurJournal();
  const other = sampleHistory(60, { seed: 6, core: CORE_NAME });
  await append(other, 0);
  projector = await start();
  expect(await projector.waitFor(other.position, LONG_MS)).toBe('reached');
  expect(said.sort()).toEqual([
    expect.stringMatching(/^read models are .*replaced or cut/),
    expect.stringMatching(/^records are .*replaced or cut/),
  ]);
  expect((await dump())['views trades']).toHaveLength(tradesIn(other));
});

test('closes its database at its end, also after an idle time', async () => {
  const history = sampleHistory(20, { seed: 9, users: 3, core: CORE_NAME });
  await append(history, 0);
  for (let round = 0; round < 4; round++) {
    projector = await start();
    expect(await projector.waitFor(history.position, LONG_MS)).toBe('reached');
    // Longer than the pause after a transaction: then only its journal can wake it.
    expect(await projector.waitFor(history.position + 1, 500)).toBe('behind');
    await projectors?.stop();
  }
  expect(said).toEqual([]);
});

describe('two databases', () => {
  const history = sampleHistory(600, { seed: 21, users: 5, core: CORE_NAME });

  test('a blocked one delays no other, and the common checkpoint waits for it', async () => {
    await append(history, 0, 200);
    const told: number[] = [];
    const { views, records, all } = await startAll((position) => told.push(position));
    expect(await all.waitFor(positionAt(history, 199), LONG_MS)).toBe('reached');
    const held = new Libsql(modelFile(dataDir, 'records'));
    held.exec('pragma busy_timeout = 5000');
    held.exec('begin immediate');
    await append(history, 200);
    expect(await views.waitFor(history.position, LONG_MS)).toBe('reached');
    expect(await records.waitFor(history.position, 50)).toBe('behind');
    expect(await all.waitFor(history.position, 50)).toBe('behind');
    expect(all.checkpoint()).toBe(records.checkpoint());
    expect(all.lag).toBe(records.lag);
    expect(told.at(-1)).toBe(positionAt(history, 199));
    held.exec('rollback');
    held.close();
    expect(await all.waitFor(history.position, LONG_MS)).toBe('reached');
    expect(told.at(-1)).toBe(history.position);
  });

  test.each(MODELS)(
    'after a crash between the two commits %s is ahead, and both end with the same result',
    async (ahead) => {
      await append(history, 0);
      for (const model of MODELS) {
        const database = await openModel<ModelName>({ dataDir }, model);
        await project(database, history.stored.slice(0, model === ahead ? 300 : 150), 50);
        await database.close();
      }
      expect(await (await start()).waitFor(history.position, LONG_MS)).toBe('reached');
      await projectors?.stop();
      expect(said).toEqual([]);
      const interrupted = await dump();
      await opened.journal.close();
      await rebuildProjections(loadConfig({ DATA_DIR: dataDir }), () => undefined);
      expect(await dump()).toEqual(interrupted);
    },
  );

  test.each(MODELS)('rebuilds %s alone when their file is missing', async (gone) => {
    await append(history, 0);
    expect(await (await start()).waitFor(history.position, LONG_MS)).toBe('reached');
    await projectors?.stop();
    const before = await dump();
    for (const end of ['', '-wal', '-shm']) rmSync(modelFile(dataDir, gone) + end, { force: true });
    const lowest: number[] = [];
    const started = await startAll((position) => lowest.push(position));
    // The rebuilt model's progress is a race before the end.
    for (const model of MODELS) if (model !== gone) expect(started[model].checkpoint()).toBe(history.position);
    expect(await started.all.waitFor(history.position, LONG_MS)).toBe('reached');
    expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
    expect(lowest.at(-1)).toBe(history.position);
    await projectors?.stop();
    expect(await dump()).toEqual(before);
  });

  test.each(['views trades', 'records ledger_records'])(
    'restarts both threads while one cannot write: %s',
    async (place) => {
      const [model, table] = place.split(' ');
      const { all } = await startAll();
      await append(history, 0, 1);
      expect(await all.waitFor(positionAt(history, 0), LONG_MS)).toBe('reached');
      const other = new Libsql(modelFile(dataDir, model as ModelName));
      other.exec('pragma busy_timeout = 5000');
      other.exec(`create trigger refuses before insert on ${table} begin select raise(abort, 'refused'); end`);
      await append(history, 1);
      while (said.filter((line) => line.startsWith('projector: starting again')).length < 2) await delay(20);
      expect(await all.waitFor(history.position, 1)).toBe('behind');
      expect(said.filter((line) => line.endsWith(UNCLOSED))).toEqual([]);
      other.exec('drop trigger refuses');
      other.close();
      expect(await all.waitFor(history.position, LONG_MS)).toBe('reached');
      await projectors?.stop();
      const followed = await dump();
      await opened.journal.close();
      await rebuildProjections(loadConfig({ DATA_DIR: dataDir }), () => undefined);
      expect(await dump()).toEqual(followed);
    },
  );

  test('stops all threads if one database cannot be opened', async () => {
    await append(history, 0, 10);
    writeFileSync(modelFile(dataDir, 'records'), 'x'.repeat(10_000));
    await expect(start()).rejects.toThrow();
    expect(said.filter((line) => line.endsWith(UNCLOSED))).toEqual([]);
    projectors = undefined;
    rmSync(modelFile(dataDir, 'records'));
    // A running projector would lock the other databases.
    const views = await openModel({ dataDir }, 'views');
    expect(await readCheckpoint(views)).toMatchObject({ position: expect.any(Number) as number });
    await views.close();
    expect(await (await start()).waitFor(positionAt(history, 9), LONG_MS)).toBe('reached');
  });
});

test('the rebuild command refuses while the journal is in use', async () => {
  await append(sampleHistory(5, { seed: 8, core: CORE_NAME }), 0);
  await expect(rebuildProjections(loadConfig({ DATA_DIR: dataDir }), () => undefined)).rejects.toThrow(
    JournalLockedError,
  );
});

function openOurJournal(): Promise<OpenedJournal> {
  return openJournal({ kind: 'embedded', directory: journalDirectory(dataDir), core: CORE_NAME });
}

async function start(): Promise<Projector> {
  return (await startAll()).all;
}

async function startAll(included?: (position: number) => void): Promise<Projectors> {
  projectors = await startProjectors({ dataDir }, opened.followerSource, (line) => said.push(line), included);
  return projectors;
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
  const tables: Record<string, string[]> = {};
  for (const model of MODELS) {
    const { sql, close } = await openModel<ModelName>({ dataDir }, model);
    for (const table of TABLES_OF[model]) {
      const { rows } = await raw`select * from ${raw.table(TABLES[table].name)}`.execute(sql);
      tables[`${model} ${table}`] = rows.map((row) => JSON.stringify(row, asText)).sort();
    }
    await close();
  }
  return tables;
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
