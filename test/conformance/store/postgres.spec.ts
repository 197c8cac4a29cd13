import { PostgresServer } from '../../tools/real-postgres';
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
