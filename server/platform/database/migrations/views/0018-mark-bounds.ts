import type { MigrationFunction } from '../../migrate';

/** How far from the index a mark may be. Those before had no bound. */
export const markBounds: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('contract_markets').addColumn('bound', integer).execute();
  await schema.alterTable('liquidations').addColumn('bound', integer).execute();
};
