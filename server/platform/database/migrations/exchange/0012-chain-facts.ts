import type { MigrationFunction } from '../../migrate';

/** What a chain's node must go on saying, and when a payment of new coins can be spent. */
export const chainFacts: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('chain_identities').addColumn('facts', 'text').execute();
  await schema.alterTable('chain_identities').addColumn('final_height', integer).execute();
  await schema.alterTable('chain_identities').addColumn('final_hash', 'text').execute();
  await schema
    .alterTable('chain_payments')
    .addColumn('matures', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
