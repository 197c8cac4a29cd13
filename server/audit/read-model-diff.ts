/**
 * Compares the read models with the journal. Read models are rebuilt from the journal up to the same batch and compared
 * row by row. Balances are also compared with plain sums of entries, which share no code with the projectors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isUsers } from '../../shared/proof/sums';
import { readStoredBatch } from '../journal/upcast';
import type { StoredBatch } from '../journal/port';
import type { DatabaseConfig } from '../platform/database/database';
import { readCheckpoint, type Checkpoint } from '../views/stored/projecting/checkpoint';
import { rebuildViews } from '../views/stored/projecting/follow';
import { refusedTables } from '../views/stored/rows/make-tables';
import { columnOf, type Column } from '../views/stored/rows/table';
import { TABLES, TABLES_OF } from '../views/stored/all-tables';
import { MODELS, type ModelName } from '../views/stored/tables';
import { chooseSet, setsIn } from '../views/stored/sets/sets';
import { openModelUnchanged, openModel, type ReadModels } from '../views/stored/views-database';
import type { AuditedJournal, OnProgress } from './source';
import { sumsAt } from './sums';

export interface ComparedModel {
  name: ModelName;
  position: number;
  rows: number;
  /** Lag behind the journal's head, in events. */
  lagEvents: number;
}

/** The first row that differs from the journal. */
export class DriftError extends Error {}

type Read = Pick<AuditedJournal, 'readStored' | 'opening' | 'head'>;
type Row = Readonly<Record<string, unknown>>;
/** Rows read per query. */
const PIECE_ROWS = 20_000;

/** The read models of one database as they are at a moment, whatever is written to them meanwhile. */
interface OpenReadModel {
  name: ModelName;
  stored: ReadModels;
  checkpoint: Checkpoint;
}

/**
 * Opens all read models and runs the work on them. The journal must be opened only then: both grow, and read models
 * follow the journal, so a journal opened earlier may end before their checkpoint.
 */
export async function withReadModels<Result>(
  config: DatabaseConfig,
  use: (models: readonly OpenReadModel[]) => Promise<Result>,
): Promise<Result> {
  const { serving } = chooseSet(await setsIn(config));
  const next = async (models: readonly OpenReadModel[]): Promise<Result> => {
    if (models.length === MODELS.length) return use(models);
    const name = MODELS[models.length];
    const stored = openModelUnchanged({ ...config, set: serving }, name);
    if (!stored) throw new Error(`there is no database of ${name}`);
    try {
      // In one transaction, because a server keeps writing and all tables must be of one batch.
      return await stored.sql
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          const inside: ReadModels = { ...stored, sql: transaction };
          return next([...models, { name, stored: inside, checkpoint: await readCheckpoint(inside) }]);
        });
    } finally {
      await stored.close();
    }
  };
  return next([]);
}

/**
 * @param journal opened after the models
 * @throws a DriftError that names the table, the key and the column of the first difference
 */
export async function compareModels(
  models: readonly OpenReadModel[],
  journal: Read,
  log: (line: string) => void,
  onProgress: OnProgress = () => undefined,
): Promise<ComparedModel[]> {
  const compared: ComparedModel[] = [];
  for (const model of models) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'audit-diff-'));
    try {
      compared.push(await compareModel(model, dataDir, journal, log, onProgress));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return compared;
}

async function compareModel(
  { name, stored, checkpoint }: OpenReadModel,
  dataDir: string,
  journal: Read,
  log: (line: string) => void,
  onProgress: OnProgress,
): Promise<ComparedModel> {
  await checkCheckpoint(journal, checkpoint, name);
  const rebuilt = await openModel({ dataDir }, name);
  try {
    log(`${name}: making them anew up to position ${checkpoint.position}`);
    await rebuildViews(rebuilt, { read: () => batchesUpTo(journal, checkpoint.position, onProgress) }, () => undefined);
    // Counts the checkpoint, which agrees with the journal.
    let rows = 1;
    const unreadableTables = await refusedTables(stored.sql.withoutPlugins());
    for (const table of TABLES_OF[name]) {
      if (table === 'checkpoint' || unreadableTables.includes(TABLES[table].name)) continue;
      log(`${name}: comparing ${table}`);
      rows += await compareTable(stored, rebuilt, table);
    }
    await compareBalances(stored, journal, checkpoint.position);
    return { name, position: checkpoint.position, rows, lagEvents: journal.head.position - checkpoint.position };
  } finally {
    await rebuilt.close();
  }
}

