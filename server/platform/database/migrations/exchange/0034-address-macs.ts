import type { MigrationFunction } from '../../migrate';

/** The keyed hash of an address whoever named it, by which staff find it as a whole: what is sealed cannot be searched. */
export const addressMacs: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('kept_addresses').addColumn('mac', 'text').execute();
  await schema.createIndex('kept_addresses_by_mac').on('kept_addresses').column('mac').execute();
};
