import type { MigrationFunction } from '../../migrate';

/** Keyed hash of an address, equal for all users, for exact search by staff: encrypted values cannot be searched. */
export const addressMacs: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('kept_addresses').addColumn('mac', 'text').execute();
  await schema.createIndex('kept_addresses_by_mac').on('kept_addresses').column('mac').execute();
};
