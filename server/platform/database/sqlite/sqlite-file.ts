/** SQLite files through libsql, which has the API of better-sqlite3 and ships binaries. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';

export const BUSY_TIMEOUT_MS = 5_000;
const STATEMENTS_MAX = 200;
/**
 * Pages of the write-ahead log before a checkpoint; the default of 1,000 makes bulk writing stutter. Rebuildable bulk data use larger
 * steps (64 MiB instead of 16): every group touches the same newest pages of the same users, and each is copied once per step.
 */
const WAL_PAGES = { full: 4_000, normal: 16_000 } as const;
const CACHE_KIB = 64 * 1024;

/** A read-only connection to a file with existing tables. */
export function openForReading(file: string): SqliteDatabase {
  const database = new Libsql(file, { fileMustExist: true });
  database.defaultSafeIntegers(true);
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // Not opened with the read-only flag, because it could not use the write-ahead log then.
  database.exec('pragma query_only = on');
  database.exec(`pragma cache_size = -${CACHE_KIB}`);
  return new StatementCache(database);
}

export function openFile(file: string, synchronous: 'normal' | 'full'): SqliteDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  createPrivateFile(file);
  const database = new Libsql(file);
  database.defaultSafeIntegers(true);
  // First, because switching the journal mode already competes with other processes.
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.exec('pragma journal_mode = wal');
  database.exec(`pragma synchronous = ${synchronous}`);
  database.exec('pragma foreign_keys = on');
  // Deleted personal data are overwritten, above all the keys of erased accounts. Rebuildable databases contain none.
  if (synchronous === 'full') database.exec('pragma secure_delete = on');
  database.exec(`pragma wal_autocheckpoint = ${WAL_PAGES[synchronous]}`);
  database.exec(`pragma cache_size = -${CACHE_KIB}`);
  return new StatementCache(database);
}

/**
 * Creates the file before SQLite does, readable by its owner only; the log inherits the mode. An existing file is not
 * opened: closing it would drop all locks of this process on it, and another process that closes it would remove the
 * log in use.
 */
function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Kysely prepares a statement per execution; preparing costs more than running, so recent statements are cached. */
class StatementCache implements SqliteDatabase {
  private readonly statements = new Map<string, SqliteStatement>();

  constructor(private readonly database: Libsql.Database) {}

  prepare(sql: string): SqliteStatement {
    const cached = this.statements.get(sql);
    if (cached) {
      // Moves it to the end: the oldest entry of the Map is evicted first.
      this.statements.delete(sql);
      this.statements.set(sql, cached);
      return cached;
    }
    const statement = adapted(this.database.prepare(sql));
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return statement;
    if (this.statements.size >= STATEMENTS_MAX) this.statements.delete(this.statements.keys().next().value as string);
    this.statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.statements.clear();
    this.database.close();
  }
}

function adapted(statement: Libsql.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

/** Whether an error shows that a SQLite file is corrupt. */
export function isDamageError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))) return true;
  }
  return false;
}

/** Reads the whole file, which is slow, and changes nothing. */
export function isSoundFile(file: string): boolean {
  let database: Libsql.Database | null = null;
  try {
    database = new Libsql(file);
    const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
    return found === 'ok';
  } catch (error) {
    if (isDamageError(error)) return false;
    throw error;
  } finally {
    database?.close();
  }
}
