/** Measures the time that reads of the read models take on the calling thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql as raw } from 'kysely';
import { marketList } from './queries';
import { openViews, readModel, type ViewsDatabase } from './views-database';

let dataDir: string;
let views: ViewsDatabase;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'reading-spec-'));
  await (await openViews({ dataDir })).close();
  views = readModel({ dataDir }, 'views');
  await marketList(views);
});
afterAll(async () => {
  await views.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A query that occupies SQLite for about a second. */
const MUCH = raw<{ counted: number }>`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4000000)
  select count(*) as counted from numbers`;

it('a long read does not block this thread', async () => {
  let isRead = false;
  let turns = 0;
  const turn = (): void => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  const { rows } = await MUCH.execute(views.sql);
  isRead = true;
  expect(rows).toEqual([{ counted: 4_000_000 }]);
  expect(turns).toBeGreaterThan(100);
});

it('returns each query’s own rows, in any order of awaiting', async () => {
  const numbers = [...Array(50).keys()];
  const answers = numbers.map((number) => raw<{ number: number }>`select ${number} as number`.execute(views.sql));
  expect((await Promise.all(answers.reverse())).map(({ rows: [row] }) => row.number)).toEqual(numbers.reverse());
});

it('writes nothing and reports the fault of a query', async () => {
  await expect(raw`delete from orders`.execute(views.sql)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await expect(raw`select * from missing`.execute(views.sql)).rejects.toThrow('no such table: missing');
  expect(await marketList(views)).toEqual([]);
});

it('sees writes of another connection', async () => {
  const other = await openViews({ dataDir });
  await other.sql.updateTable('checkpoint').set({ position: 7, hash: 'x' }).execute();
  await other.close();
  expect(await views.sql.selectFrom('checkpoint').select('position').execute()).toEqual([{ position: 7 }]);
});

it('rejects as busy behind a thousand waiting queries', async () => {
  const asked = [...Array(1_001).keys()].map((number) => raw`select ${number}`.execute(views.sql));
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ code: 'system.busy', retryAfterSeconds: 1 }) },
  ]);
});
