import type { MigrationFunction } from '../../migrate';

/** Keyed hash of a submitted name, for exact search by staff: encrypted values cannot be searched. */
export const nameMacs: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('verifications').addColumn('name_mac', 'text').execute();
  await schema.createIndex('verifications_by_name').on('verifications').column('name_mac').execute();
};
