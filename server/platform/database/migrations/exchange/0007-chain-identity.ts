import type { MigrationFunction } from '../../migrate';

/** Identity of each chain's network when it was first followed. */
export const chainIdentity: MigrationFunction = async (database, { finish }) => {
  await finish(
    database.schema
      .createTable('chain_identities')
      .addColumn('chain', 'text', (column) => column.primaryKey())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('origin', 'text'),
    'clustered',
  ).execute();
  const simulated = await database.selectFrom('simulated_blocks').select('chain').distinct().execute();
  for (const { chain } of simulated) {
    await database.insertInto('chain_identities').values({ chain, identity: 'simulated', origin: null }).execute();
  }
};
