import type { MigrationFunction } from '../../migrate';

/** Stops by the position that they guard: the columns are there already, and nothing is filled anew. */
export const stopsOfContract: MigrationFunction = async ({ schema }) => {
  await schema
    .createIndex('contract_stops_of_contract')
    .on('contract_stops')
    .columns(['contract', 'kind', 'ended_at'])
    .execute();
};
