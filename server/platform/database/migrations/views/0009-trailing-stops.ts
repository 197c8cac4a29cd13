import type { MigrationFunction } from '../../migrate';

/** Stops that follow the price: there were none before. */
export const trailingStops: MigrationFunction = async ({ schema }, { integer }) => {
  for (const column of ['callback_ticks', 'callback_bp', 'extreme'])
    await schema.alterTable('contract_stops').addColumn(column, integer).execute();
};
