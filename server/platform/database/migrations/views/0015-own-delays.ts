import type { MigrationFunction } from '../../migrate';

/** Until when a withdrawal waits as its owner wished. Nothing that was applied for before had such a wish. */
export const ownDelays: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('withdrawals').addColumn('not_before', integer).execute();
};
