import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../database';
import { truncateWal } from './truncate-wal';
import type { ExchangeTables } from '../exchange-tables';
import { BUSY_TIMEOUT_MS } from './sqlite-file';

describe('truncateWal', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'empty-log-'));
  let database: Database<ExchangeTables>;
  beforeAll(async () => {
    database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const log = () => statSync(path.join(dataDir, 'exchange.sqlite-wal')).size;

  it('empties the write-ahead log', async () => {
    expect(log()).toBeGreaterThan(0);
    expect(await truncateWal(database)).toBe(true);
    expect(log()).toBe(0);
  });

  it('keeps the busy timeout of concurrent queries', async () => {
    const waited = () => sql<{ timeout: number }>`pragma busy_timeout`.execute(database.sql);
    const [, ...answers] = await Promise.all([truncateWal(database), waited(), waited(), waited()]);
    expect(answers.map(({ rows }) => Number(rows[0].timeout))).toEqual([1, 2, 3].map(() => BUSY_TIMEOUT_MS));
  });
});