async function checkCheckpoint(journal: Read, { position, hash }: Checkpoint, name: ModelName): Promise<void> {
  if (position < 0) return;
  if (position > journal.head.position) {
    throw new DriftError(
      `${name} are written to position ${position}, and the journal ends at ${journal.head.position}`,
    );
  }
  for await (const stored of journal.readStored(position)) {
    if (stored.position === position && stored.hash === hash) return;
    throw new DriftError(
      `${name} are written to the batch ${hash} at position ${position}, where the journal has ${stored.hash}`,
    );
  }
}

async function* batchesUpTo(journal: Read, last: number, onProgress: OnProgress): AsyncIterable<StoredBatch> {
  for await (const stored of journal.readStored(0)) {
    const { position, hash, prev } = stored;
    if (position > last) return;
    yield { batch: readStoredBatch(stored), prev, position, hash };
    onProgress(position);
  }
}

async function compareTable(stored: ReadModels, rebuilt: ReadModels, name: keyof typeof TABLES): Promise<number> {
  const { key } = TABLES[name];
  const [storedRows, computedRows] = [rowsOf(stored, name), rowsOf(rebuilt, name)];
  for (let count = 0; ; count++) {
    const [storedRow, computedRow] = [(await storedRows.next()).value, (await computedRows.next()).value] as (
      Row | undefined
    )[];
    if (!storedRow && !computedRow) return count;
    const keyed = (row: Row): string => key.map((field) => `${field} ${String(row[field])}`).join(', ');
    if (!storedRow || !computedRow || keyed(storedRow) !== keyed(computedRow)) {
      const isExtra = !computedRow || (storedRow && isBefore(storedRow, computedRow, key));
      throw new DriftError(
        isExtra
          ? `${name} (${keyed(storedRow as Row)}): the journal knows no such row`
          : `${name} (${keyed(computedRow)}): it is missing`,
      );
    }
    for (const field of Object.keys(TABLES[name].columns)) {
      if (valueOf(storedRow[field]) === valueOf(computedRow[field])) continue;
      throw new DriftError(
        `${name} (${keyed(storedRow)}): ${field} is ${String(storedRow[field])}, by the journal ${String(computedRow[field])}`,
      );
    }
  }
}

/** Columns missing in an older set have no value. */
function valueOf(stored: unknown): string {
  const value: unknown = stored === undefined ? null : stored;
  return String(value);
}

/** Stores sort texts by locale or by byte, so the order of two rows is decided by their first number. */
function isBefore(one: Row, other: Row, key: readonly string[]): boolean {
  for (const field of key) {
    const [a, b] = [one[field], other[field]];
    if (a !== b) return typeof a === 'string' ? a < String(b) : Number(a) < Number(b);
  }
  return false;
}

async function* rowsOf({ sql, store }: ReadModels, name: keyof typeof TABLES): AsyncGenerator<Row, undefined> {
  const { key } = TABLES[name];
  const columns: Readonly<Record<string, Column>> = TABLES[name].columns;
  for (let from = 0; ; from += PIECE_ROWS) {
    let query = sql.selectFrom(TABLES[name].name).selectAll();
    for (const field of key) {
      // Sorts by byte in both stores; SQLite always does.
      const isLocal = store === 'postgres' && columns[field].kind === 'text';
      query = isLocal ? query.orderBy(columnOf(field), (order) => order.collate('C')) : query.orderBy(columnOf(field));
    }
    const rows = (await query.offset(from).limit(PIECE_ROWS).execute()) as Row[];
    yield* rows;
    if (rows.length < PIECE_ROWS) return undefined;
  }
}

async function compareBalances(stored: ReadModels, journal: Read, position: number): Promise<void> {
  const { sums } = await sumsAt(journal, { position });
  const remaining = new Map([...sums.balances].filter(([account, balance]) => isUsers(account) && balance !== 0n));
  for (const row of (await stored.sql.selectFrom('balances').selectAll().execute()) as Row[]) {
    for (const bucket of ['available', 'frozen', 'locked']) {
      const account = `${String(row['userId'])}/${String(row['account'])}/${String(row['asset'])}/${bucket}`;
      const [storedBalance, computedBalance] = [BigInt(row[bucket] as bigint), remaining.get(account) ?? 0n];
      if (storedBalance !== computedBalance)
        throw new DriftError(`balances: ${account} is ${storedBalance}, by addition ${computedBalance}`);
      remaining.delete(account);
    }
  }
  for (const [account, balance] of remaining)
    throw new DriftError(`balances: ${account} is missing, by addition it is ${balance}`);
}
