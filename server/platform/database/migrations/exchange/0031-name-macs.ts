import type { MigrationFunction } from '../../migrate';

/** The keyed hash of a submitted name, by which staff find it as a whole: what is sealed cannot be searched. */
export const nameMacs: MigrationFunction = async ({ schema }) => {
  await schema.alterTable('verifications').addColumn('name_mac', 'text').execute();
  await schema.createIndex('verifications_by_name').on('verifications').column('name_mac').execute();
};
