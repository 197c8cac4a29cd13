import type { MigrationFunction } from '../../migrate';

/** Facts of a chain's node that must not change, and the time at which a payment of new coins becomes spendable. */
export const chainFacts: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('chain_identities').addColumn('facts', 'text').execute();
  await schema.alterTable('chain_identities').addColumn('final_height', integer).execute();
  await schema.alterTable('chain_identities').addColumn('final_hash', 'text').execute();
  await schema
    .alterTable('chain_payments')
    .addColumn('matures', integer, (column) => column.notNull().defaultTo(0))
    .execute();
};
