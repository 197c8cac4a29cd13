import pg from 'pg';
import { openModel } from '../../../server/views/stored/views-database';
import { dropSet, setsIn } from '../../../server/views/stored/sets/sets';
import { MODELS } from '../../../server/views/stored/tables';
import { PostgresServer } from '../../tools/stores/real-postgres';
import { makeTables, type StoreHarness } from './harness';
import { storeConformance } from './suite';

let server: PostgresServer;
let databases = 0;
const TEMPLATE = 'made';

beforeAll(async () => {
  server = await PostgresServer.start();
  await server.ask(`create database ${TEMPLATE}`);
  await makeTables({ dataDir: server.folder, databaseUrl: server.urlOf(TEMPLATE) });
});

afterAll(() => server.destroy());

const harness: StoreHarness = {
  create: async () => {
    const database = `views_${++databases}`;
    await server.ask(`create database ${database} template ${TEMPLATE} strategy file_copy`);
    return { dataDir: server.folder, databaseUrl: server.urlOf(database) };
  },
  createBare: async () => {
    const database = `views_${++databases}`;
    await server.ask(`create database ${database}`);
    return { dataDir: server.folder, databaseUrl: server.urlOf(database) };
  },
};

storeConformance('PostgreSQL', harness);

describe('schemas of other owners', () => {
  async function withSql(databaseUrl: string, ...statements: string[]): Promise<unknown[]> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      const results: unknown[] = [];
      for (const statement of statements) results.push((await client.query(statement)).rows);
      return results;
    } finally {
      await client.end();
    }
  }

  it('with names like earlier sets are not taken for sets', async () => {
    const config = await harness.createBare();
    const url = config.databaseUrl as string;
    await withSql(url, 'create schema records', 'create table records.invoices (id integer)');
    expect(await setsIn(config)).toMatchObject([{ set: '', position: -1, isReadModels: false }]);
  });

  it.each([
    ['depends on a table', 'create view public.volume as select price from views.trades'],
    ['lies beside the tables', 'create table views.dashboards (id integer)'],
  ])('a set stays whole if something %s', async (_, statement) => {
    const config = await harness.createBare();
    const url = config.databaseUrl as string;
    for (const model of MODELS) await (await openModel({ ...config, set: '' }, model)).close();
    await withSql(url, statement);
    await expect(dropSet(config, '')).rejects.toThrow();
    const [trades] = await withSql(url, 'select * from views.trades');
    expect(trades).toEqual([]);
    expect(await setsIn(config)).toMatchObject([{ set: '', isReadModels: true }]);
  });

  it('drops a set otherwise, and not while a reader uses it', async () => {
    const config = await harness.createBare();
    const url = config.databaseUrl as string;
    for (const model of MODELS) await (await openModel({ ...config, set: '' }, model)).close();
    const reader = new pg.Client(url);
    await reader.connect();
    await reader.query('begin');
    await reader.query('select * from views.trades');
    await expect(dropSet(config, '')).rejects.toThrow(/lock timeout/);
    await reader.query('commit');
    await reader.end();
    await dropSet(config, '');
    expect(await setsIn(config)).toEqual([]);
  });
});
